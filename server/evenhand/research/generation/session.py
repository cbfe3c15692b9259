"""Asking: several questions at once, at a given pace, each answer kept as soon as it is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from evenhand.clock import now
from evenhand.models.language_model import DeclinedError, ModelError, TurnedAwayError
from evenhand.models.openai_model import Connection
from evenhand.research.generation.budget import Budget, most_tokens
from evenhand.research.generation.extraction import code_in
from evenhand.research.generation.questions import Generation, Question
from evenhand.research.generation.run_folder import Run

PATIENCE = 3
"""Questions in a row without an answer, after which the endpoint is left alone."""


@dataclass(slots=True)
class Asking:
    """One session of a run."""

    run: Run
    connection: Connection
    budget: Budget
    at_once: int = 4
    per_minute: float | None = None
    on_answer: Callable[[Generation], None] = lambda answer: None
    why: str = ""
    """Why the last question without an answer has none, or why nothing more is asked."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    _room: asyncio.Condition = field(default_factory=asyncio.Condition)
    _in_a_row: int = 0
    _next: float = 0.0

    async def ask_all(self, questions: Iterable[Question]) -> None:
        """Ask until all are answered, or `end` is called."""
        waiting = iter(questions)
        async with asyncio.TaskGroup() as group:
            for _ in range(self.at_once):
                group.create_task(self._lane(waiting))

    def end(self, why: str) -> None:
        """Ask nothing more; what is on its way is waited for."""
        if not self.ended.is_set():
            self.why = why
            self.ended.set()

    async def _lane(self, waiting: Iterator[Question]) -> None:
        for question in waiting:
            await self._wait_for_turn()
            if self.ended.is_set():
                return
            if not await self._allowed(question):
                return
            await self._ask(question)
            async with self._room:
                self._room.notify_all()

    async def _allowed(self, question: Question) -> bool:
        """Whether the budget has room, now or when what is on its way has come."""
        async with self._room:
            while refusal := self.budget.begin(question):
                if self.ended.is_set():
                    return False
                if not self.budget.under_way:
                    self.end(refusal)
                    return False
                await self._room.wait()
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
        self._in_a_row = 0
        self.on_answer(answer)

    def _failed(self, question: Question, error: ModelError) -> None:
        if isinstance(error, TurnedAwayError):
            self.budget.turned_away(question)
            # Where this cannot be written, the question counts, which is the safe side.
            with suppress(OSError):
                self.run.note_turned_away(question.key)
        else:
            self.budget.end(question, None)
        self._in_a_row += 1
        self.why = str(error)
        if self._in_a_row >= PATIENCE:
            self.end(self.why)

    def _cannot_write(self, error: OSError) -> None:
        self.end(f"{self.run.folder} cannot be written ({error.strerror or error})")

    async def _answer(self, question: Question) -> Generation:
        """The answer, also one that is of no use; raises `ModelError` where none came."""
        setup = self.run.setup
        seed = None if setup.seed is None else setup.seed + question.number
        asked, started = now(), time.monotonic()
        refused, problem = False, ""
        try:
            answer = await self.connection.ask(question.messages, seed)
        except DeclinedError as error:
            answer, refused, problem = error.answer, error.refused, str(error)
        code = "" if refused else code_in(answer.text, question.head)
        return Generation(
            task=question.task,
            number=question.number,
            answer=answer.text,
            code=code,
            refused=refused,
            problem=problem or ("" if code else "no code in it that can be read"),
            model=setup.model,
            base_url=setup.base_url,
            temperature=setup.temperature,
            seed=seed,
            asked=asked.isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - started, 3),
            sent=answer.usage.sent,
            received=answer.usage.received,
            about=question.about,
        )

    async def _wait_for_turn(self) -> None:
        """Until the pace allows another request, or nothing more is to be asked."""
        if self.per_minute is None:
            return
        turn = max(self._next, time.monotonic())
        self._next = turn + 60 / self.per_minute
        try:
            async with asyncio.timeout(turn - time.monotonic()):
                await self.ended.wait()
        except TimeoutError:
            return
