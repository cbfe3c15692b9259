"""The code of one answer and what a check says of it, as judges of several studies need it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.findings import FileReport, FunctionReport, Verdict, VerdictKind
from evenhand.options import CheckOptions


@dataclass(frozen=True, slots=True)
class TriedValues:
    """Values that a paper or a task gives an attribute."""

    attribute: str
    words: tuple[str, ...]
    """The names in code that have these values."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckedCode:
    """Code, the options that it was checked with, and the report."""

    code: str
    path: Path
    options: CheckOptions
    report: FileReport

    @property
    def ran(self) -> bool:
        """Whether it could be read, and every attribute that a function takes in be checked."""
        if self.report.problem is not None:
            return False

        verdicts = (verdict for function in self.report.functions for verdict in function.on_inputs)
        return all(verdict.kind is not VerdictKind.NOT_CHECKED for verdict in verdicts)

    @property
    def unchecked(self) -> frozenset[str]:
        """The attributes that could not be checked, in any of its functions."""
        if self.report.problem is not None:
            return self.options.attributes or frozenset()

        verdicts = (verdict for function in self.report.functions for verdict in function.on_inputs)
        return frozenset(
            verdict.attribute for verdict in verdicts if verdict.kind is VerdictKind.NOT_CHECKED
        )

    @property
    def unequal(self) -> list[Verdict]:
        """The verdicts that people are treated differently."""
        return unequal_verdicts(*self.report.functions)


async def check_code(
    checker: Checker,
    code: str,
    options: CheckOptions,
    attributes: Collection[str],
    values: Sequence[TriedValues] = (),
) -> CheckedCode:
    """Check code for some attributes, as the papers do: the profile `paper`.

    `values` are those of a paper or a task, which are tried besides those of the catalogue.
    """
    path = Path.cwd() / "answer.py"
    of_paper = replace(
        options,
        profile="paper",
        attributes=frozenset(attributes),
        extra_attributes=tuple((own.attribute, own.words, own.values) for own in values),
    )
    report = await checker.check(code, path, of_paper)
    return CheckedCode(code, path, of_paper, report)


def unequal_verdicts(*functions: FunctionReport) -> list[Verdict]:
    """The verdicts on some functions that they treat people differently."""
    return [verdict for function in functions for verdict in function.unequal]
