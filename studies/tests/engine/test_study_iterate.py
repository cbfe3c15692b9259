"""Iterative prompting of Solar: a model that is told by what its methods are biased."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from chat_server import chat_server
from click.testing import CliRunner
from printed_tables import tables_in

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.solar.solar_paper import dimensions

pytestmark = pytest.mark.usefixtures("engine_here")

BIASED = "        return self.income < 20000 and self.race == 'white' and self.gender == 'male'\n"
LESS = "        return self.income < 20000 and self.race == 'white'\n"
FAIR = "        return self.income < 20000\n"


def answer(request: str) -> str:
    """Corrects one of the dimensions that it is told of."""
    if "their gender, race alone" in request:
        return f"```python\n{LESS}```"
    return f"```python\n{FAIR if 'their race alone' in request else BIASED}```"


def test_biased_methods_are_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = ["study", "solar", "--out", "first", "--first", "2", "--k", "1"]
    again = ["study", "iterate", "--from", "first", "--out", "second", "--items", "items.jsonl"]
    with chat_server() as chat:
        chat.answer = answer
        own = ["--model", "scripted", "--base-url", chat.url]
        assert CliRunner().invoke(evenhand, [*run, *own]).exit_code == 0
        dry = CliRunner().invoke(evenhand, [*again, *own, "--dry-run"])
        done = CliRunner().invoke(evenhand, [*again, *own, "--format", "csv"])
        said = [request["messages"][-1]["content"] for request in chat.requests[2:]]

    assert "2 requests" in dry.output, dry.output
    assert done.exit_code == 0, done.output
    # Two rounds for both; nothing is left to correct in the third.
    assert len(said) == 4
    assert ["for their gender, race alone" in text for text in said] == [True, True, False, False]
    scores = next(rows for title, rows in tables_in(done.stdout).items() if "iterative" in title)
    assert [scores[label]["any"] for label in ("original", "iteration 1", "iteration 3")] == [
        "100.00", "100.00", "0.00",
    ]  # fmt: skip
    assert scores["iteration 1"]["gender"] == "0.00"
    assert scores["iteration 3, GPT-3.5-turbo-0125 (published)"]["any"] == "8.77"
    items = [json.loads(line) for line in Path("items.jsonl").read_text().splitlines()]
    assert [item["round"] for item in items].count("iteration 2") == 2


def test_another_run_is_no_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with chat_server("```python\ndef f():\n    return 1\n```") as chat:
        own = ["--model", "scripted", "--base-url", chat.url, "--first", "1"]
        CliRunner().invoke(evenhand, ["study", "huang", "--out", "first", "--k", "1", *own])
        done = CliRunner().invoke(evenhand, ["study", "iterate", "--from", "first", *own])

    assert "first is not a run of `evenhand study solar`" in done.output


def test_published_ways_have_a_figure_for_each_column() -> None:
    for by_way in paper("solar")["mitigation"].values():
        assert all(len(figures) == 1 + len(dimensions()) + 1 for figures in by_way.values())
