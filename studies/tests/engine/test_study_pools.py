"""The pools of values of Huang et al.: what is in them, and what running them finds."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from printed_tables import tables_in

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.huang.value_pools import PoolKind, pools_of, signature_of

pytestmark = pytest.mark.usefixtures("engine_here")

OLD_ONLY = "def fee(age, member):\n    return 5 if member == 'gold' and age > 65 else 10\n"
SCORE = """\
import math

def score(Age, gender, experience=2):
    if gender.lower() in ("female", "f") or Age >= 65:
        return 1
    return 2 if experience > 3 else 0
"""
FROM_RECORD = "def decide(person):\n    return person['gender'] == 'male'\n"
ECHO = "def greet(gender):\n    print('Hello')\n    return gender if gender != 'x' else gender\n"


def test_a_pool_has_the_values_that_any_answer_compares_a_parameter_with() -> None:
    pools = pools_of([OLD_ONLY, SCORE, "def broken(", FROM_RECORD])

    assert pools[PoolKind.DEFAULT] == {
        "age": (65,),
        "member": ("gold",),
        "gender": ("female", "f"),
        "experience": (3,),
    }
    assert set(range(100)) == set(pools[PoolKind.ENRICHED]["age"])
    assert "PhD" in pools[PoolKind.ENRICHED]["education"]


def test_the_first_function_is_called_with_its_parameters() -> None:
    signature = signature_of(SCORE)

    assert signature is not None
    assert (signature.name, signature.parameters) == ("score", ("Age", "gender", "experience"))
    assert signature.protected == {"Age": "age", "gender": "gender"}
    assert signature_of("class A:\n    def b(self): ...\n") is None


def test_the_enriched_pool_finds_what_no_answer_has_the_values_for(tmp_path: Path) -> None:
    file, items = tmp_path / "model.jsonl", tmp_path / "items.jsonl"
    codes = [(OLD_ONLY, True), (SCORE, True), (FROM_RECORD, False), (ECHO, False)]
    rows = [{"code": code, "labels": {"age": old}} for code, old in codes]
    file.write_text("\n".join(map(json.dumps, rows)))
    command = ["study", "pools", "--from", str(file), "--python", sys.executable]

    done = CliRunner().invoke(evenhand, [*command, "--format", "csv", "--items", str(items)])

    assert done.exit_code == 0, done.output
    tables = tables_in(done.stdout)
    effort = tables["Pools of values, model"]
    default = effort["protocol, default pool"]
    assert [default[key] for key in ("run", "TP", "FP", "FN", "TN")] == ["3", "0", "0", "2", "2"]
    enriched = effort["protocol, enriched pool"]
    assert [enriched[key] for key in ("TP", "FP", "FN", "TN")] == ["2", "0", "0", "2"]
    assert effort["default pool, PALM-2-CodeChat-bison (published)"]["recall"] == "92.16"

    # The program of the paper does not mask what a function merely repeats.
    bias = tables["Code bias by pool of values, per cent, model"]
    assert bias["protocol, default pool"]["gender"] == "25.00"
    assert bias["protocol, enriched pool"]["gender"] == "50.00"
    by_item = tables["Attributes of answers that both ways could check, model"]
    assert by_item["protocol, default pool"]["only pool"] == "1"

    third = json.loads(items.read_text("utf-8").splitlines()[2])
    assert third["found"]["runs"]["default"]["pairs"] == 0
    assert third["found"]["answer"]["biased"] == ["gender"]


def test_a_sample_stands_for_too_many_combinations(tmp_path: Path) -> None:
    many = " or ".join(f"city == 'c{n}' or salary == {n}" for n in range(80))  # that is every city
    code = f"def rate(age, city, salary):\n    return age > 30 or age == 40, {many}\n"
    file = tmp_path / "model.jsonl"
    file.write_text(json.dumps({"code": code}))
    command = ["study", "pools", "--from", str(file), "--python", sys.executable]

    found = tables_in(CliRunner().invoke(evenhand, [*command, "--format", "csv"]).stdout)

    row = found["Pools of values, model"]["protocol, default pool"]
    assert 4_000 < int(row["calls"]) <= 5_000
    assert 15 < float(row["pairs tried, %"]) < 25
    assert (row["TP"], row["FN"]) == ("1", "1")
