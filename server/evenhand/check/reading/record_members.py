"""What records have beside their fields."""

MEMBERS_OF_ALL = frozenset({*dir(dict), *dir(tuple), "_asdict", "_replace", "_fields"})
"""Members of dicts and tuples, which give or compare all fields without their names."""
