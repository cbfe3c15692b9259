"""What programs get from `import evenhand`: checks, repairs, assertions, and the pytest plugin."""

from __future__ import annotations

import asyncio
import doctest
import functools
import importlib
import inspect
import json
import re
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import api_layers
import pytest
from api_layers import Branch, Shop, Super, closed, fare, monthly_fee, odd_wrapper
from api_subjects import Account, allowance, area, fee, unknown
from hypothesis import given

import evenhand
from evenhand.apps.api.hub import HUB
from evenhand.assistants.agents import check_answer
from evenhand.findings import VerdictKind
from evenhand.isolation import Isolation

pytest_plugins = ["pytester"]

PAY = "def pay(gender):\n    return 1 if gender == 'male' else 2\n"
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module", autouse=True)
def _hub() -> Any:
    yield
    HUB.close()


def test_a_function_has_its_own_verdicts_alone() -> None:
    report = evenhand.check(fee)

    assert report.answer is evenhand.Answer.DIFFERS
    (warning,) = report.warnings
    assert (warning.function, warning.attribute, warning.code) == ("fee", "age", "EVH001")
    assert warning.line == fee.__code__.co_firstlineno
    assert eval(warning.calls[0]) == eval(warning.outcomes[0])
    assert eval(warning.calls[1]) != eval(warning.outcomes[0])


@pytest.mark.parametrize(
    ("subject", "names"),
    [
        (Account, {"Account.rate", "Account.__call__"}),
        (Account.rate, {"Account.rate"}),
        (Account().rate, {"Account.rate"}),
        (Account(), {"Account.__call__"}),
        (functools.partial(fee, age=3), {"fee"}),
    ],
)
def test_everything_that_can_be_called_has_a_function(subject: Any, names: set[str]) -> None:
    report = evenhand.check(subject)

    assert {f.name for file in report.files for f in file.functions} == names


def test_a_text_and_a_path(tmp_path: Path) -> None:
    (tmp_path / "pay.py").write_text(PAY)

    in_text, in_file = evenhand.check(PAY), evenhand.check(tmp_path)

    assert in_text.warnings[0].path == "<code>"
    assert in_file.warnings[0].path == str(tmp_path / "pay.py")
    assert in_text.warnings[0].calls == in_file.warnings[0].calls
    assert "1 function treats people differently." in str(in_text)


def test_three_answers() -> None:
    assert evenhand.check(area).answer is evenhand.Answer.NO_DIFFERENCE
    for code in ("broken(", f"{PAY}\n)"):
        assert evenhand.check(code).answer is evenhand.Answer.NOT_CHECKED
    assert evenhand.check("nowhere.py").answer is evenhand.Answer.NOT_CHECKED
    assert evenhand.check(unknown, isolation="static").answer is evenhand.Answer.NOT_CHECKED
    allowed = PAY.replace("def", "# evenhand: allow(gender) asked\ndef")
    assert evenhand.check(allowed).answer is evenhand.Answer.NO_DIFFERENCE


def test_reports_are_dictionaries_and_data_frames() -> None:
    report = evenhand.check(PAY)

    (function,) = report.to_dict()["functions"]
    assert function["verdicts"][0]["verdict"] == "biased"
    frame = report.to_frame()
    assert list(frame["function"]) == ["pay"]
    assert list(frame["verdict"]) == [VerdictKind.BIASED.value]


def test_a_repair_is_proved_and_not_written(tmp_path: Path) -> None:
    pay = PAY.replace("(gender)", "(gender, hours)").replace("return ", "return hours * 3 + (")
    pay = pay.replace("else 2", "else 2)")
    (tmp_path / "pay.py").write_text(pay)

    fixed = evenhand.fix(tmp_path / "pay.py")

    assert [repaired.function for repaired in fixed.repaired] == ["pay"]
    assert "gender ==" not in fixed.text
    assert fixed.diff.startswith(f"--- {tmp_path / 'pay.py'}\n")
    assert (tmp_path / "pay.py").read_text() == pay
    assert evenhand.fix(area).diff == ""


