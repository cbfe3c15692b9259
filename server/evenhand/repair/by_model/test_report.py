"""The failing test report that a model gets, in the form of Huang et al., figure 4.

Each case asserts that two calls are equal, and the attribute of each case follows. Unlike the
paper's, the report also says what the two calls gave.
"""

from __future__ import annotations

from collections.abc import Iterable

from evenhand.findings import Verdict, Witness

RULE = "#" * 42


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
    (first_call, second_call), (first, second) = witness.calls, witness.outcomes
    return (
        f"assert {first_call} == \\\n    {second_call}  # Case {number}\n"
        f"# the first gives {_line(first)}\n# the second gives {_line(second)}\n"
    )


def _line(text: str) -> str:
    return " ".join(text.split())
