"""How a model is asked for a repair: six strategies, in this project's own words.

The first five are those of Huang et al. (2025), table 3, with test feedback; scope first follows
the Fairness Monitor Agent (2026), which decides what a task may use before it patches.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from enum import StrEnum

from evenhand.models.messages import Message
from evenhand.repair.by_model.test_report import failing_tests
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.cases import Case

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


def conversation(case: Case, strategy: Strategy) -> list[Message]:
    """The first request."""
    attributes = sorted(a.replace("_", " ") for a in case.wanted)
    parts = [
        TASK.format(
            name=case.function.name,
            attributes=_listed(attributes),
            make="make" if len(attributes) > 1 else "makes",
        ),
        *method(strategy),
        f"The function:\n\n```python\n{function_text(case)}\n```",
    ]
    around = surroundings(case)
    if around:
        parts.append(f"What it uses, which stays as it is:\n\n```python\n{around}\n```")
    report = failing_tests(case.verdicts)
    if report:
        parts.append(f"It fails these tests:\n\n```python\n{report}\n```")
    return [Message("system", SYSTEM), Message("user", "\n\n".join(parts))]


def complaint(reason: str, report: str) -> Message:
    """What is wrong with the last answer."""
    parts = [f"This is not a repair yet: {reason}."]
    if report:
        parts.append(f"It fails these tests:\n\n```python\n{report}\n```")
    parts.append("Answer with the whole function again, in one Python code block.")
    return Message("user", "\n\n".join(parts))


def function_text(case: Case) -> str:
    """The function as it stands, without the indentation of a class around it."""
    node = case.function.node
    text = SourceText(case.source)
    if isinstance(node, ast.Module):
        return case.source
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    lines = text.lines[first - 1 : node.end_lineno]
    indent = text.indent(first)
    return "".join(line.removeprefix(indent) for line in lines).rstrip()


def surroundings(case: Case) -> str:
    """Imports and definitions of the file that the function uses."""
    source, function = case.job.source, case.function
    text = SourceText(case.source)
    reached = {id(n) for n in case.job.dependencies.closure(function)}
    pieces: list[str] = []
    for statement in source.tree.body:
        if statement is function.node:
            continue
        value = getattr(statement, "value", None)
        imports = isinstance(statement, (ast.Import, ast.ImportFrom))
        if imports or (id(statement) in reached and _defines(statement)) or id(value) in reached:
            pieces.append(text.of(statement))
    around = "\n".join(pieces)
    return around if len(around) <= LONGEST_CONTEXT else around[:LONGEST_CONTEXT] + "\n# …"


def _defines(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


def method(strategy: Strategy) -> Iterable[str]:
    """What a strategy adds to a request: examples, or how to think."""
    if strategy in {Strategy.ONE_SHOT, Strategy.FEW_SHOT}:
        count = 1 if strategy is Strategy.ONE_SHOT else 2
        yield "\n\n".join(f"Example {n}. {e}" for n, e in enumerate(EXAMPLES[:count], 1))
    if strategy in {Strategy.COT1, Strategy.COT2}:
        yield STEPS
    if strategy is Strategy.COT2:
        yield CONSIDER
    if strategy is Strategy.SCOPE_FIRST:
        yield SCOPE


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
