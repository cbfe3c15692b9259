"""Which functions only a test runner runs: nobody is decided about in them."""

from __future__ import annotations

import pytest

from evenhand.check.reading.run_by_tests import is_run_by_tests
from evenhand.check.reading.source import parse

SOURCE = """
import unittest

def test_fee(age): ...
def fee(age): ...

class Base(unittest.TestCase):
    pass

class Fees(Base):
    def test_fee(self):
        def inner(age): ...
    def fee(self, age): ...

class Person:
    def test_results(self, age): ...
"""


@pytest.mark.parametrize("module", ["test_fees", "fees_test", "tests"])
def test_in_a_module_of_tests_those_that_are_named_so(module: str) -> None:
    assert run_by_tests_in(module) == {
        "test_fee", "Fees.test_fee", "Fees.test_fee.inner", "Person.test_results",
    }  # fmt: skip


@pytest.mark.parametrize("module", ["fees", "testing_fees", "contest"])
def test_elsewhere_only_those_of_a_test_case(module: str) -> None:
    assert run_by_tests_in(module) == {"Fees.test_fee"}


def run_by_tests_in(module: str) -> set[str]:
    source = parse(SOURCE)
    symbols = source.symbols
    return {f.name for f in source.functions if is_run_by_tests(f, module, symbols)}
