"""An engine that says what the comments in a text tell it to say, and its server process.

With `--clock`, time passes in the server only when the client asks for it (`test/passTime`).

def fee(age):  # says biased age
def pay(age):  # says slow          never ends, until its check is cancelled
def tax(age):  # says crash         fails as a bug in the engine would
"""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from evenhand.apps.lsp.__main__ import create_server, serve
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.check.checking import Lines
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Remark,
    RuleCode,
    Severity,
    Span,
    Staging,
    Verdict,
    VerdictKind,
    Witness,
)
from evenhand.isolation import Isolation, Standing
from evenhand.options import CheckOptions

LINE = re.compile(r".*?\bdef (\w+).*?# says (.+)")
WITH_BODY = re.compile(r"^( *).*\bdef .*# says .+(?=\n +\S)", re.MULTILINE)
BODILESS = re.compile(r"^( *).*\bdef .*# says .+", re.MULTILINE)
IMPORT = re.compile(r"^import (\w+)$", re.MULTILINE)
IDLE = re.compile(r"# idle (\w+)")


class ScriptedEngine:
    """Says what the text says; remembers which checks were begun, cancelled and closed."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.cancelled: list[str] = []
        self.closed = False
        self.options: CheckOptions | None = None
        self.on_begin: Callable[[str], None] = lambda source: None

    async def __aenter__(self) -> ScriptedEngine:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        self.closed = True

    @property
    def standing(self) -> Standing:
        return Standing(Isolation.STRONG)

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: Callable[[FunctionReport], None] | None = None,
        first: Lines | None = None,
        *,
        edited: bool = False,
    ) -> FileReport:
        self.begun.append(source)
        self.options = options
        self.on_begin(source)
        if not is_readable(source):
            return FileReport(str(path), problem="syntax error in line 1")
        functions = []
        try:
            for report, script in functions_of(source, options):
                await act(script)
                functions.append(report)
                if on_function is not None:
                    on_function(report)
        except asyncio.CancelledError:
            self.cancelled.append(source)
            raise
        modules = frozenset(str(path.with_name(f"{name}.py")) for name in IMPORT.findall(source))
        remarks = tuple(remarks_of(source))
        return FileReport(str(path), tuple(functions), remarks, depends_on=modules)


def is_readable(source: str) -> bool:
    """Whether it is Python; of a function of which a script says enough only the body is read."""
    try:
        ast.parse(BODILESS.sub(r"\1pass", WITH_BODY.sub(r"\1if True:", source)))
    except SyntaxError:
        return False
    return True


async def act(script: str) -> None:
    if script == "slow":
        await asyncio.Event().wait()
    if script == "crash":
        raise RuntimeError("scripted crash")


def functions_of(source: str, options: CheckOptions) -> Iterator[tuple[FunctionReport, str]]:
    lines = source.split("\n")
    for index, text in enumerate(lines):
        if found := LINE.match(text):
            place = Span(index + 1, found.start(1), index + 1, found.end(1))
            end = next(
                (i for i in range(index + 1, len(lines)) if not lines[i].startswith(" ")),
                len(lines),
            )
            span = Span(index + 1, 0, end, len(lines[end - 1]))
            verdicts = tuple(verdicts_of(found[1], found[2], place, options))
            yield FunctionReport(found[1], span, place, verdicts), found[2]


def verdicts_of(name: str, script: str, place: Span, options: CheckOptions) -> Iterator[Verdict]:
    if script.startswith("biased"):
        for attribute in script.split()[1:]:
            yield unrun(attribute, place) if options.not_run else biased(name, attribute, place)
    elif script == "options":
        yield verdict("age", VerdictKind.REFUSES, place, f"{options.profile} {options.python}")
    elif script != "crash":
        yield Verdict(
            "age", "age", VerdictKind.NO_DIFFERENCE_FOUND, None, None, "", 212, 0.1, None, place
        )


def biased(name: str, attribute: str, place: Span) -> Verdict:
    return Verdict(
        attribute=attribute,
        input=attribute,
        kind=VerdictKind.BIASED,
        code=RuleCode("EVH001"),
        severity=Severity.WARNING,
        reason=f"`{name}` is 10 higher for 1 than for 2",
        pairs=3,
        seconds=0.1,
        witness=Witness(
            (f"{name}(1)", f"{name}(2)"), ("20", "10"), ("1", "2"), staging=staging(name)
        ),
        location=place,
        branch=Span(place.line + 1, 4, place.line + 1, 12),
    )


def staging(name: str) -> Staging:
    """Both calls as parts of a program."""
    return Staging("value", ("1", "2"), (), (), f"{name}(value)", (), (name,), (), is_plain=True)


def unrun(attribute: str, place: Span) -> Verdict:
    reason = "the workspace is not trusted"
    return Verdict(
        attribute, attribute, VerdictKind.NOT_CHECKED, None, None, reason, 0, 0.0, None, place
    )


def verdict(attribute: str, kind: VerdictKind, place: Span, reason: str) -> Verdict:
    return Verdict(
        attribute,
        attribute,
        kind,
        RuleCode("EVH002"),
        Severity.WARNING,
        reason,
        1,
        0.1,
        None,
        place,
    )


def remarks_of(source: str) -> Iterator[Remark]:
    for number, text in enumerate(source.split("\n"), 1):
        if found := IDLE.search(text):
            place = Span(number, found.start(), number, len(text))
            yield Remark(RuleCode("EVH011"), Severity.WARNING, "allows nothing", place)


def stop_the_clock(server: EvenhandServer) -> None:
    """Let time pass in the server's event loops only when the client asks for it."""
    now, session = 0.0, server.session
    asyncio.BaseEventLoop.time = lambda loop: now  # type: ignore[method-assign]

    @server.feature("test/passTime")
    async def pass_time(params: Any) -> None:
        nonlocal now
        for document in session.documents.values():
            while len(document.jobs) > 1:  # a check's pause begins when the check before is gone
                await asyncio.wait(document.jobs, return_when=asyncio.FIRST_COMPLETED)
        await _what_is_due(server)
        now += params.seconds
        await _what_is_due(server)


async def _what_is_due(server: EvenhandServer) -> None:
    """Wait until the loop has begun with all that is due, and suggestions have been looked into."""
    for _ in range(3):
        await asyncio.sleep(0)
    suggestions, files = server.session.suggestions, server.watched_files
    while tasks := {*suggestions._tasks, *files._tasks}:
        await asyncio.wait(tasks)


if __name__ == "__main__":
    scripted = create_server(ScriptedEngine)
    if "--clock" in sys.argv:
        stop_the_clock(scripted)
    sys.exit(serve(scripted))
