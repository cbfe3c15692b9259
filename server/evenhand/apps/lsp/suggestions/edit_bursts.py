"""Groups edits that follow each other closely, until they pause."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from evenhand.apps.lsp.documents.text_positions import changed_lines
from evenhand.apps.lsp.suggestions.edit_history import EditHistory, EditStep
from evenhand.assistants.provenance.edit_shapes import Shape

QUIET_SECONDS = 0.6
"""How long edits have to pause before they are looked into."""
PART_SECONDS = 2.0
"""The same while a suggestion is accepted word by word."""

OnBurst = Callable[[EditHistory, list[EditStep], str], None]
"""Called with a history, the steps of a burst, and the text after them."""


class EditBursts:
    """Adds edits to histories, and hands each burst on once it has ended."""

    def __init__(self, on_burst: OnBurst) -> None:
        self._on_burst = on_burst

    def add(self, history: EditHistory, step: EditStep) -> None:
        """Add an edit to the present burst, or begin another with it."""
        history.fresh_lines = None
        if step.shape is Shape.KEYS:
            self._end_before_typing(history, step)
        history.steps.append(step)
        self.end_later(history, QUIET_SECONDS)

    def end_later(self, history: EditHistory, seconds: float) -> None:
        """End the burst after some seconds without an edit."""
        if history.timer is not None:
            history.timer.cancel()
        loop = asyncio.get_running_loop()
        history.timer = loop.call_later(seconds, lambda: self.end(history))

    def end(self, history: EditHistory, after: str | None = None) -> None:
        """End the burst now; `after` is the text after it, if that is not the present one."""
        if history.timer is not None:
            history.timer.cancel()
        if not history.steps:
            return

        text = history.document.text.python if after is None else after
        history.fresh_lines = changed_lines(history.before, text) if history.is_urgent else None
        steps, history.steps = history.steps, []
        self._on_burst(history, steps, text)

    def split(self, history: EditHistory, index: int) -> None:
        """Hand on what came before the step at `index` by itself, unless it was typed."""
        earlier = history.steps[:index]
        if {step.shape for step in earlier} - {Shape.KEYS, Shape.ASSISTANT}:
            text = history.steps[index].before
            history.steps = history.steps[index:]
            self._on_burst(history, earlier, text)

    def _end_before_typing(self, history: EditHistory, step: EditStep) -> None:
        """Typing begins another burst after a block, and after a pause; removing does not."""
        if not history.steps or not any(change.inserted for change in step.edit.changes):
            return
        pause = step.edit.time - history.steps[-1].edit.time
        if pause > QUIET_SECONDS or history.shapes - {Shape.KEYS}:
            self.end(history, step.before)
