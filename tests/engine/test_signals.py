"""Each signal has an example, and holds in it."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from evenhand.check.checking import Checker
from evenhand.check.judging import is_harmless
from evenhand.check.judging.case import Case
from evenhand.check.judging.signals import SIGNALS, Signal
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.responses import Response
from evenhand.check.search.judge_interface import Judge
from evenhand.findings import Purpose, Recognised
from evenhand.options import CheckOptions


class Onlooker:
    """A judge that keeps the cases that it is asked about."""

    def __init__(self) -> None:
        self.cases: dict[str, list[Case]] = defaultdict(list)
        """By the text of the module, since what was judged is not judged again."""
        self.judge = Judge(self.purpose_of, is_harmless)

    def purpose_of(
        self, difference: Difference, response: Response, context: CodeContext
    ) -> Recognised:
        self.cases[context.source.text].append(Case(difference, response, context))
        return Recognised(Purpose.UNCLEAR)


@pytest.fixture(scope="module")
def onlooker() -> Onlooker:
    return Onlooker()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def checker(onlooker: Onlooker) -> AsyncIterator[Checker]:
    async with Checker(judge=onlooker.judge) as made:
        yield made


@pytest.mark.parametrize("signal", SIGNALS, ids=[signal.name for signal in SIGNALS])
async def test_a_signal_holds_in_its_example(
    checker: Checker, onlooker: Onlooker, signal: Signal
) -> None:
    options = CheckOptions(sys.executable, seconds=60)
    await checker.check(signal.example, Path("subject.py"), options)

    assert any(signal.holds(case) for case in onlooker.cases[signal.example])


def test_every_signal_has_a_name_of_its_own() -> None:
    names = [signal.name for signal in SIGNALS]

    assert len({*names}) == len(names)
