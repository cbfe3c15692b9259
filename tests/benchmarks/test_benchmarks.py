"""The benchmarks run; what they measure is no test's business."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from chat_server import chat_server

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "benchmarks" / "sample"


def printed(*command: str) -> str:
    """What a benchmark prints."""
    run = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_quality_counts_what_is_found_and_raises_no_false_alarm() -> None:
    told = printed("benchmarks.quality", str(SAMPLE), "--limit", "40")

    row = re.search(r"│ all +│ (\d+) +│ (\d+) +│ (\d+) +│ (\d+) ", told)
    assert row is not None
    found, alarms, _, missed = map(int, row.groups())
    assert alarms == 0, told
    assert missed <= found // 20, told
    assert "calls" in told


def test_quality_tells_differences_seen_from_differences_judged(tmp_path: Path) -> None:
    code = """
def fee(age):
    if age < 18:
        return 1
    return 2

def greeting(person):
    return person
"""
    labels = {"age": "biased", "religion": "biased"}
    purpose = {"age": "age_limit", "religion": "decision"}
    record = {"id": "one", "world": "in-house", "labels": labels, "purpose": purpose, "code": code}
    (tmp_path / "own.jsonl").write_text(json.dumps(record))

    told = printed("benchmarks.quality", str(tmp_path))

    assert re.search(r"│ in-house +│ 1 +│ 0 +│ 0 +│ 1 ", told), told
    assert re.search(r"│ own +│ age_limit +│ 1 +│ 1.000 +│ 1.000 +│ 1 +│ 1.000 ", told), told
    assert re.search(r"│ own +│ decision +│ 1 +│ 0.000 +│ 0.000 +│ 0 +│ 0.000 ", told), told


def test_speed_sets_the_strategies_side_by_side() -> None:
    told = printed(
        "benchmarks.speed", str(SAMPLE / "functions.jsonl"), "--limit", "2", "--seconds", "1"
    )

    for strategy in ("guided", "exhaustive", "enriched"):
        assert f"│ {strategy} " in told


def test_speed_says_where_a_strategy_differs_from_the_labels() -> None:
    told = printed(
        *("benchmarks.speed", str(SAMPLE / "functions.jsonl"), "--limit", "12"),
        *("--seconds", "60", "--strategy", "guided"),
    )

    assert "guided differs from the labels: nowhere" in told


def test_the_published_method_compares_as_many_pairs_as_the_paper_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    exhaustive = importlib.import_module("benchmarks.speed.exhaustive")
    four_ages, four_degrees, three_years = range(4), range(4), range(3)
    combined = [(values, None) for values in product(four_ages, four_degrees, three_years)]

    age, education, experience = (list(exhaustive.pairs_in(combined, n)) for n in range(3))

    assert len(age) == len(education) == 72
    assert len(experience) == 48
    assert all(first != second for (first, _), (second, _) in age)


def test_a_check_beside_busy_processes_says_the_same() -> None:
    told = printed(
        "benchmarks.repeats", str(SAMPLE / "functions.jsonl"), "--limit", "2", "--busy", "1"
    )

    assert told.count("as the first") == 4, told


def test_applications_are_counted_for_each_interpreter(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "fees.py").write_text(
        "def fee(age):\n    return 1 if age < 18 else 2\n\n"
        "def total(prices):\n    return sum(prices)\n"
    )

    told = printed("benchmarks.applications", str(folder), f"{folder}={sys.executable}")

    rows = re.findall(r"│ shop +│ \S+ +│ 2 +│ 1 +│ 1 +│ 0 ", told)
    assert len(rows) == 2, told
    assert "not checked: nothing" in told


def test_latency_is_measured_through_the_server() -> None:
    told = printed("benchmarks.latency", str(SAMPLE / "functions.jsonl"), "--limit", "2")

    assert re.search(r"edit to verdict, 2 files: median \d+ ms", told)
    assert "server start to first finding" in told


def test_naming_is_scored_by_dimension() -> None:
    told = printed("benchmarks.naming", str(SAMPLE / "completions.jsonl"))

    assert re.search(r"│ all +│ 8 +│ 1.000 ", told)


def test_repairs_are_counted_offline() -> None:
    told = printed("benchmarks.repair", str(SAMPLE / "functions.jsonl"), "--limit", "2")

    row = re.search(r"│ offline +│ +(\d+) │ +(\d+) │ +([\d.]+) ", told)
    assert row is not None, told
    assert float(row[3]) >= 90, told


def test_repairs_by_a_model_are_counted_by_strategy() -> None:
    with chat_server("I would rather not.") as chat:
        told = printed(
            *("benchmarks.repair", str(SAMPLE / "functions.jsonl"), "--limit", "2"),
            *("--model", "scripted", "--base-url", chat.url, "--rounds", "1"),
            *("--strategy", "cot2", "--strategy", "scope-first"),
        )

    for strategy in ("cot2", "scope-first"):
        assert re.search(rf"│ scripted, {strategy} +│ +\d+ │ +\d+ │ +\d+.0 ", told), told
        assert re.search(rf"scripted, {strategy}: \d+ x no function", told), told


def test_recorded_answers_are_judged_by_the_proof_as_it_is(tmp_path: Path) -> None:
    code = "def fee(age):\n    return 1 if age < 40 else 2\n"
    wrong = "```python\ndef fee(age):\n    return 1 if age < 50 else 2\n```"
    right = "```python\ndef fee(age):\n    return 2\n```"
    records = [
        {"function_id": "one", "function": "fee", "round": 1, "answer": wrong, "outcome": "proved"},
        {
            "function_id": "one",
            "function": "fee",
            "round": 2,
            "answer": right,
            "outcome": "refused",
        },
        {"function_id": "one", "function": "fee", "round": 3, "answer": right, "outcome": "proved"},
    ]
    (tmp_path / "functions.jsonl").write_text(json.dumps({"function_id": "one", "source": code}))
    (tmp_path / "repair.jsonl").write_text("\n".join(map(json.dumps, records)))

    told = printed("benchmarks.recorded_answers", str(tmp_path), "-v")
    assert re.search(r"round 1, .*\n +now: it still tells .*\n +then: proved", told)
    assert re.search(r"round 2, .*\n +now: offered\n +then: refused\n +then: proved", told)
    assert "2 proofs" in told


def test_growth_prints_a_ratio_for_each_kind_of_text() -> None:
    told = printed(
        *("benchmarks.growth", "--case", "sums", "--case", "nested loops", "--doublings", "2")
    )

    for case in ("sums", "nested loops"):
        assert re.search(rf"│ {case} +│ [\d,]+ +│ [\d.]+ +│ \d+ ", told), told
