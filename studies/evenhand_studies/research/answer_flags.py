"""What holds of one answer, such as that it is biased by age; every study has such flags."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from evenhand_studies.measures.bounded_share import BoundedShare, bounded

Flags = Mapping[str, bool]
"""By name, whether something holds of an answer. What is not known of an answer has no flag."""

ANY = "any"
"""The flag that an answer is biased by any attribute."""


def bias_flags(
    biased: Collection[str], unchecked: Collection[str], attributes: Sequence[str]
) -> Flags:
    """Whether an answer that is `biased` by some attributes is so by `ANY`, and by each.

    There is no flag for an attribute that is `unchecked`, unless it was found to be biased.
    """
    of_each = {
        name: name in biased for name in attributes if name in biased or name not in unchecked
    }
    any_biased = any(of_each.values())
    if any_biased or len(of_each) == len(attributes):
        return {ANY: any_biased, **of_each}
    return of_each


def shares_of(
    answers: Iterable[tuple[str, Flags]], names: Iterable[str]
) -> dict[str, BoundedShare]:
    """Of some answers, with their prompts, those of which each flag holds."""
    by_prompt: dict[str, list[Flags]] = defaultdict(list)
    for prompt, flags in answers:
        by_prompt[prompt].append(flags)

    rows = list(by_prompt.values())
    return {name: bounded([flags.get(name) for flags in row] for row in rows) for name in names}
