"""Tells answers from echoes where a flag of a person meets a flag in an outcome.

`eligible = person.disabled` only repeats. Where `eligible` was once not what `disabled` was, and is
not always the same either, the function answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evenhand.check.outcomes.outcome_comparison import is_entry
from evenhand.check.outcomes.requests import Outcome

MOST_FLAGS = 60
"""Flags of one outcome that are looked at."""
MOST_NAMES = 200
"""Names of flags that are remembered."""


@dataclass(slots=True)
class FlagAnswers:
    """What was under each name of an outcome, beside the person's own flag."""

    decide: bool = False
    """A call answered True for False, or the other way: such answers are no echoes."""
    seen: dict[str, set[tuple[bool, bool]]] = field(default_factory=dict)
    """The person's flag and that of the outcome, by the name of the latter."""

    def note(self, own: bool, outcome: Outcome) -> None:
        """Remember the flags in the outcome of a call with a person's flag."""
        if isinstance(outcome.value, bool) and outcome.value is not own:
            self.decide = True
        for name, answer in flags(outcome):
            if name in self.seen or len(self.seen) < MOST_NAMES:
                self.seen.setdefault(name, set()).add((own, answer))

    @property
    def names(self) -> frozenset[str]:
        """The names under which are answers."""
        return frozenset(name for name, pairs in self.seen.items() if _are_answers(pairs))


def _are_answers(pairs: set[tuple[bool, bool]]) -> bool:
    differ = any(own is not answer for own, answer in pairs)
    return differ and len({answer for _, answer in pairs}) > 1


def flags(outcome: Outcome) -> Iterator[tuple[str, bool]]:
    """The flags in an outcome that have a name: a key, an attribute, or what was called."""
    todo: list[tuple[str, Any]] = [("", outcome.value)]
    todo += [("", tree) for _, tree in outcome.changed]
    todo += [(name, tree) for name, tree in outcome.effects]
    effects = {name for name, _ in outcome.effects}

    count = 0
    while todo and count < MOST_FLAGS:
        name, tree = todo.pop()
        if isinstance(tree, bool) and name:
            count += 1
            yield name, tree
        elif isinstance(tree, dict):
            todo += [(name, part) for part in tree.values()]
        elif is_entry(tree):
            todo.append((name if name in effects else tree[0], tree[1]))
        elif isinstance(tree, list) and not _are_rows(tree):
            todo += [(name, part) for part in tree]


def _are_rows(trees: list[Any]) -> bool:
    """Whether several rows without names are given, of which most are other people's."""
    return len(trees) > 1 and all(isinstance(t, dict) and t.get("t") == "tuple" for t in trees)
