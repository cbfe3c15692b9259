"""Writes what a model is asked for a repair."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from evenhand.doors.call_layout import laid_out
from evenhand.doors.printable import listed
from evenhand.models.language_model import Message
from evenhand.repair.by_model.shown_code import function_text, signature, surroundings
from evenhand.repair.by_model.strategies import Strategy, strategy_text
from evenhand.repair.by_model.test_report import failing_tests, given
from evenhand.repair.by_model.treatment import inputs_of_people, treatment
from evenhand.repair.objections import Objection, ObjectionKind, ShownCall
from evenhand.repair.survey.repair_case import Case

WIDTH = 100

SYSTEM = """\
You repair Python functions that treat people differently because of who they are. You are given a
function, how everyone is to be treated from now on, and tests that the function fails: two calls
that differ in one person's attribute, and should have the same outcome.

Write what a careful reviewer would merge. Take a rule out rather than work around it, leave nothing
behind that is no longer used, and change nothing else: neither comments nor names nor layout. Keep
the function's name, decorators and annotations, and all parameters, also those that it no longer
needs. Use no library that the file does not import already, other than the standard library; an
import that you need goes above the function.

Answer with the whole function in one Python code block, and with no other code. Below it, write one
line that begins with `Note:` and says what the user should know before using it, such as a rule of
law or of medicine that the difference may have served, or who now gets less. Write `Note: none` if
there is nothing."""

TASK = """\
Repair `{name}` so that {attributes} no longer {make} any difference to its outcome. It must not
depend on {inputs} any more. A result that only repeats a person's own data may go on doing so."""

AGAIN = "Answer with the whole function again, in one Python code block, and with the `Note:` line."
SIGNATURE = "Its head has to stay as it is:"
SHOWN = "These calls show it:"


def first_request(case: Case, strategy: Strategy) -> list[Message]:
    """The messages that begin a conversation."""
    paragraphs = map(_wrapped, _request(case, strategy))
    return [Message("system", SYSTEM), Message("user", "\n\n".join(paragraphs))]


def complaint(case: Case, objection: Objection, report: str = "") -> Message:
    """What is wrong with the last answer; `report` is on the tests that it fails, if there is one.

    The calls of the objection come first: they are what it is about.
    """
    parts = [f"This is not a repair yet: {objection.sentence}."]
    if objection.calls:
        calls = "\n\n".join(_call(call) for call in objection.calls)
        parts.append(f"{SHOWN}\n\n{_block(calls)}")
    elif report:
        parts.append(f"It fails these tests:\n\n{_block(report)}")

    if objection.kind is ObjectionKind.SIGNATURE_CHANGED:
        parts.append(f"{SIGNATURE}\n\n{_block(signature(case))}")
    if objection.kind is ObjectionKind.NAME_UNKNOWN:
        parts.append("Import it above the function, or write what it is for inside of it.")
    return Message("user", "\n\n".join([*parts, AGAIN]))


def _request(case: Case, strategy: Strategy) -> Iterator[str]:
    """The paragraphs of the first request."""
    attributes = sorted(attribute.replace("_", " ") for attribute in case.wanted)
    yield TASK.format(
        name=case.function.name,
        attributes=listed(attributes),
        make="make" if len(attributes) > 1 else "makes",
        inputs=listed(inputs_of_people(case)),
    )
    yield from treatment(case)
    yield from strategy_text(strategy)
    yield f"The function:\n\n{_block(function_text(case))}"

    around = surroundings(case)
    if around:
        yield f"What it uses, which stays as it is:\n\n{_block(around)}"
    report = failing_tests(case.verdicts)
    if report:
        yield f"It fails these tests:\n\n{_block(report)}"


def _call(shown: ShownCall) -> str:
    before = f"{given('before:', shown.before)}\n" if shown.before else ""
    return f"{laid_out(shown.call)}\n{before}{given('with your answer:', shown.now)}"


def _wrapped(paragraph: str) -> str:
    """A paragraph in lines of a fair length; what has several lines has them already."""
    if "\n" in paragraph and ("```" in paragraph or paragraph.startswith("- ")):
        return paragraph
    return fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)


def _block(code: str) -> str:
    return f"```python\n{code}\n```"
