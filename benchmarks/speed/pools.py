"""Value pools of the exhaustive method (Huang et al., 2025, sections 3.4 and 5.4).

The default pool of a parameter holds the constants that its own function compares it with, and
those that functions for related tasks compare a parameter of that name with. The enriched pool adds
the ranges that the American Community Survey has for the protected ones: every age, all schooling.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from evenhand.check.catalogue import default_catalogue
from evenhand.check.probing.argument_trees import Scalar
from evenhand.check.probing.domains import scalar_kind
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.inputs import Reading

RELATED = 4
"""How many values come from other functions: as many as in the paper's example."""
SCHOOLING = (
    "No schooling", "Kindergarten", "Grade 8", "High school", "GED", "Some college",
    "Associate", "Bachelor", "Master", "Professional", "Doctorate", "PhD",
)  # fmt: skip
"""SCHL, with its grades put together."""
AGES = tuple(range(100))
"""AGEP, without those who are older."""
UNKNOWN: Mapping[str, tuple[Scalar, ...]] = {"number": (0, 1, 10, 100), "bool": (True, False)}
"""For parameters that nothing is compared with."""

Pools = Mapping[str, tuple[Scalar, ...]]


def related(readings: Iterable[Reading]) -> Pools:
    """For each parameter name the values that most functions compare it with."""
    counts: dict[str, Counter[tuple[type, Scalar]]] = defaultdict(Counter)
    for reading in readings:
        for place in reading.parameters:
            counts[place.name].update((type(c), c) for c in place.constants)
    return {n: tuple(value for (_, value), _ in c.most_common(RELATED)) for n, c in counts.items()}


def pool(place: AccessPath, known: Pools, *, enriched: bool) -> tuple[Scalar, ...]:
    """All values that are tried for a parameter."""
    own = [c for c in place.constants if isinstance(c, (str, int, float, bool))]
    kind = scalar_kind(place)
    others = [v for v in known.get(place.name, ()) if not own or _alike(v, own[0])]
    values: list[Scalar] = [*own, *others]
    if enriched:
        values += _ranges(place, kind)
    return tuple(dict.fromkeys(values or UNKNOWN.get(kind, ("a", "b"))))


def _ranges(place: AccessPath, kind: str) -> list[Scalar]:
    """What the survey knows of a protected attribute; nothing for other parameters."""
    match = default_catalogue().match_name(place.name, {"person"})
    if match is None:
        return []
    if match.attribute.name == "age" and kind == "number":
        return list(AGES)
    if match.attribute.name == "education":
        return list(SCHOOLING)
    families = default_catalogue().families_of(match.attribute, place.constants)
    return [v for v in families[0].values if isinstance(v, str)] if families else []


def _alike(value: Scalar, other: Scalar) -> bool:
    return isinstance(value, str) == isinstance(other, str)
