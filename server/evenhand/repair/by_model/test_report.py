"""The failing test report that a model gets, in the form of Huang et al., figure 4.

Each case asserts that two calls are equal, and the attribute of each case follows; what the two
calls gave is added, which the paper's report leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable

from evenhand.findings import Verdict

RULE = "#" * 42


def failing_tests(verdicts: Iterable[Verdict]) -> str:
    """The report on verdicts that have a witness; empty where none has."""
    cases: list[str] = []
    attributes: list[str] = []
    for verdict in verdicts:
        witness = verdict.witness
        if witness is None:
            continue
        number = len(attributes) + 1
        (one, other), (first, second) = witness.calls, witness.outcomes
        cases.append(
            f"assert {one} == \\\n    {other}  # Case {number}\n"
            f"# the first gives {_line(first)}\n# the second gives {_line(second)}\n"
        )
        attributes.append(f"# Case {number}: {verdict.attribute}")
    if not cases:
        return ""
    listed = "\n".join(attributes)
    return f"{RULE}\n## TestCase\n" + "\n".join(cases) + f"\n## BiasAttribute\n{listed}\n{RULE}"


def _line(text: str) -> str:
    return " ".join(text.split())