def test_a_repair_that_takes_from_somebody_is_left_to_a_person(tmp_path: Path) -> None:
    listed = (
        "def benefits(gender, years):\n"
        '    listed = ["pension"]\n'
        '    if gender == "female":\n'
        '        listed = ["pension", "nursery"] if years < 9 else []\n'
        "    return listed\n"
    )
    (tmp_path / "pay.py").write_text(listed)
    whole = evenhand.fix(tmp_path / "pay.py")

    assert whole.text == listed
    assert whole.repaired == ()


def test_an_assertion_shows_the_calls_and_knows_what_is_allowed() -> None:
    with pytest.raises(AssertionError, match=r"fee\(\d+\)  -> 1"):
        evenhand.assert_evenhanded(fee)
    evenhand.assert_evenhanded(fee, allow=["age"])
    evenhand.assert_evenhanded(area)
    with pytest.raises(AssertionError, match="unknown was not checked for gender"):
        evenhand.assert_evenhanded(unknown, isolation="static")


def test_what_cannot_be_asked_is_said() -> None:
    with pytest.raises(TypeError, match="give a function"):
        evenhand.check(len)
    with pytest.raises(ValueError, match="profile"):
        evenhand.check(fee, profile="none")
    with pytest.raises(ValueError, match="no Python at"):
        evenhand.check(fee, python="/nowhere/python")
    with pytest.raises(AttributeError, match="nothing"):
        evenhand.nothing  # type: ignore[attr-defined] # noqa: B018


async def test_it_works_while_an_event_loop_runs() -> None:
    assert evenhand.check(fee).answer is evenhand.Answer.DIFFERS
    in_thread = await asyncio.to_thread(evenhand.check, PAY)
    assert in_thread.answer is evenhand.Answer.DIFFERS


def test_threads_take_turns() -> None:
    answers: list[str] = []

    def ask(code: str) -> None:
        answers.append(evenhand.check(code).answer)

    threads = [threading.Thread(target=ask, args=(code,)) for code in (PAY, "x = 1\n")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == ["differs", "no_difference"]


def test_a_hub_that_is_lost_is_replaced() -> None:
    evenhand.check("x = 1")
    HUB.close()

    assert evenhand.check(PAY).answer is evenhand.Answer.DIFFERS


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = f"import evenhand\n\n{PAY}\nprint(evenhand.check(pay).answer)\n"
    (tmp_path / "script.py").write_text(script)

    run = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )

    assert (run.stdout, run.stderr) == ("differs\n", "")


def test_cells_of_a_notebook_are_read_together() -> None:
    function = "def fee(age):\n    return age > LIMIT"
    cells = ["", "%matplotlib inline\nLIMIT = 64", "broken(", function]
    names: dict[str, Any] = {"In": cells}
    exec(compile(function, "<ipython-input-3-abc>", "exec"), names)

    assert evenhand.check(names["fee"]).answer is evenhand.Answer.DIFFERS


def test_importing_it_loads_nothing_else() -> None:
    program = "import sys, evenhand; print([m for m in sys.modules if m.startswith('evenhand.')])"

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert run.stdout == "[]\n"


def test_the_examples_of_the_documentation() -> None:
    failed, tried = doctest.testfile(str(DOCS / "api.md"), module_relative=False)

    assert (failed, tried > 5) == (0, True)


LAYERS: dict[str, tuple[Callable[..., Any], str]] = {
    "a bound method": (Shop(65).fee, "Shop.fee"),
    "an inherited method": (Branch(65).fee, "Shop.fee"),
    "an object that is called": (Shop(65), "Shop.__call__"),
    "a closure": (closed(65), "closed.charge"),
    "a partial": (functools.partial(fare, 65), "fare"),
    "a partial by name": (functools.partial(fare, limit=65, factor=7), "fare"),
    "a partial of a partial": (functools.partial(functools.partial(fare, 65)), "fare"),
    "a partial of a bound method": (functools.partial(Shop(65).fee), "Shop.fee"),
    "a cache": (monthly_fee, "monthly_fee"),
}


