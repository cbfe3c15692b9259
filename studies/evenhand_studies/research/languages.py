"""In which languages a study can be asked, if its tasks are written in several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

T = TypeVar("T")

ENGLISH = "en"
"""The language of every study's usual questions."""
LANGUAGES = (ENGLISH, "de", "es", "fr", "zh")


def by_language(questions: Callable[[str], T]) -> Mapping[str, Callable[[], T]]:
    """The questions in each language, as the variants of a study."""
    return {language: partial(questions, language) for language in LANGUAGES}


def language_of(way: str) -> str:
    """The language in which a run was asked; `way` is how the run notes it, such as `de cot`."""
    first = way.partition(" ")[0]
    return first if first in LANGUAGES else ENGLISH
