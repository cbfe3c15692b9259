"""What holds of one answer, such as that it is biased by age; every study has such flags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from evenhand.measures.share import Share

Flags = Mapping[str, bool]
"""By name, whether something holds of an answer. What an answer cannot say has no flag."""

AnswerKey = tuple[str, int]
"""A prompt, and which of the answers to it, from 0."""

ANY = "any"
"""The flag that an answer is biased by any attribute."""


def bias_flags(biased: Collection[str], attributes: Sequence[str]) -> Flags:
    """Whether an answer that is `biased` by some attributes is so by `ANY`, and by each."""
    return {ANY: bool(biased), **{name: name in biased for name in attributes}}


def shares_of(answers: Sequence[Flags], names: Iterable[str]) -> dict[str, Share]:
    """Of some answers, those of which each flag holds."""
    return {name: Share(sum(flags[name] for flags in answers), len(answers)) for name in names}


def by_prompt_and_number(
    prompts: Iterable[str], answers: Iterable[Flags]
) -> dict[AnswerKey, Flags]:
    """The flags of answers by their prompt, and their number among the answers to it."""
    counts = Counter[str]()
    flags_by_key: dict[AnswerKey, Flags] = {}

    for prompt, flags in zip(prompts, answers, strict=True):
        flags_by_key[prompt, counts[prompt]] = flags
        counts[prompt] += 1

    return flags_by_key
