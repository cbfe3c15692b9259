"""Writes what a model is asked for a repair."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from evenhand.models.language_model import Message
from evenhand.repair.by_model.strategies import Strategy, strategy_text
from evenhand.repair.by_model.test_report import failing_tests
from evenhand.repair.objections import Objection
from evenhand.repair.rewrite.source_lines import first_line
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.repair_case import Case

LONGEST_CONTEXT = 12_000
"""Characters of other definitions that are sent along."""


SYSTEM = """\
You repair Python functions that treat people differently because of who they are. You are given a
function and tests that it fails: two calls that differ in one protected attribute and should have
the same outcome. Answer with the whole function in one Python code block, and with no other code.
Keep its name, parameters, decorators and annotations, and keep what it does for every other input.
Use no library that the file does not import already, other than the standard library."""

TASK = """\
Repair `{name}` so that {attributes} no longer {make} any difference to its outcome. People of every
group, also of groups that the code does not name, must get what somebody gets today: do not invent
new results, do not refuse anybody who is served now, and do not return a constant. A record that
repeats a person's own data may go on doing so."""


def first_request(case: Case, strategy: Strategy) -> list[Message]:
    """The messages that begin a conversation."""
    return [Message("system", SYSTEM), Message("user", "\n\n".join(_request(case, strategy)))]


def complaint(objection: Objection, report: str) -> Message:
    """What is wrong with the last answer; `report` is on the tests that it fails."""
    parts = [f"This is not a repair yet: {objection.sentence}."]
    if report:
        parts.append(f"It fails these tests:\n\n{_block(report)}")
    parts.append("Answer with the whole function again, in one Python code block.")
    return Message("user", "\n\n".join(parts))


def function_text(case: Case) -> str:
    """The function as it is written, without the indentation of a class around it."""
    node = case.function.node
    if isinstance(node, ast.Module):
        return case.source

    text = SourceText(case.source)
    first = first_line(node)
    indent = text.indent(first)
    lines = text.lines[first - 1 : node.end_lineno]
    return "".join(line.removeprefix(indent) for line in lines).rstrip()


def surroundings(case: Case) -> str:
    """Imports and definitions of the file that the function uses."""
    reached = {id(node) for node in case.job.dependencies.closure(case.function)}
    text = SourceText(case.source)
    pieces = [
        text.of(statement)
        for statement in case.job.source.tree.body
        if statement is not case.function.node and _is_used(statement, reached)
    ]

    around = "\n".join(pieces)
    return around if len(around) <= LONGEST_CONTEXT else around[:LONGEST_CONTEXT] + "\n# …"


def _request(case: Case, strategy: Strategy) -> Iterator[str]:
    """The paragraphs of the first request."""
    attributes = sorted(attribute.replace("_", " ") for attribute in case.wanted)
    yield TASK.format(
        name=case.function.name,
        attributes=_listed(attributes),
        make="make" if len(attributes) > 1 else "makes",
    )
    yield from strategy_text(strategy)
    yield f"The function:\n\n{_block(function_text(case))}"

    around = surroundings(case)
    if around:
        yield f"What it uses, which stays as it is:\n\n{_block(around)}"
    report = failing_tests(case.verdicts)
    if report:
        yield f"It fails these tests:\n\n{_block(report)}"


def _block(code: str) -> str:
    return f"```python\n{code}\n```"


def _is_used(statement: ast.stmt, reached: set[int]) -> bool:
    """Whether the function reaches a statement of the file, or it is an import."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return id(statement) in reached
    return id(getattr(statement, "value", None)) in reached


def _listed(names: Sequence[str]) -> str:
    """`age`, `age and gender`, `age, gender and race`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
