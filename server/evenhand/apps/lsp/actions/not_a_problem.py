"""The one entry of the light bulb that says that findings are no problem, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from evenhand import __version__
from evenhand.apps.lsp.actions.asked_findings import FixGroup, data_of
from evenhand.apps.lsp.actions.asking_reasons import ask_to_allow
from evenhand.apps.lsp.actions.silencing import keep_answers, settings_path, write_setting
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.lsp_extensions import COPY_TEXT, NOT_A_PROBLEM
from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import UnableToAskError, pick
from evenhand.apps.lsp.wording import capitalised, spoken, spoken_list
from evenhand.check.answered_findings import about_name, answer_to, deciding_signals
from evenhand.doors.printable import printable
from evenhand.findings import Recognised, RuleCode, Span
from evenhand.user_answers import AnswerKind
from evenhand.workspace.quiet_settings import without_file, without_kind
from evenhand.workspace.settings_file import Change, Chosen, is_worth_a_setting, not_people


@dataclass(frozen=True, slots=True)
class Place:
    """Where one finding is, and what it was taken for."""

    span: Span
    """Of the function, or of a line of the file."""
    location: Span
    """Of the function's name, or of the line."""
    attribute: str
    recognised: Recognised | None
    name: str
    """The name in the code that means the attribute; empty if none does."""
    found: str
    """Its rule, and what kind of verdict it is."""
    rule: RuleCode | None = None
    """Of a finding that is on no function."""


def not_a_problem_fixes(subject: Subject, diagnostics: Iterable[types.Diagnostic]) -> FixGroup:
    """A command for each finding, and one for all of a function: only the user knows why."""
    findings = [each for each in diagnostics if _attribute_of(each)]
    single = [_fix(subject, [each]) for each in findings]
    functions = {data_of(each).get("function") for each in findings}
    return FixGroup(single, _fix(subject, findings) if len(functions) == 1 else None)


def _attribute_of(diagnostic: types.Diagnostic) -> str:
    """What a finding on a function, or a remark, is about; empty if it is about no attribute."""
    data = data_of(diagnostic)
    return str(data.get("attribute") or data.get("about") or "")


def _fix(subject: Subject, diagnostics: list[types.Diagnostic]) -> types.CodeAction:
    """The command for some findings on one function, or on lines of the file."""
    attributes = list(dict.fromkeys(map(_attribute_of, diagnostics)))
    function = str(data_of(diagnostics[0]).get("function", ""))
    title = plain(f"Not a problem: {spoken_list(attributes)} here…")
    line = subject.text.span(diagnostics[0].range).line
    arguments = [subject.uri, function, str(line), *attributes]
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=diagnostics,
        command=types.Command(title=title, command=NOT_A_PROBLEM, arguments=arguments),
    )


