"""Reports made by hand, for tests of what is said about them."""

from dataclasses import replace

from evenhand.causes import Cause, Explanation
from evenhand.check.sentences import explain
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Remark,
    RuleCode,
    Severity,
    Span,
    Verdict,
    VerdictKind,
    Witness,
)

NAME = Span(12, 4, 12, 9)
WITNESS = Witness(
    calls=("score(30, 'female')", "score(30, 'male')"),
    outcomes=("0.8", "1.0"),
    values=("'female'", "'male'"),
)


def biased(witness: Witness = WITNESS, severity: Severity | None = Severity.WARNING) -> Verdict:
    return Verdict(
        attribute="gender",
        input="gender",
        kind=VerdictKind.BIASED,
        code=RuleCode("EVH001"),
        severity=severity,
        reason="The result changes when gender alone changes.",
        pairs=4,
        seconds=0.01234,
        witness=witness,
        location=NAME,
    )


def quiet(kind: VerdictKind, reason: str, pairs: int = 0, allowed: str | None = None) -> Verdict:
    return Verdict("age", "age", kind, None, None, reason, pairs, 0.0, None, NAME, allowed=allowed)


def of_run(message: str = "out of luck", attribute: str = "age") -> Verdict:
    """What could not be checked since an interpreter did not start."""
    why = Explanation(Cause.NOT_STARTED, "/opt/python", message)
    reason = f"not checked: {explain(why)}"
    return replace(quiet(VerdictKind.NOT_CHECKED, reason), attribute=attribute, explanation=why)


def hint() -> Verdict:
    return Verdict(
        "region",
        'row["region"]',
        VerdictKind.GROUPS,
        RuleCode("EVH003"),
        Severity.HINT,
        "Region only decides the group.",
        9,
        0.0,
        None,
        NAME,
    )


def function(*verdicts: Verdict, name: str = "score") -> FunctionReport:
    return FunctionReport(name, Span(12, 0, 19, 12), NAME, verdicts)


def file(*verdicts: Verdict, path: str = "fees.py", remarks: tuple[Remark, ...] = ()) -> FileReport:
    return FileReport(path, (function(*verdicts),), remarks)
