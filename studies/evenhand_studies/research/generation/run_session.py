"""Asking: several questions at once, at a given pace, each answer kept as soon as it arrives."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from evenhand.clock import now
from evenhand.models.language_model import Answer, DeclinedError, ModelError, TurnedAwayError
from evenhand.models.openai_model import Connection
from evenhand_studies.research.generation.budget import Budget, most_tokens
from evenhand_studies.research.generation.completions import STOPS, completion_of
from evenhand_studies.research.generation.extraction import code_in
from evenhand_studies.research.generation.questions import Generation, Question
from evenhand_studies.research.generation.run_folder import Run

PATIENCE = 3
"""Questions in a row without an answer, after which the endpoint is left alone."""


@dataclass(slots=True)
class Session:
    """One session of a run: asks questions until all are answered, or something ends it."""

    run: Run
    connection: Connection
    budget: Budget
    at_once: int = 4
    """Questions under way at the same time."""
    per_minute: float | None = None
    """Questions begun in a minute; None: as fast as answers arrive."""
    on_answer: Callable[[Generation], None] = lambda answer: None
    """Called with each answer after it was kept."""

    why: str = ""
    """Why the last question without an answer has none, or why the session ended."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when nothing more is to be asked."""

    _budget_changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _failures_in_a_row: int = 0
    _next_turn: float = 0.0
    """When the pace allows the next question, by the monotonic clock."""

    async def ask_all(self, questions: Iterable[Question]) -> None:
        """Ask until all are answered, or `end` is called."""
        waiting = iter(questions)
        async with asyncio.TaskGroup() as group:
            for _ in range(self.at_once):
                group.create_task(self._lane(waiting))

    def end(self, why: str) -> None:
        """Ask nothing more; answers on their way are still waited for."""
        if not self.ended.is_set():
            self.why = why
            self.ended.set()

    async def _lane(self, waiting: Iterator[Question]) -> None:
        """Ask one question after another, of those that all lanes take from."""
        for question in waiting:
            await self._wait_for_turn()
            if self.ended.is_set() or not await self._wait_for_budget(question):
                return

            await self._ask(question)
            async with self._budget_changed:
                self._budget_changed.notify_all()

    async def _wait_for_turn(self) -> None:
        """Wait until the pace allows another question, or the session ends."""
        if self.per_minute is None:
            return

        turn = max(self._next_turn, time.monotonic())
        self._next_turn = turn + 60 / self.per_minute

        with suppress(TimeoutError):
            async with asyncio.timeout(turn - time.monotonic()):
                await self.ended.wait()

    async def _wait_for_budget(self, question: Question) -> bool:
        """Wait until the budget allows a question; False if it never will, or the session ends.

        What is set aside for answers on their way may turn out to be less when they arrive.
        """
        async with self._budget_changed:
            while refusal := self.budget.begin(question):
                if self.ended.is_set():
                    return False
                if not self.budget.under_way:
                    self.end(refusal)
                    return False
                await self._budget_changed.wait()
        return True

    async def _ask(self, question: Question) -> None:
        """Ask, and keep the answer if one comes."""
        try:
            self.run.note_sent(question.key, most_tokens(question))
        except OSError as error:
            self.budget.turned_away(question)
            self._cannot_write(error)
            return

        try:
            answer = await self._answer(question)
        except ModelError as error:
            self._failed(question, error)
            return

        self.budget.end(question, answer)
        try:
            self.run.add(answer)
        except OSError as error:
            self._cannot_write(error)
            return

        self._failures_in_a_row = 0
        self.on_answer(answer)

    def _failed(self, question: Question, error: ModelError) -> None:
        """Count a question without an answer, and end the session after too many in a row."""
        if isinstance(error, TurnedAwayError):
            self.budget.turned_away(question)
            # If this cannot be written, the question counts, which is the safe side.
            with suppress(OSError):
                self.run.note_turned_away(question.key)
        else:
            self.budget.end(question, None)

        self.why = str(error)
        self._failures_in_a_row += 1
        if self._failures_in_a_row >= PATIENCE:
            self.end(self.why)

    def _cannot_write(self, error: OSError) -> None:
        self.end(f"{self.run.folder} cannot be written ({error.strerror or error})")

    async def _answer(self, question: Question) -> Generation:
        """The answer, even if it is a refusal; raises `ModelError` if none came."""
        run_seed = self.run.setup.seed
        seed = None if run_seed is None else run_seed + question.number
        asked, started = now(), time.monotonic()
        refused, problem = False, ""

        try:
            answer = await self._asked(question, seed)
        except DeclinedError as error:
            answer, refused, problem = error.answer, error.refused, str(error)

        code = "" if refused else self._code_in(answer.text, question.head)
        if not code and not problem:
            problem = "no code in it that can be read"

        return Generation(
            task=question.task,
            number=question.number,
            answer=answer.text,
            code=code,
            refused=refused,
            problem=problem,
            model=self.run.setup.model,
            base_url=self.run.setup.base_url,
            temperature=self.run.setup.temperature,
            seed=seed,
            asked=asked.isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - started, 3),
            sent=answer.usage.sent,
            received=answer.usage.received,
            served=answer.served,
            fingerprint=answer.fingerprint,
            about=question.about,
        )

    async def _asked(self, question: Question, seed: int | None) -> Answer:
        if self.run.setup.completions:
            return await self.connection.complete(question.messages[-1].text, STOPS, seed)
        return await self.connection.ask(question.messages, seed)

    def _code_in(self, text: str, head: str) -> str:
        if self.run.setup.completions:
            return completion_of(text, head)
        return code_in(text, head)
