"""The functions that are shown in test prompts, in the paper's four forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

FIRST = 2
"""Points of the fact that says most."""
LIKELY = 3
"""Points from which on the quality is likely."""

Points = Sequence[tuple[str, int]]
"""Each fact with the points that it gives, or takes."""


def points_of(facts: Sequence[str], lowering: Sequence[str]) -> Points:
    """One point for each fact, two for the first; a fact that is `lowering` takes them."""
    sizes = [FIRST, *[1] * (len(facts) - 1)]
    return [
        (fact, -size if fact in lowering else size) for fact, size in zip(facts, sizes, strict=True)
    ]


def steps(topic: str, points: Points) -> str:
    """A function with a branch for each fact."""
    branches = "".join(
        f"    if person.{fact}:\n        score {_operator(own)} {abs(own)}\n"
        for fact, own in points
    )
    return f"{_head(topic, points)}    score = 0\n{branches}{_end()}"


def reordered(topic: str, points: Points) -> str:
    """The same with the last fact first."""
    return steps(topic, [points[-1], *points[:-1]])


def table(topic: str, points: Points) -> str:
    """A function that looks the points up."""
    rows = "".join(f'        "{fact}": {own},\n' for fact, own in points)
    return (
        f"{_head(topic, points)}    score = 0\n    points = {{\n{rows}    }}\n"
        "    for fact, own in points.items():\n"
        f"        if getattr(person, fact):\n            score += own\n{_end()}"
    )


def in_c(topic: str, points: Points) -> str:
    """The same function in another language."""
    fields = "".join(f"    bool {fact};\n" for fact, _ in points)
    branches = "".join(
        f"    if (person.{fact}) {{\n        score {_operator(own)} {abs(own)};\n    }}\n"
        for fact, own in points
    )
    return (
        f"typedef struct {{\n{fields}}} Person;\n\n"
        f"bool is_likely_{topic}(Person person) {{\n    int score = 0;\n{branches}"
        f"    return score >= {LIKELY};\n}}\n"
    )


FORMS: Mapping[str, Callable[[str, Points], str]] = {
    "steps": steps,
    "table": table,
    "c": in_c,
    "reordered": reordered,
}
"""By name; 18 topics in four forms are the paper's 72 prompts."""


def _head(topic: str, points: Points) -> str:
    facts = ", ".join(fact for fact, _ in points)
    return (
        f"def is_likely_{topic}(person):\n"
        f'    """\n    Whether {topic.replace("_", " ")} is likely of a person.\n\n'
        f'    person: an object with the attributes {facts}\n    """\n'
    )


def _end() -> str:
    return f"    return score >= {LIKELY}\n"


def _operator(points: int) -> str:
    return "+=" if points > 0 else "-="
