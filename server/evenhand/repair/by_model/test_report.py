"""The failing test report that a model gets, in the form of Huang et al., figure 4.

Each case asserts that two calls are equal, and the attribute of each case follows. Unlike the
paper's, the report also says what the two calls gave.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent

from evenhand.doors.call_layout import laid_out
from evenhand.findings import Verdict, Witness
from evenhand.lines import lines_of

RULE = "#" * 42
MOST_LINES = 12
"""Lines of an outcome that are shown."""


def failing_tests(verdicts: Iterable[Verdict]) -> str:
    """The report on verdicts that have a witness; empty if none has."""
    cases: list[str] = []
    attributes: list[str] = []
    for verdict in verdicts:
        witness = verdict.witness
        if witness is None:
            continue
        number = len(attributes) + 1
        cases.append(_case(witness, number))
        attributes.append(f"# Case {number}: {verdict.attribute}")

    if not cases:
        return ""
    listed_cases, listed_attributes = "\n".join(cases), "\n".join(attributes)
    return f"{RULE}\n## TestCase\n{listed_cases}\n## BiasAttribute\n{listed_attributes}\n{RULE}"


def _case(witness: Witness, number: int) -> str:
    first_call, second_call = (laid_out(call) for call in witness.calls)
    is_long = "\n" in first_call + second_call
    between = " == " if is_long else " == \\\n    "
    first, second = witness.outcomes
    return (
        f"assert {first_call}{between}{second_call}  # Case {number}\n"
        f"{given('the first gives', first)}\n{given('the second gives', second)}\n"
    )


def given(who: str, outcome: str) -> str:
    """What a call gives, as a comment: `# the first gives 3`; a table keeps its lines."""
    lines = lines_of(dedent(outcome).strip("\r\n"))
    if len(lines) < 2:
        return f"# {who} {' '.join(outcome.split())}"

    shown = lines[:MOST_LINES]
    more = ["…"] if len(lines) > len(shown) else []
    return "\n".join([f"# {who}", *(f"#     {line}".rstrip() for line in (*shown, *more))])
