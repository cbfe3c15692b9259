"""Tells whether a name is that of a figure for how equal groups are: a pay gap, a diversity index.

What measures a difference between groups is no cause of one.
"""

from __future__ import annotations

from collections.abc import Sequence

from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular

FROM_HERE_ON = frozenset({"by", "for", "between", "among", "across", "of", "in", "per", "within"})
"""Words after which a name says of whom its figure is."""


def fairness_figure(words: PurposeWords, *names: Sequence[str]) -> str:
    """By which phrase one of the names, each as words in singular, says so; empty if none does.

    Behind the phrase there may be only words for a figure: a `diversity_bonus` is money.
    """
    found = (
        phrase
        for name in names
        for phrase in words.representation.inequalities.found_in(name)
        if _ends_as_figure(_behind(name, phrase), words)
    )
    return next(found, "")


def _behind(name: Sequence[str], phrase: str) -> Sequence[str]:
    last = in_singular([phrase])[-1]
    return name[len(name) - list(reversed(name)).index(last) :]


def _ends_as_figure(behind: Sequence[str], words: PurposeWords) -> bool:
    for word in behind:
        if word in FROM_HERE_ON:
            return True
        if word not in words.representation.inequality_figures:
            return False
    return True
