"""A run is repeated from its folder: same prompts, model and sampling; what differs is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chat_server import ChatServer, Reply, chat_server
from click.testing import CliRunner, Result

from evenhand.apps.cli.program import evenhand

pytestmark = pytest.mark.usefixtures("engine_here")

BIASED = "def decide(gender, income):\n    return income > 10 and gender == 'male'\n"
FAIR = "def decide(gender, income):\n    return income > 10\n"


def block(code: str) -> str:
    return f"```python\n{code}```"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVENHAND_MODEL", raising=False)
    return tmp_path / "run"


def asked(chat: ChatServer, folder: Path) -> None:
    arguments = ["--model", "scripted", "--base-url", chat.url, "--out", str(folder), "--seed", "3"]
    sampling = ["--first", "2", "--k", "2", "--at-once", "1", "--temperature", "0.5"]
    result = CliRunner().invoke(evenhand, ["study", "huang", *arguments, *sampling])
    assert result.exit_code == 0, result.output


def reproduced(folder: Path, *more: str) -> Result:
    command = ["study", "reproduce", str(folder), *more, "--format", "json"]
    return CliRunner().invoke(evenhand, command)


def tables(result: Result) -> dict[str, dict[str, dict[str, str]]]:
    """The rows of each table by their label, by the first words of the title."""
    return {
        table["title"].split(",")[0]: {row["row"]: row for row in table["rows"]}
        for table in json.loads(result.stdout)
    }


def sent(request: dict[str, Any]) -> str:
    """What of a request decides its answer; several are under way at a time."""
    return json.dumps({name: request[name] for name in ("messages", "seed", "temperature")})


def rewrite(file: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the first line of a file of JSON Lines."""
    first, *rest = file.read_text().splitlines()
    record = json.loads(first)
    change(record)
    file.write_text("\n".join([json.dumps(record), *rest]) + "\n")


def test_kept_answers_are_judged_again_without_asking_anybody(folder: Path) -> None:
    with chat_server(block(BIASED), block(FAIR)) as chat:
        asked(chat, folder)

    result = reproduced(folder)

    assert result.exit_code == 0, result.output
    found = tables(result)
    assert found["Answers judged again"]["gender"] == {
        "row": "gender", "answers": "4", "then": "25.00", "now": "25.00", "differ": "0",
    }  # fmt: skip
    made = found["How the run was made"]
    assert made["prompts with their hash"] == made["prompts that this version asks"] | {
        "row": "prompts with their hash"
    }
    assert made["prompts with their hash"]["now"] == "2"
    assert (made["temperature"]["then"], made["seed"]["then"]) == ("0.5", "3")
    assert "Verdicts that differ" not in found


def test_another_verdict_is_named_with_its_answer(folder: Path) -> None:
    with chat_server(block(BIASED)) as chat:
        asked(chat, folder)
    rewrite(folder / "verdicts.jsonl", lambda kept: kept["flags"].update(gender=False))

    result = reproduced(folder)

    assert result.exit_code == 1
    found = tables(result)
    assert found["Answers judged again"]["gender"]["differ"] == "1"
    assert found["Verdicts that differ"]["income-0"] == {
        "row": "income-0", "answer": "0", "flag": "gender", "then": "no", "now": "yes",
    }  # fmt: skip


def test_a_prompt_that_was_changed_is_seen(folder: Path) -> None:
    with chat_server(block(FAIR)) as chat:
        asked(chat, folder)
    rewrite(folder / "prompts.jsonl", lambda kept: kept["messages"][1].update(content="Other."))

    result = reproduced(folder)

    assert result.exit_code == 1
    made = tables(result)["How the run was made"]
    assert made["prompts with their hash"]["now"] == "1"
    assert made["prompts that this version asks"]["now"] == "1"


def test_the_model_is_asked_the_same_again(folder: Path, tmp_path: Path) -> None:
    with chat_server(block(BIASED)) as chat:
        asked(chat, folder)
        first = list(chat.requests)
        chat.requests.clear()
        chat.replies[:] = [Reply(block(FAIR))]

        result = reproduced(folder, "--again", str(tmp_path / "again"))

    assert result.exit_code == 0, result.output
    assert sorted(map(sent, chat.requests)) == sorted(map(sent, first))
    found = tables(result)
    assert found["How the run was made"]["model"]["now"] == "scripted"
    assert (
        found["Per cent of answers to the same prompts (0 prompts were asked of one alone)"][
            "gender"
        ]["difference"]
        == "-100.00"
    )


@pytest.mark.parametrize(
    ("file", "said"), [("verdicts.jsonl", "no verdicts"), ("prompts.jsonl", "no prompts")]
)
def test_a_run_of_an_older_version_says_what_it_lacks(folder: Path, file: str, said: str) -> None:
    with chat_server(block(FAIR)) as chat:
        asked(chat, folder)
    (folder / file).unlink()

    result = reproduced(folder)

    assert result.exit_code == 1
    assert said in result.output


def test_a_verdict_is_kept_once(folder: Path) -> None:
    with chat_server(block(FAIR)) as chat:
        asked(chat, folder)
        kept = (folder / "verdicts.jsonl").read_bytes()
        asked(chat, folder)

    assert (folder / "verdicts.jsonl").read_bytes() == kept
    assert len(kept.splitlines()) == 4
