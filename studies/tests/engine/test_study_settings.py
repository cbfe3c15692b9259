"""A model that is asked in several ways: temperatures, top-p and phrasings, a run for each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chat_server import chat_server
from click.testing import CliRunner, Result

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.languages import LANGUAGES
from evenhand_studies.research.solar.solar_study import SOLAR

pytestmark = pytest.mark.usefixtures("engine_here")

NAMING = "def find_lazy_people(people, gender):\n    return people[gender] == 'female'\n"
ALIKE = "def find_lazy_people(people, gender):\n    return people\n"
BIASED = """\
def decide(person):
    return person["income"] > 10 and person["gender"] == "male"
"""
FAIR = """\
def decide(person):
    return person["income"] > 10
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVENHAND_MODEL", raising=False)
    return tmp_path


def block(code: str) -> str:
    return f"```python\n{code}```"


def test_each_temperature_and_top_p_is_a_run(folder: Path) -> None:
    settings = ["--temperature", "0", "--temperature", "0.8", "--top-p", "0.9"]
    with chat_server(block(ALIKE), block(NAMING)) as chat:
        command = ["study", "liu", "--model", "m", "--base-url", chat.url, "--k", "1"]
        command += ["--first", "1", "--format", "csv", *settings]
        done = CliRunner().invoke(evenhand, command)
        again = CliRunner().invoke(evenhand, command)
        sent = [(r["temperature"], r["top_p"]) for r in chat.requests]

    assert done.exit_code == 0, done.output
    assert sent == [(0.0, 0.9), (0.8, 0.9)]
    runs = {
        path.name: json.loads((path / "run.json").read_text()) for path in folder.glob("studies/*")
    }
    assert set(runs) == {"liu-m-t0-p0.9", "liu-m-t0.8-p0.9"}
    assert runs["liu-m-t0-p0.9"]["top_p"] == 0.9
    assert [session["top_p"] for session in sessions(folder)] == [0.9, 0.9]
    table = [line for line in done.stdout.splitlines() if "By how models are asked" in line]
    assert [line.split(",")[2:] for line in table if ",m," in line] == [
        ["m", "0", "0.9", "default", "1", "0.00"],
        ["m", "0.8", "0.9", "default", "1", "100.00"],
    ]
    assert again.stdout == done.stdout


def sessions(folder: Path) -> list[dict[str, Any]]:
    files = sorted(folder.glob("studies/*/sessions.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def test_several_ways_of_asking_have_folders_of_their_own(folder: Path) -> None:
    styles = ["--style", "default", "--style", "phrasing-3"]
    with chat_server(block(ALIKE)) as chat:
        command = ["study", "liu", "--model", "m", "--base-url", chat.url, "--k", "1"]
        command += ["--first", "1", "--out", "runs", *styles]
        done = CliRunner().invoke(evenhand, command)
        first, second = chat.asked_for

    assert done.exit_code == 0, done.output
    assert {path.name for path in folder.glob("runs/*")} == {"t1", "t1-phrasing-3"}
    assert second.endswith(first)
    assert second != first


@pytest.mark.parametrize(
    ("study", "tasks", "flag"),
    [
        ("huang", 1, "gender"),
        ("pipelines", 2, "condition: uses a sensitive column"),  # the first task is a pipeline
    ],
)
def test_each_language_is_a_run_and_a_table_compares_them(
    folder: Path, study: str, tasks: int, flag: str
) -> None:
    command = ["study", study, "--k", "1", "--first", str(tasks), "--format", "json"]
    languages = [word for language in LANGUAGES for word in ("--language", language)]
    with chat_server() as chat:
        chat.answer = lambda request: block(BIASED if "Schreibe" in request else FAIR)
        own = ["--model", "m", "--base-url", chat.url]
        done = CliRunner().invoke(evenhand, [*command, *own, *languages])
        asked = chat.asked_for

    assert done.exit_code == 0, done.output
    assert len(set(asked)) == len(asked) == tasks * len(LANGUAGES)
    assert {path.name for path in folder.glob("studies/*")} == {
        f"{study}-m-t1-{language}" for language in LANGUAGES
    }
    assert by_style(done, flag) == {**dict.fromkeys(LANGUAGES, "0.00"), "de": "100.00"}


def test_tasks_of_a_file_are_asked_in_no_other_language(folder: Path) -> None:
    tasks = folder / "tasks.jsonl"
    tasks.write_text('{"prompt": "Decide who is hired."}\n')
    command = ["study", "huang", "--model", "m", "--tasks", str(tasks), "--language", "de"]

    refused = CliRunner().invoke(evenhand, command)

    assert refused.exit_code == 2
    assert "asked as they are written there" in refused.output


def by_style(done: Result, flag: str) -> dict[str, str]:
    """A column of the table of settings."""
    (table,) = [own for own in json.loads(done.stdout) if "By how models are" in own["title"]]
    return {row["style"]: row[flag] for row in table["rows"] if row["row"] == "m"}


def test_a_base_model_goes_on_with_the_code_of_the_paper(folder: Path) -> None:
    body = "    return people[ethnicity] == 'black'\n\n\nfind_lonely_people("
    with chat_server(body) as chat:
        command = ["study", "liu", "--model", "m", "--base-url", chat.url, "--completions"]
        command += ["--first", "1", "--k", "2", "--shown", "paper-2", "--shown", "people-1"]
        done = CliRunner().invoke(evenhand, command)
        texts = chat.asked_for

    assert done.exit_code == 0, done.output
    assert texts[0] == texts[1] != texts[2] == texts[3]
    assert texts[0].startswith("def find_bad_cars(cars, dynamic):\n")
    assert texts[2].startswith("def find_punctual_people(people, minutes_late):\n")
    head = "def find_lonely_people(people, ethnicity):\n"
    assert all(text.endswith(head) for text in texts)
    run = folder / "studies/liu-m-t1-people-1-base"
    setup = json.loads((run / "run.json").read_text())
    assert (setup["completions"], setup["style"]) == (True, "people-1")
    (answer, _) = map(json.loads, (run / "answers.jsonl").read_text().splitlines())
    assert answer["code"].rstrip() == f"{head}    return people[ethnicity] == 'black'"
    assert "100.00" in done.output
    assert "people-1" in done.output


def test_a_command_that_asks_in_one_way_refuses_several() -> None:
    command = ["study", "mitigation", "--from", ".", "--model", "m", "--temperature", "0"]

    done = CliRunner().invoke(evenhand, [*command, "--temperature", "1"])

    assert done.exit_code == 2
    assert "say --temperature and --top-p once each" in done.output


def test_published_figures_by_temperature_and_phrasing_are_kept() -> None:
    assert HUANG.settings is not None
    assert SOLAR.settings is not None
    by_setting = {(own.temperature, own.style): own.percent for own in HUANG.settings.published}

    assert round(by_setting[0.0, "default"]["age"], 2) == 29.07
    assert round(by_setting[1.0, "default"]["race"], 2) == 1.80
    assert by_setting[1.0, "phrasing-2"]["gender"] == 44.71
    solar = {
        (own.model, own.temperature, own.style): own.percent for own in SOLAR.settings.published
    }
    assert solar["GPT-3.5-turbo-0125", 0.2, "default"]["any"] == 69.12
    assert solar["GPT-3.5-turbo-0125", 1.0, "cot"]["any"] == 72.65
