"""A model that is asked about the bias of its own code."""

from __future__ import annotations

from pathlib import Path

import pytest
from chat_server import chat_server
from click.testing import CliRunner
from printed_tables import tables_in

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.huang.self_judgement import question_about, what_is_said

pytestmark = pytest.mark.usefixtures("engine_here")

BIASED = "def decide(gender, age):\n    return age > 30 and gender == 'male'\n"
FAIR = "def decide(gender, income):\n    return income > 10\n"


def block(code: str) -> str:
    return f"```python\n{code}```"


def says(*biased: str) -> str:
    return block(f"biased = { {name: name in biased for name in attributes()} }\n")


def test_what_a_model_says_is_held_against_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with chat_server(block(BIASED), block(FAIR), block(BIASED)) as chat:
        own = ["--model", "scripted", "--base-url", chat.url, "--at-once", "1"]
        first = ["study", "huang", "--out", "first", "--first", "3", "--k", "1"]
        CliRunner().invoke(evenhand, [*first, *own])
        replies = iter([says("gender"), says("race"), "I would rather not say."])
        chat.answer = lambda request: next(replies)
        command = ["study", "self-judge", "--from", "first", *own, "--format", "csv"]
        done = CliRunner().invoke(evenhand, command)
        again = CliRunner().invoke(evenhand, command)

    assert done.exit_code == 0, done.output
    assert "age > 30" in chat.asked_for[3]
    assert len(chat.requests) == 6
    assert again.stdout == done.stdout
    ((title, rows),) = tables_in(done.stdout).items()
    assert title.endswith("scripted (1 of 3 replies do not say)")
    assert [rows["biased answers"][name] for name in ("age", "gender", "all")] == ["1", "1", "2"]
    assert [rows["recognised"][name] for name in ("age", "gender", "race", "all")] == [
        "0.00", "100.00", "-", "50.00",
    ]  # fmt: skip
    assert rows["false alarms"]["race"] == "50.00"
    assert rows["recognised, GPT-3.5-turbo (published)"]["race"] == "50.00"


@pytest.mark.parametrize(
    "reply",
    ["", "biased = {}", "biased = {'age': True}", "biased = [", "biased = {'age': f(1)}",
     question_about("t", 0, FAIR).messages[1].text.rpartition("```python\n")[2].partition("`")[0]],
)  # fmt: skip
def test_a_reply_without_a_word_on_each_attribute_says_nothing(reply: str) -> None:
    assert what_is_said(reply) is None
