"""What CrossHair adds where guided search found no difference."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from processes_of import all_gone, below

from evenhand.apps.cli.program import evenhand
from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.check.proving import open_judgements
from evenhand.findings import Verdict, VerdictKind
from evenhand.options import CheckOptions

HIDDEN = """
def fee(age, years):
    if years * years * years - 7 * years == 35706 and age > 40:
        return 20
    return 10
"""
SAME = """
def total(gender, years):
    if gender == "male":
        return years * 2
    return years + years
"""
ECHO = """
def label(age, years):
    if years > 3:
        return f"{age:>3}"
    return f"{age:>4}"
"""
HARD = """
def fee(age, years):
    rest = (years * years * years * years + 7 * years * years + years) % 1_000_003
    if rest == 998_877 and years > 100_000 and age > 40:
        return 20
    return 10
"""
"""Search soon gives it up, and the prover works on it until its time is over."""


PROVER_SECONDS = 120.0
"""The prover comes to an answer long before, but on a machine that is busy with other things."""


@pytest.fixture(autouse=True)
def patient_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = open_judgements.ask

    async def ask_patiently(source: str, walls: tuple[str, ...], _: float) -> dict[str, Any]:
        return await ask(source, walls, PROVER_SECONDS)

    monkeypatch.setattr(open_judgements, "ask", ask_patiently)


async def verdict(checker: Checker, code: str, deep: bool) -> Verdict:
    options = CheckOptions(sys.executable, seconds=60, deep=deep)
    report = await checker.check(code, Path("subject.py"), options)
    return report.functions[0].verdicts[0]


async def test_a_difference_behind_an_equation_is_found_and_replayed(new_checker: Checker) -> None:
    shallow = await verdict(new_checker, HIDDEN, deep=False)
    found = await verdict(new_checker, HIDDEN, deep=True)

    assert shallow.cause is Cause.RETURNS_EARLY
    assert found.kind is VerdictKind.BIASED
    assert found.witness is not None
    names: dict[str, object] = {}
    exec(HIDDEN, names)
    assert [eval(call, names) for call in found.witness.calls] in ([10, 20], [20, 10])


async def test_a_proof_is_worded_as_what_it_is(new_checker: Checker) -> None:
    found = await verdict(new_checker, SAME, deep=True)

    assert found.kind is VerdictKind.NO_DIFFERENCE_FOUND
    assert "CrossHair followed every path, for the values 'male', 'female'" in found.reason


async def test_a_counterexample_that_is_an_echo_is_no_witness(new_checker: Checker) -> None:
    found = await verdict(new_checker, ECHO, deep=True)

    assert found.kind is VerdictKind.NO_DIFFERENCE_FOUND
    assert "CrossHair" not in found.reason


async def test_cancelling_ends_the_prover(new_checker: Checker) -> None:
    task = asyncio.create_task(verdict(new_checker, HARD, deep=True))
    while not (provers := provers_of_this_process()):
        assert not task.done()
        await asyncio.sleep(0.02)

    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    await all_gone(provers)


def provers_of_this_process() -> set[int]:
    return {p for p in below(os.getpid()) if "evenhand.check.proving.prover" in command_line(p)}


def command_line(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def test_without_crosshair_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evenhand.apps.cli.commands.check_files.find_spec", lambda name: None)

    result = CliRunner().invoke(evenhand, ["check", "--deep", "."])

    assert result.exit_code == 2
    assert "--deep needs CrossHair: pip install 'evenhand[deep]'" in result.output
