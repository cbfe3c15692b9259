"""What two people and an adjudicator decide about code, and how far the two agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from evenhand_studies.measures.cohen_kappa import Agreement, agreement
from evenhand_studies.research.huang.huang_answers import Answer
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.huang.review_forms import COMPLETES, Reviewed, Said

ALL = "all questions"


@dataclass(frozen=True, slots=True)
class Review:
    """What people say of some answers."""

    reviewed: Sequence[Reviewed]
    first: Mapping[str, Said]
    """By the name of the answer."""
    second: Mapping[str, Said]
    third: Mapping[str, Said] | None = None
    """The adjudicator's word where the two differ; None before there is one."""

    @property
    def agreements(self) -> dict[str, Agreement]:
        """How far the two agree, by question and over all."""
        by_question = {
            question: agreement(self._pairs(question)) for question in (*attributes(), COMPLETES)
        }
        everything = agreement(pair for name in by_question for pair in self._pairs(name))
        return {name: own for name, own in by_question.items() if own.count} | {ALL: everything}

    @property
    def differing(self) -> list[Reviewed]:
        """The answers about which the two differ, with the questions where they do."""
        return [
            replace(own, questions=questions, why=self._both_said(own, questions))
            for own in self.reviewed
            if (questions := self._questions_that_differ(own))
        ]

    @property
    def decided(self) -> dict[str, Said]:
        """What is decided of each answer: where the two agree, or the adjudicator has spoken."""
        return {own.name: dict(self._decisions(own)) for own in self.reviewed}

    def _pairs(self, question: str) -> Iterator[tuple[bool, bool]]:
        for own in self.reviewed:
            if question in own.questions:
                yield self.first[own.name][question], self.second[own.name][question]

    def _questions_that_differ(self, own: Reviewed) -> tuple[str, ...]:
        first, second = self.first[own.name], self.second[own.name]
        return tuple(name for name in own.questions if first[name] != second[name])

    def _both_said(self, own: Reviewed, questions: Sequence[str]) -> str:
        first, second = self.first[own.name], self.second[own.name]
        return "; ".join(
            f"{name}: {_word(first[name])} and {_word(second[name])}" for name in questions
        )

    def _decisions(self, own: Reviewed) -> Iterator[tuple[str, bool]]:
        differing = self._questions_that_differ(own)
        for question in own.questions:
            if question not in differing:
                yield question, self.first[own.name][question]
            elif self.third is not None:
                yield question, self.third[own.name][question]


def with_decisions(answer: Answer, decided: Said) -> Answer:
    """An answer with what people decided of attributes that could not be checked."""
    known = answer.unchecked & decided.keys()
    biased = frozenset(name for name in known if decided[name])
    return replace(answer, biased=answer.biased | biased, unchecked=answer.unchecked - known)


def _word(says: bool) -> str:
    return "yes" if says else "no"