@dataclass(frozen=True, slots=True)
class Way:
    """One way to say that findings are no problem."""

    label: str
    detail: str
    """What it writes, and where."""
    carry_out: Callable[[], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Silenced:
    """What is said to be no problem."""

    server: EvenhandServer
    document: Document
    function: str
    """Empty if the findings are on a line of the file."""
    line: int
    places: tuple[Place, ...]

    @property
    def attributes(self) -> list[str]:
        """Those that the findings are about."""
        return list(dict.fromkeys(place.attribute for place in self.places))

    @property
    def place(self) -> str:
        return "function" if self.function else "line"

    @property
    def names(self) -> list[str]:
        """The names in the code that mean them."""
        names = dict.fromkeys(place.name for place in self.places)
        return [name for name in names if is_worth_a_setting(name)]


async def leave_out(
    server: EvenhandServer,
    document: Document,
    function: str,
    line: int,
    attributes: Sequence[str],
) -> dict[str, Any]:
    """Ask why some findings on one function are no problem, and do what the user says."""
    every = _places(document, function, line)
    places = tuple(place for place in every if place.attribute in attributes)
    if not places:
        return {"written": False, "reason": "there is no such finding any more"}
    silenced = Silenced(server, document, function, line, places)
    ways = list(_ways(silenced))
    noun = "finding" if len(places) == 1 else "findings"
    question = f"Dismiss the {noun} on {spoken_list(silenced.attributes)}"
    try:
        chosen = await pick(server, question, [(way.label, way.detail) for way in ways])
    except UnableToAskError:
        return {"written": False, "reason": "this editor cannot ask you why"}
    if chosen is None:
        return {"written": False, "reason": "you did not say why"}
    return await ways[chosen].carry_out()


def _ways(silenced: Silenced) -> Iterator[Way]:
    """From what is about one function to what is about the project."""
    yield Way(
        "Intended here: say why",
        f"Adds a comment above the {silenced.place}",
        lambda: _intended(silenced),
    )
    yield Way(
        "Harmless: nobody gains or loses anything",
        f"{_hidden(silenced)}; similar ones count for less",
        lambda: _answered(silenced, AnswerKind.NOT_A_DECISION),
    )
    yield from _ways_by_name(silenced)
    yield from _ways_by_settings(silenced)
    can_copy = "copyText" in silenced.server.session.settings.abilities
    yield Way(
        "The finding is wrong: copy a report" if can_copy else "The finding is wrong",
        _hidden(silenced) + ("; no code in the report" if can_copy else ""),
        lambda: _wrong(silenced),
    )


def _hidden(silenced: Silenced) -> str:
    return f"Hidden on this machine until the {silenced.place} changes"


def _ways_by_name(silenced: Silenced) -> Iterator[Way]:
    """The name means no attribute of a person: here, in the file, in the project."""
    names = silenced.names
    if not names:
        return
    code = " and ".join(map(printable, names))
    why = "Not about a person: "
    if silenced.function:
        yield Way(
            f"{why}ignore {code} in this function",
            _hidden(silenced),
            lambda: _answered(silenced, AnswerKind.NOT_A_PERSON),
        )
    in_file = f"ignore {code} in this file"
    yield Way(f"{why}{in_file}", "Kept on this machine", lambda: _in_file(silenced, in_file))
    in_project = f"ignore {code} in this project"
    yield from _by_setting(silenced, in_project, "not-people", not_people(names), why)


def _ways_by_settings(silenced: Silenced) -> Iterator[Way]:
    """The file, or findings of this kind, are of no interest to the project."""
    path, source = silenced.document.path, settings_path(silenced.server, silenced.document)
    file = without_file(path, source)
    if file is not None:
        yield from _by_setting(silenced, f"do not check {path.name}", "extend-exclude", file)

    first = silenced.places[0]
    purpose = first.recognised.purpose if first.recognised is not None else None
    label, kind = without_kind(first.rule, purpose, first.attribute)
    what = kind.table if isinstance(kind, Chosen) else kind.key
    yield from _by_setting(silenced, f"hide all {label} in this project", what, kind)


def _by_setting(
    silenced: Silenced, deed: str, what: str, change: Change, why: str = ""
) -> Iterator[Way]:
    """Written to the project's settings, for everybody; only if the user trusts the folder."""
    server, document = silenced.server, silenced.document
    if server.session.settings.trusted:
        file = settings_path(server, document).name
        detail = f"Written to {file} as {what}, for everyone on the project"
        label = f"{why}{deed}" if why else capitalised(deed)
        yield Way(label, detail, lambda: write_setting(server, document, change, deed))


async def _intended(silenced: Silenced) -> dict[str, Any]:
    line = silenced.places[0].location.line if silenced.function else silenced.line
    arguments = (silenced.document, silenced.function, line, silenced.attributes)
    await ask_to_allow(silenced.server, *arguments)
    return {"written": False, "reason": "a comment says why it is intended"}


async def _answered(silenced: Silenced, kind: AnswerKind) -> dict[str, Any]:
    """Keep an answer to each of the findings."""
    document = silenced.document
    answers = [
        answer_to(
            kind,
            document.path,
            document.text.python,
            place.span,
            silenced.function,
            place.attribute,
            place.name,
            deciding_signals(place.recognised),
        )
        for place in silenced.places
    ]
    return await keep_answers(silenced.server, document, answers)


async def _in_file(silenced: Silenced, deed: str) -> dict[str, Any]:
    """Keep that the names are about no person in this file."""
    path = silenced.document.path
    answers = [about_name(path, name) for name in silenced.names]
    return await keep_answers(silenced.server, silenced.document, answers, deed)


async def _wrong(silenced: Silenced) -> dict[str, Any]:
    """Keep the answer, and copy what helps whoever mends it."""
    server = silenced.server
    if "copyText" in server.session.settings.abilities:
        with suppress(JsonRpcException):
            await server.ask(COPY_TEXT, {"text": _report(silenced.places)})
    return await _answered(silenced, AnswerKind.WRONG)


def _report(places: Sequence[Place]) -> str:
    """What was found and by which signals, without a word of the code."""
    lines = [f"A finding of Evenhand {__version__} that is wrong"]
    for place in places:
        recognised = place.recognised
        purpose = f", taken for {recognised.purpose}" if recognised is not None else ""
        lines.append(f"{place.found} by {spoken(place.attribute)}{purpose}")
        points = recognised.points if recognised is not None else ()
        lines += [f"  {each.points:+.2f} {each.signal} towards {each.towards}" for each in points]
    return "\n".join(lines) + "\n"


def _places(document: Document, function: str, line: int) -> Iterator[Place]:
    """The findings on a function, or on a line of the file."""
    for report, verdict in document.findings.verdicts:
        if function and report.name == function:
            found = f"{verdict.code} ({verdict.kind})"
            yield Place(
                report.span,
                report.location,
                verdict.attribute,
                verdict.recognised,
                verdict.name,
                found,
            )
    for remark in document.findings.remarks:
        if not function and remark.location.line == line:
            place = remark.location
            yield Place(
                place,
                place,
                remark.attribute,
                remark.recognised,
                remark.name,
                remark.code,
                remark.code,
            )
