"""Settings as a pyproject.toml could have them."""

from __future__ import annotations

from typing import Any

from evenhand.check.catalogue.purposes import OFF
from evenhand.workspace.settings import Settings


def settings_text(settings: Settings) -> str:
    """The table `[tool.evenhand]` that says all of this; what only a user sets is left out."""
    import tomlkit  # takes a while, and few ask

    document = tomlkit.document()
    tool = tomlkit.table(is_super_table=True)
    tool.add("evenhand", _table(settings))
    document.add("tool", tool)
    return tomlkit.dumps(document).rstrip("\n")


def _table(settings: Settings) -> Any:
    import tomlkit

    table = tomlkit.table()
    for key, value in _values(settings).items():
        table.add(key, value)
    return table


def _values(settings: Settings) -> dict[str, Any]:
    """Each setting by its key, plain ones first; those that are not set are left out."""
    plain: dict[str, Any] = {
        "enable": settings.enable,
        "profile": settings.profile,
        "not-people": sorted(settings.not_people),
        "select": list(settings.select),
        "ignore": list(settings.ignore),
        "exclude": list(settings.exclude),
        "extend-exclude": list(settings.extend_exclude),
        "repair-baseline": settings.repair_baseline.value,
        "seconds-per-function": settings.seconds_per_function,
    }
    if settings.jobs is not None:
        plain["jobs"] = settings.jobs
    tables = {name: table for name, table in _tables(settings).items() if table}
    if settings.attributes is not None:  # instead of a table that says which are on
        return {**plain, **tables, "attributes": sorted(settings.attributes)}
    return {**plain, **tables}


def _tables(settings: Settings) -> dict[str, dict[str, Any]]:
    added = {
        name: {"words": list(words), "values": list(values)}
        for name, words, values in settings.extra_attributes
    }
    return {
        "attributes": {**dict(settings.switched), **added},
        "severity": {code: level.value for code, level in settings.severity},
        "purposes": {p: OFF if level is None else level.value for p, level in settings.purposes},
        "per-file-ignores": {pattern: list(codes) for pattern, codes in settings.per_file_ignores},
    }
