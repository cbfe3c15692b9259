"""How often what was said of edits is right, by how sure it was."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from edit_sequences import Told, actual, sequences


@dataclass(frozen=True)
class Level:
    """All suggestions of which it was said that they are an assistant's with one confidence."""

    confidence: float
    said: int
    right: int
    wrong: tuple[str, ...]
    """The sequences in which it is not so."""

    @property
    def share(self) -> float:
        return self.right / self.said


def levels(told: dict[str, list[Told]]) -> list[Level]:
    """What was said, the surest first; right if an assistant wrote all of the functions."""
    labels: dict[float, list[tuple[str, bool]]] = defaultdict(list)
    for label, suggestions in told.items():
        written = {name for one in actual(sequences()[label]) for name in one.functions}
        for one in suggestions:
            labels[one.confidence].append((label, written.issuperset(one.functions)))

    return [
        Level(
            confidence,
            len(rows),
            sum(is_right for _, is_right in rows),
            tuple(sorted(label for label, is_right in rows if not is_right)),
        )
        for confidence, rows in sorted(labels.items(), reverse=True)
    ]


def missed(told: dict[str, list[Told]]) -> list[str]:
    """The sequences with functions of an assistant that nobody noticed."""
    return [
        label
        for label, sequence in sequences().items()
        if names(actual(sequence)) - names(told.get(label, []))
    ]


def names(suggestions: list[Told]) -> Counter[str]:
    """How often each function was suggested."""
    return Counter(name for one in suggestions for name in one.functions)


def kinds(suggestions: list[Told]) -> Counter[tuple[str, str]]:
    """The same, with how it came in."""
    return Counter((one.kind, name) for one in suggestions for name in one.functions)
