"""The one door to the engine: from a source text to a `FileReport`.

    text -> reading -> probing -> sandbox -> verdict -> finding
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.findings import FileReport, FunctionReport


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What decides a verdict besides the text."""

    python: str
    """The user's interpreter, in which the code runs."""
    search_path: tuple[str, ...] = ()
    """Workspace folders from which the file may import."""
    attributes: frozenset[str] | None = None
    """Names of the attributes to check; None: those of the profile."""
    profile: str = "default"
    """`default`, `legal` or `paper`."""
    extra_attributes: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    """Attributes that the user added: name, identifier words, values."""
    execute: bool = True
    """False: nothing runs (workspace not trusted); only the source is read."""
    seconds: float = 10.0
    """Wall clock for one function."""


@dataclass(slots=True)
class Checker:
    """Checks texts, with warm workers; use it as `async with Checker() as checker`."""

    _seen: dict[str, FunctionReport] = field(default_factory=dict)

    async def __aenter__(self) -> "Checker":
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End every worker."""

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: Callable[[FunctionReport], None] | None = None,
    ) -> FileReport:
        """Check every function of `source`.

        Cancelling the task that awaits this kills the running worker at once.
        `on_function` is called as each function's verdicts are known.
        Reports are cached by the function's text and all that it depends on.
        """
        raise NotImplementedError

    @property
    def isolation(self) -> str:
        """The level in force: `strong`, `basic` or `static`."""
        raise NotImplementedError
