"""Runs the old and the new text of a function in the same contexts, each call once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from evenhand.causes import Explanation
from evenhand.check.outcomes.requests import Call, Module, Outcome, Steps
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.pasted_calls import paste
from evenhand.check.search.witnesses import driven
from evenhand.repair.survey.combined_outcomes import CombinedOutcomes, Values, with_values
from evenhand.repair.survey.varied_outcomes import (
    CALLS,
    Survey,
    open_unwatched,
    perform_all,
)


class NotLoadedError(Exception):
    """A text could not be loaded, so that nothing is known of it."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation)
        self.explanation = explanation


@dataclass(slots=True)
class TextRuns:
    """The outcomes of two texts of one function, as far as they are known."""

    survey: Survey
    old_outcomes: CombinedOutcomes
    text: str
    """The new text."""
    late: Explanation | None = None
    """How the clock has ended a call, which would have gone on on another machine."""
    _new: dict[Call, Outcome] = field(default_factory=dict)
    _open: Module | None = None
    """Which of the two is loaded now."""

    def new(self, contexts: Sequence[Context]) -> Steps[list[Outcome]]:
        """What the new text does; raises `NotLoadedError`."""
        module = replace(self.survey.search.module, source=self.text)
        return (yield from self._run(module, self._new, contexts))

    def old(self, contexts: Sequence[Context]) -> Steps[list[Outcome]]:
        """What the old text does; raises `NotLoadedError`."""
        module = self.survey.search.module
        return (yield from self._run(module, self.old_outcomes.by_call, contexts))

    def old_as(self, context: Context, values: Values) -> Steps[Outcome]:
        """What the old text does if everyone has these values; raises `NotLoadedError`."""
        (outcome,) = yield from self.old([with_values(self.survey, context, values)])
        return outcome

    def load_again(self) -> None:
        """Load whichever text is run next, since others may have loaded one meanwhile."""
        self._open = None

    def written(self, context: Context) -> str:
        """A call as a person can paste it behind the file."""
        search = self.survey.search
        call = context.call(search.writer)
        text = driven(call.text, search.reading.function.node)
        return paste(replace(call, text=text), search.module.path)

    def _run(
        self, module: Module, known: dict[Call, Outcome], contexts: Sequence[Context]
    ) -> Steps[list[Outcome]]:
        calls = [context.call(self.survey.search.writer) for context in contexts]
        missing = {
            call: context
            for call, context in zip(calls, contexts, strict=True)
            if call not in known
        }
        if not missing:
            return [known[call] for call in calls]

        spending = self.survey.search.spending
        yield from self._load(module)
        spending.start_anew(CALLS)
        outcomes = yield from perform_all(self.survey.search, list(missing.values()))
        made = dict(zip(missing, outcomes, strict=True))
        self.late = self.late or spending.late
        if spending.late is None:
            known.update(made)
        return [made[call] if call in made else known[call] for call in calls]

    def _load(self, module: Module) -> Steps[None]:
        if self._open == module:
            return
        loaded = yield from open_unwatched(self.survey.search, module)
        if loaded.problem is not None:
            raise NotLoadedError(loaded.problem)
        self._open = module
