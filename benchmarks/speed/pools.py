"""Value pools of the exhaustive method.

Source: D. Huang et al., "Bias Testing and Mitigation in LLM-based Code Generation", sections 3.4
and 5.4. The default pool of a parameter holds the constants that its own function compares it with,
and those that functions for related tasks compare a parameter of that name with. The enriched pool
adds the ranges that the American Community Survey has for the protected ones: every age, all
schooling.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.inputs import Reading
from evenhand.check.search.values.scalar_kinds import scalar_kind
from evenhand.scalars import Scalar

RELATED = 4
"""Most values that come from other functions: as many as in the paper's example."""
SCHOOLING = (
    "No schooling", "Kindergarten", "Grade 8", "High school", "GED", "Some college",
    "Associate", "Bachelor", "Master", "Professional", "Doctorate", "PhD",
)  # fmt: skip
"""SCHL of the survey, with its grades put together."""
AGES = tuple(range(100))
"""AGEP of the survey, without the few who are older."""
UNKNOWN: Mapping[str, tuple[Scalar, ...]] = {"number": (0, 1, 10, 100), "bool": (True, False)}
"""By kind of scalar, for parameters that nothing is compared with."""
UNKNOWN_TEXTS = ("a", "b")

Pools = Mapping[str, tuple[Scalar, ...]]
"""By the name of a parameter, the values to try for it."""


def related(readings: Iterable[Reading]) -> Pools:
    """For each parameter name the values that most functions compare it with."""
    counts: dict[str, Counter[tuple[type, Scalar]]] = defaultdict(Counter)

    for reading in readings:
        for path in reading.parameters:
            # With its type, since 1 and True are equal.
            counts[path.name].update((type(value), value) for value in path.facts.constants)

    return {name: _most_common(counter) for name, counter in counts.items()}


def pool(path: AccessPath, known: Pools, *, enriched: bool) -> tuple[Scalar, ...]:
    """All values that are tried for a parameter; `known` are those of `related` functions."""
    own = [value for value in path.facts.constants if isinstance(value, (str, int, float, bool))]
    others = known.get(path.name, ())
    if own:
        others = tuple(value for value in others if _alike(value, own[0]))

    kind = scalar_kind(path)
    from_survey = _ranges(path, kind) if enriched else []

    values = [*own, *others, *from_survey] or UNKNOWN.get(kind, UNKNOWN_TEXTS)
    return tuple(dict.fromkeys(values))


def _most_common(counter: Counter[tuple[type, Scalar]]) -> tuple[Scalar, ...]:
    return tuple(value for (_, value), _ in counter.most_common(RELATED))


def _ranges(path: AccessPath, kind: str) -> list[Scalar]:
    """What the survey knows of a protected attribute; nothing for other parameters."""
    match = default_catalogue().match_name(path.name, {"person"})
    if match is None:
        return []

    if match.attribute.name == "age" and kind == "number":
        return list(AGES)
    if match.attribute.name == "education":
        return list(SCHOOLING)

    families = default_catalogue().families_of(match.attribute, path.facts.constants)
    values = families[0].values if families else ()
    return [value for value in values if isinstance(value, str)]


def _alike(value: Scalar, other: Scalar) -> bool:
    """Whether both are texts, or neither is."""
    return isinstance(value, str) == isinstance(other, str)