@pytest.mark.parametrize("name", LAYERS)
def test_what_would_be_called_is_checked_with_the_values_that_it_has(name: str) -> None:
    subject, function = LAYERS[name]

    report = evenhand.check(subject, profile="strict")

    [warning] = report.warnings
    assert (warning.function, warning.attribute) == (function, "age")
    assert warning.line == _line_of(function)
    with pytest.raises(AssertionError, match=" for age "):
        evenhand.assert_evenhanded(subject, profile="strict")


def _line_of(function: str) -> int:
    """Where the last part of a name is defined, in the class or function before."""
    lines = Path(api_layers.__file__).read_text("utf-8").splitlines()
    outer, _, last = function.rpartition(".")
    start = next(
        (n for n, line in enumerate(lines) if re.match(rf"(class|def) {outer}\b", line)), 0
    )
    numbered = enumerate(lines[start:], start + 1)
    return next(number for number, line in numbered if re.match(rf"\s*def {last}\b", line))


@pytest.mark.parametrize("subject", [Super(65).fee, Super(65).hidden, odd_wrapper])
def test_what_cannot_be_copied_or_has_no_source_passes_no_test(subject: Any) -> None:
    assert evenhand.check(subject).answer is not evenhand.Answer.NO_DIFFERENCE


@pytest.mark.parametrize("limit", [object(), [Shop(3)], lambda: 65])
def test_values_that_no_text_can_say_leave_open_what_is_compared_with_them(limit: object) -> None:
    for subject in (Shop(limit).fee, closed(limit)):
        report = evenhand.check(subject)

        assert report.answer is evenhand.Answer.NOT_CHECKED
        assert "was not checked with what it has as" in "".join(report.problems)


def test_a_module_that_keeps_much_leaves_as_much_to_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = inspect.getsource(api_layers).replace("from api_subjects import fee", "fee = len")
    kept = (
        "class Row:\n    def __init__(self, n): self.parts = [n]\n\nROWS = [*map(Row, range(900))]"
    )
    (tmp_path / "large_shop.py").write_text(f"{shop}\n\n{kept}")
    monkeypatch.syspath_prepend(tmp_path)
    large = importlib.import_module("large_shop")

    for subject in (large.Shop(object()).fee, large.closed([len])):
        report = evenhand.check(subject)

        assert report.answer is evenhand.Answer.NOT_CHECKED
        assert {v.reason for v in report.verdicts if "only compared with" not in v.reason} == set()


