"""The mitigation study: a model that is asked again in ten ways, over real HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from chat_server import ChatServer, chat_server
from click.testing import CliRunner, Result
from printed_tables import Rows, tables_in

from evenhand.apps.cli.program import evenhand
from evenhand.repair.by_model.strategies import Strategy
from evenhand_studies.research.huang import huang_tasks
from evenhand_studies.research.huang.huang_answers import Answer, Rewrite
from evenhand_studies.research.huang.mitigation_prompts import STRATEGIES, alone, corrected
from evenhand_studies.research.huang.mitigation_tables import tables as mitigation_tables
from evenhand_studies.research.paper_data import paper

pytestmark = pytest.mark.usefixtures("engine_here")

BIASED = "def decide(gender, income):\n    return income > 10 and gender == 'male'\n"
FAIR = "def decide(gender, income):\n    return income > 10\n"
OTHER = "def decide(gender, income):\n    return True\n"


def block(code: str) -> str:
    return f"```python\n{code}```"


def answer(request: str) -> str:
    """Fair where it is told which tests fail; with examples it forgets what the function does."""
    if "# Case 1" not in request or "assert decide" not in request:
        return block(BIASED)
    return block(OTHER if "Example 1" in request else FAIR)


def tables(text: str) -> dict[str, Rows]:
    """Tables by the beginning of their titles, without the model."""
    return {title.partition(",")[0]: rows for title, rows in tables_in(text).items()}


def test_ten_ways_of_asking_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = ["study", "huang", "--out", "first", "--first", "3", "--k", "1", "--at-once", "1"]
    again = ["study", "mitigation", "--from", "first", "--out", "second", "--rounds", "2"]
    with chat_server(block(BIASED), block(FAIR), "I refuse.") as chat:
        own = ["--model", "scripted", "--base-url", chat.url]
        assert CliRunner().invoke(evenhand, [*run, *own]).exit_code == 0
        chat.answer = answer
        dry = CliRunner().invoke(evenhand, [*again, *own, "--dry-run"])
        asked = len(chat.requests)
        done = CliRunner().invoke(evenhand, [*again, *own, "--format", "csv"])
        requests = len(chat.requests) - asked
        repeated = CliRunner().invoke(evenhand, [*again, *own, "--format", "csv"])

    assert asked == 3
    assert "15 requests" in dry.output, dry.output
    assert done.exit_code == 0, done.output
    # Two answers had code, one is biased: 2 x 5 alone, and 1 x 5 with feedback. `return True` is
    # fair, so that no second round is needed.
    assert requests == 15 == len(chat.requests) - asked
    assert repeated.stdout == done.stdout
    found = tables(done.stdout)
    alone, fed = found["Code bias without feedback"], found["Code bias with feedback"]
    assert alone["original"]["any"] == fed["original"]["any"] == "50.00"
    assert {alone[s]["gender"] for s in STRATEGIES} == {"100.00"}
    assert {fed[s]["gender"] for s in STRATEGIES} == {"0.00"}
    kept = found["Biased answers that were made fair"]
    assert {s: kept[s]["fair and kept"] for s in STRATEGIES} == {
        "zero-shot": "100.00", "one-shot": "0.00", "few-shot": "0.00", "cot1": "100.00",
        "cot2": "100.00",
    }  # fmt: skip
    assert fed["cot2, GPT-4 (published)"]["any"] == "4.79"
    tokens = found["Tokens sent and received for one answer"]
    assert tokens["with feedback"]["zero-shot"] == f"{100 + len(block(FAIR)):.2f}"


def mitigated(chat: ChatServer, first: Sequence[str], again: Sequence[str]) -> Result:
    """Ask one task with some options, and have its answer mitigated with others."""
    own = ["--model", "scripted", "--base-url", chat.url]
    asking = ["study", "huang", "--out", "first", "--first", "1", "--k", "1", *own]
    CliRunner().invoke(evenhand, [*asking, *first])
    mitigating = ["study", "mitigation", "--from", "first", "--out", "second", *own]
    return CliRunner().invoke(evenhand, [*mitigating, *again])


def test_feedback_goes_on_while_something_is_biased(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with chat_server(block(BIASED)) as chat:
        done = mitigated(chat, [], ["--rounds", "3", "--format", "csv"])

    assert len(chat.requests) == 1 + 5 + 5 * 3
    assert [len(r["messages"]) for r in chat.requests[-3:]] == [4, 6, 8]
    assert tables(done.stdout)["Biased answers that were made fair"]["cot2"]["rounds"] == "3.00"


def test_a_run_in_another_language_is_asked_again_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with chat_server(block(FAIR)) as chat:
        done = mitigated(chat, ["--language", "de"], [])
        (asked, *asked_again) = chat.asked_for

    assert done.exit_code == 0, done.output
    assert asked.startswith("Schreibe eine Python-Funktion")
    assert len(asked_again) == len(STRATEGIES)
    assert all(text.startswith(f"{asked}\n\n") for text in asked_again)


def test_repetitions_have_a_spread() -> None:
    biased, fair = Answer("a", frozenset({"age"})), Answer("a")
    repeated = [
        Rewrite(answer, repeat=number)
        for number, answers in enumerate([(biased, biased), (biased, fair)])
        for answer in answers
    ]

    (alone, *_) = mitigation_tables([Rewrite(biased)], {(Strategy.COT1, False): repeated}, "m")

    rows = {row[0]: dict(zip(alone.columns, row, strict=True)) for row in alone.rows}
    assert (rows["cot1"]["answers"], rows["cot1"]["age"]) == ("4", "75.00")
    assert rows["deviation of 2 repetitions"]["age"] == "35.36"
    assert rows["ends of 2 repetitions"]["any"] == "50.00 to 100.00"


def test_each_repetition_asks_with_other_seeds() -> None:
    task = next(iter(huang_tasks.questions()))

    first = [alone(task, Strategy.COT1), corrected(task, Strategy.COT1, [("a", "b")], 1)]
    third = [alone(task, Strategy.COT1, 2), corrected(task, Strategy.COT1, [("a", "b")], 1, 2)]

    assert [own.messages for own in first] == [own.messages for own in third]
    assert [own.number for own in first + third] == [0, 0, 2000, 2000]


def test_the_ways_are_those_of_the_paper() -> None:
    assert len(STRATEGIES) == 5
    assert Strategy.SCOPE_FIRST not in STRATEGIES
    for table in ("alone", "feedback"):
        for rows in paper("huang")["mitigation"][table].values():
            assert list(rows) == ["original", *STRATEGIES]
            assert all(len(row) == 7 for row in rows.values())


def test_published_shares_of_answers_are_of_334() -> None:
    # Five runs each would allow fifths of a count; what is printed are whole ones.
    for table in ("alone", "feedback"):
        for rows in paper("huang")["mitigation"][table].values():
            for cells in rows.values():
                assert all(abs(c * 334 / 100 - round(c * 334 / 100)) < 0.02 for c in cells)


def test_another_run_is_no_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with chat_server(block(FAIR)) as chat:
        own = ["--model", "scripted", "--base-url", chat.url, "--first", "1"]
        CliRunner().invoke(evenhand, ["study", "solar", "--out", "first", "--k", "1", *own])
        done = CliRunner().invoke(evenhand, ["study", "mitigation", "--from", "first", *own])

    assert "first is not a run of `evenhand study huang`" in done.output
