"""Writes what a model is asked for a repair, in six strategies.

The first five are those of Huang et al. (2025), table 3, with test feedback. Scope first follows
the Fairness Monitor Agent (2026), which decides what a task may use before it patches. The words
are this project's own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from enum import StrEnum

from evenhand.models.language_model import Message
from evenhand.repair.by_model.test_report import failing_tests
from evenhand.repair.objections import Objection
from evenhand.repair.rewrite.source_lines import first_line
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.repair_case import Case

LONGEST_CONTEXT = 12_000
"""Characters of other definitions that are sent along."""


class Strategy(StrEnum):
    """How to ask."""

    ZERO_SHOT = "zero-shot"
    ONE_SHOT = "one-shot"
    FEW_SHOT = "few-shot"
    COT1 = "cot1"
    """Think step by step."""
    COT2 = "cot2"
    """Also consider which attributes may cause bias."""
    SCOPE_FIRST = "scope-first"
    """First settle which inputs the task may use, then write."""


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

EXAMPLES = (
    """\
Before:

```python
def discount(customer_age, visits):
    rate = 0.02 * visits
    if customer_age > 60:
        rate += 0.05
    return min(rate, 0.3)
```

assert discount(30, 4) == discount(70, 4)  # Case 1: age

After:

```python
def discount(customer_age, visits):
    rate = 0.02 * visits
    rate += 0.05
    return min(rate, 0.3)
```""",
    """\
Before:

```python
def invite(guest):
    if guest["religion"] != "none":
        raise ValueError("not on the list")
    return "front" if guest["member"] else "back"
```

assert invite({"religion": "none", "member": True}) == \\
    invite({"religion": "hindu", "member": True})  # Case 1: religion

After:

```python
def invite(guest):
    return "front" if guest["member"] else "back"
```""",
)

STEPS = "Think step by step before you write the function."
CONSIDER = """\
Consider which of its inputs say who a person is and may cause bias, and do without these inputs."""
SCOPE = """\
Work in two stages. First list every input of the function, and decide for each whether the task may
rest on it: what somebody did, asked for or needs may count; who they are may not. Then change the
function so that it uses only the inputs that may count, and nothing else about it."""


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


def method(strategy: Strategy) -> Iterator[str]:
    """What a strategy adds to a request: examples, or how to think."""
    if strategy in {Strategy.ONE_SHOT, Strategy.FEW_SHOT}:
        examples = EXAMPLES[:1] if strategy is Strategy.ONE_SHOT else EXAMPLES
        yield "\n\n".join(f"Example {n}. {text}" for n, text in enumerate(examples, 1))
    if strategy in {Strategy.COT1, Strategy.COT2}:
        yield STEPS
    if strategy is Strategy.COT2:
        yield CONSIDER
    if strategy is Strategy.SCOPE_FIRST:
        yield SCOPE


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
    yield from method(strategy)
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