def test_each_layer_of_a_wrapped_function_is_checked_in_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrappers.py").write_text(
        "import functools\n\n"
        "def fees(f):\n    @functools.wraps(f)\n    def inner(age):\n"
        "        fee = f(age)\n        return fee if age > 40 else 0.5 * fee\n    return inner\n\n"
        "def logged(f):\n    @functools.wraps(f)\n    def inner(*args):\n"
        "        return f(*args)\n    return inner\n"
    )
    (tmp_path / "wrapped.py").write_text(
        "from wrappers import fees, logged\n\n"
        "@logged\n@fees\ndef price(age):\n    return 3\n\n"
        "@logged\ndef even(age):\n    return 3\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    wrapped = importlib.import_module("wrapped")

    report = evenhand.check(wrapped.price)

    assert [Path(file.path).name for file in report.files] == [
        "wrappers.py", "wrappers.py", "wrapped.py"
    ]  # fmt: skip
    assert [warning.function for warning in report.warnings] == ["fees.inner", "price"]
    assert evenhand.check(wrapped.even).answer is evenhand.Answer.NO_DIFFERENCE
    evenhand.assert_evenhanded(wrapped.even)


@pytest.mark.parametrize(
    "code",
    [
        "fee = lambda age: 1 if age > 45 else 2\n",
        "RULES = {'a': lambda person: person['gender'] == 'male'}\n",
        "if load().age > 45:\n    pay()\n",
        "def fee(age):\n    return age.years > 45\n",
        "def fee(age):\n    return age.days > 9999\n",
        "def admit(id):\n    return find(id).religion == 'islam'\n",
        "class P:\n    def is_old(self):\n        return self.age.days > 9999\n",
        "RATES = {'x': 1}\nrate = RATES[person.gender]\n",
        "@guard(lambda p: p.age > 45)\ndef f(x):\n    return x\n",
        "def outer(x):\n    def inner(age):\n        return age > 45\n    return x\n",
    ],
)
def test_what_nobody_has_looked_at_is_named_and_is_no_answer(code: str) -> None:
    report = evenhand.check(code)

    assert report.answer is evenhand.Answer.NOT_CHECKED
    assert len(report.unchecked) + len(report.not_looked_at) == 1
    assert report.not_looked_at == () or "not looked at" in str(report)
    assert check_answer(report.files, Isolation.STRONG).treats_people_differently is None


def test_a_nested_function_is_judged_with_the_one_around_it() -> None:
    code = (
        "def fees(people):\n    def fee(person):\n"
        "        return 2 if person['age'] else 2\n    return [fee(p) for p in people]\n"
    )

    assert evenhand.check(code).answer is evenhand.Answer.NO_DIFFERENCE


def test_a_python_that_does_not_start_is_no_answer(tmp_path: Path) -> None:
    python = str(_no_python(tmp_path))

    report = evenhand.check(fee, python=python)

    assert report.answer is evenhand.Answer.NOT_CHECKED
    [problem] = report.problems
    assert "it ended with status 3" in problem
    assert report.to_dict()["summary"]["problems"] == [problem]
    with pytest.raises(AssertionError, match="it ended with status 3"):
        evenhand.assert_evenhanded(fee, allow=["age"], python=python)
    assert "it ended with status 3" in evenhand.fix(PAY, python=python).files[0].problem


def _no_python(folder: Path) -> Path:
    python = folder / "python"
    python.write_text("#!/bin/sh\nexit 3\n")
    python.chmod(0o755)
    return python


@pytest.fixture
def run_pytest(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., pytest.RunResult]:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # what this project has installed
    pytester.makepyfile(
        shop=textwrap.dedent(
            """
            class Shop:
                def fee(self, age):
                    return 1 if age > 44 else 2

            def area(a, b):
                return a * b
            """
        ),
        test_shop=textwrap.dedent(
            """
            from shop import Shop, area

            def test_area(evenhand_check):
                evenhand_check(area)

            def test_fee(evenhand_check):
                evenhand_check(Shop.fee)

            def test_allowed(evenhand_check):
                evenhand_check(Shop.fee, allow=["age"])
            """
        ),
    )
    return lambda *arguments: pytester.runpytest_subprocess(
        "-p", "evenhand.apps.pytest_plugin", *arguments
    )


def test_the_fixture_fails_with_both_calls(run_pytest: Callable[..., pytest.RunResult]) -> None:
    result = run_pytest("test_shop.py")

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*Shop().fee(*-> 2*", "*Shop().fee(*-> 1*"])


def test_functions_are_collected_if_that_is_asked_for(
    run_pytest: Callable[..., pytest.RunResult], pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(broken="def f(:\n")

    pytester.path.joinpath("test_shop.py").unlink()

    run_pytest(".").assert_outcomes()
    result = run_pytest("--evenhand", ".")

    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*Shop().fee(*-> 2*", "FAILED shop.py::evenhand:Shop.fee*"])
    result.stdout.fnmatch_lines(["*syntax error*"])


PLACES = """
import contextlib, sys
if sys.version_info:
    def fee_if(age):
        return 1 if age > 44 else 2
else:
    def fee_if(age):
        return 0
try:
    def fee_try(age):
        return 1 if age > 44 else 2
except Exception:
    def fee_except(age):
        return 1 if age > 44 else 2
finally:
    def fee_finally(age):
        return 1 if age > 44 else 2
for _ in range(1):
    def fee_for(age):
        return 1 if age > 44 else 2
while True:
    def fee_while(age):
        return 1 if age > 44 else 2
    break
with contextlib.suppress(ValueError):
    def fee_with(age):
        return 1 if age > 44 else 2
match 1:
    case 1:
        def fee_case(age):
            return 1 if age > 44 else 2

def outer(name):
    class Inner:
        async def method(self, age):
            return 1 if age > 44 else 2
    return Inner

class Shop:
    class Till:
        @staticmethod
        def fee(age):
            return 1 if age > 44 else 2
"""


def test_each_function_of_the_report_is_a_test_wherever_it_is_defined(
    run_pytest: Callable[..., pytest.RunResult], pytester: pytest.Pytester
) -> None:
    cells = [PAY, "%%bash\nls", "def age_fee(age):\n    return 1 if age > 44 else 2\n", "f(:"]
    notebook = {
        "cells": [{"cell_type": "code", "source": cell, "metadata": {}} for cell in cells],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    pytester.path.joinpath("shops.ipynb").write_text(json.dumps(notebook))
    pytester.makepyfile(places=PLACES)
    functions = evenhand.check(pytester.path / "places.py").files[0].functions

    result = run_pytest("--evenhand", "-v", "places.py", "shops.ipynb")

    told = result.stdout.str().replace("::", ".")  # as pytest writes both
    names = [function.name for function in functions]
    assert names.count("fee_if") == 2
    names.remove("fee_if")
    assert len({*names, "fee_if"}) == len(names) == 11
    for name in [*names, "fee_if[2]"]:
        assert f"places.py.evenhand:{name} " in told
    for function in functions:
        if function.unequal:
            assert f"places.py.evenhand:{function.name} FAILED" in told
    for name in ("evenhand:pay", "evenhand:age_fee", "shops.ipynb"):
        assert f"shops.ipynb.{name} FAILED" in told
    result.assert_outcomes(failed=8 + 3, passed=2, skipped=2)


def test_where_nothing_could_run_each_test_is_an_error(
    run_pytest: Callable[..., pytest.RunResult], pytester: pytest.Pytester
) -> None:
    python = str(_no_python(pytester.path))
    pytester.makeconftest(
        "import evenhand, functools\n"
        f"evenhand.check = functools.partial(evenhand.check, python={python!r})"
    )

    result = run_pytest("--evenhand", "shop.py")

    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*it ended with status 3*"])


def test_hypothesis_draws_calls_that_differ_in_one_attribute() -> None:
    @given(pair=evenhand.counterfactual_pairs(fee, "age"))
    def everyone_pays_the_same(pair: tuple[Callable[[], int], Callable[[], int]]) -> None:
        first, second = pair
        assert first() == second()

    with pytest.raises(AssertionError) as failure:
        everyone_pays_the_same()

    (shown,) = [note for note in failure.value.__notes__ if "pair=(fee(" in note]
    ages = [int(age) for age in re.findall(r"fee\((\d+)\)", shown)]
    assert sorted(age > 44 for age in ages) == [False, True]


def test_hypothesis_finds_nothing_where_there_is_no_difference() -> None:
    calls: set[str] = set()

    @given(pair=evenhand.counterfactual_pairs(allowance))
    def everyone_gets_the_same(pair: tuple[Callable[[], int], Callable[[], int]]) -> None:
        first, second = pair
        calls.update(map(repr, pair))
        assert first() == second()

    everyone_gets_the_same()

    assert {text for text in calls if text.startswith("allowance('female', ")}


def test_pairs_that_cannot_be_known_are_refused_with_the_reason() -> None:
    def inner(gender: str) -> int:
        return len(gender)

    with pytest.raises(ValueError, match="reads no such attribute"):
        evenhand.counterfactual_pairs(fee, "religion").validate()
    with pytest.raises(ValueError, match="inside of another function"):
        evenhand.counterfactual_pairs(inner).validate()
    with pytest.raises(ValueError, match="and no class"):
        evenhand.counterfactual_pairs(Account).validate()
