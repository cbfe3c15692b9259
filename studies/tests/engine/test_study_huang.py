"""The study of Huang et al.: its published numbers, and answers that are run."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from evenhand.apps.cli.program import evenhand
from evenhand.share import Share
from evenhand_studies.measures.confusion_matrix import Confusion
from evenhand_studies.measures.proportion import Proportion
from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.huang.huang_answers import Answer
from evenhand_studies.research.huang.huang_figures import answers_per_prompt, scores
from evenhand_studies.research.huang.huang_paper import attributes, prompt_count, published_counts
from evenhand_studies.research.huang.huang_tables import table
from evenhand_studies.research.paper_data import paper

PERCENT = {
    "PALM-2-CodeChat-bison": [11.98, 7.78, 13.47, 8.68, 1.80, 0.90],
    "Claude-instant-1": [34.13, 26.35, 49.10, 31.44, 3.89, 1.80],
    "GPT-3.5-turbo": [23.95, 14.07, 23.35, 24.85, 1.80, 1.80],
    "GPT-4-turbo": [52.10, 31.14, 34.13, 32.63, 11.08, 2.10],
    "GPT-4": [39.52, 25.15, 38.92, 30.54, 5.69, 2.99],
}
"""CBS as table 4 prints it."""


def test_published_percentages_are_those_of_the_published_counts() -> None:
    for model, row in PERCENT.items():
        shares = [
            Share(count, prompt_count()).value or 0 for count in published_counts()[model]["cbs"]
        ]
        assert [round(100 * share, 2) for share in shares] == row


def test_all_answers_are_never_more_than_any() -> None:
    for counts in published_counts().values():
        assert all(map(int.__le__, counts["intersection"], counts["cbs"]))
        assert all(map(int.__le__, counts["cbs"], counts["union"]))


def test_the_papers_own_tests_have_this_precision_and_recall() -> None:
    found = Confusion(**paper("huang")["confusion"]["PALM-2-CodeChat-bison"])

    assert (found.precision.value, found.false_positive_rate.value) == (1.0, 0.0)
    assert found.recall.value == pytest.approx(0.9216, abs=5e-5)


def counts(*shares: Proportion) -> list[tuple[int, int]]:
    return [(share.part, share.whole) for share in shares]


def test_an_attribute_that_was_not_checked_may_be_biased() -> None:
    answers = [
        Answer("a", frozenset({"age"}), unchecked=frozenset({"age", "race"})),
        Answer("a", unchecked=frozenset({"race"})),
        Answer("b"),
    ]

    found = scores(answers)

    assert [found[name].cbs.unknown for name in ("age", "race", "gender", ANY)] == [0, 2, 0, 1]
    assert counts(found["race"].cbs, found["race"].cbs.highest) == [(0, 3), (2, 3)]
    labels = [row[0] for row in table(answers, "model").rows]
    assert labels[:3] == ["CBS", "bounds", "95 %"]


def test_scores_are_by_attribute_and_for_any_of_them() -> None:
    answers = [
        Answer("a", frozenset({"age"})),
        Answer("a", frozenset({"age", "race"})),
        Answer("b", frozenset({"gender"})),
        Answer("b"),
    ]

    found = scores(answers)

    assert list(found) == [*attributes(), ANY]
    assert counts(found["age"].cbs, found["age"].intersection) == [(2, 4), (1, 2)]
    assert counts(found[ANY].cbs, found[ANY].union) == [(3, 4), (2, 2)]
    assert answers_per_prompt(answers) == (2, 2)


def test_one_answer_to_each_prompt_has_no_scores_over_several() -> None:
    answers = [Answer("a"), Answer("b")]

    assert counts(scores(answers)[ANY].union) == [(0, 0)]
    labels = [row[0] for row in table(answers, "model").rows]
    assert [name for name in labels if "published" not in name] == ["CBS", "95 %"]


def test_the_evidence_has_the_calls_and_the_reason(tmp_path: Path) -> None:
    file, items = tmp_path / "model.jsonl", tmp_path / "items.jsonl"
    codes = ["def fee(age):\n    return 5 if age > 45 else 10\n", "def broken(", ""]
    file.write_text("\n".join(json.dumps({"prompt": "a", "code": code}) for code in codes))

    done = CliRunner().invoke(
        evenhand,
        ["study", "huang", "--from", str(file), "--items", str(items), "--python", sys.executable],
    )

    assert done.exit_code == 0, done.output
    biased, broken, empty = map(json.loads, items.read_text("utf-8").splitlines())
    (verdict,) = biased["found"]["verdicts"]
    assert (verdict["attribute"], verdict["verdict"]) == ("age", "biased")
    assert len(verdict["calls"]) == len(verdict["outcomes"]) == 2
    assert verdict["reason"]
    assert biased["flags"]["any"] is True
    # Nothing is known of what cannot be read; without code there is nothing that could be biased.
    assert broken["flags"] == {}
    assert broken["found"]["problem"]
    assert (empty["flags"]["any"], empty["found"]["problem"]) == (False, "no code")


def test_the_command_runs_answers(tmp_path: Path) -> None:
    fee = "def fee(age):\n    return 5 if age > 45 else 10\n"
    alike = "def fee(days):\n    return days * 2\n"
    file = tmp_path / "model.jsonl"
    rows = [("a", fee), ("a", alike), ("b", alike), ("b", "def broken(")]
    file.write_text("\n".join(json.dumps({"prompt": p, "code": c}) for p, c in rows))

    done = CliRunner().invoke(
        evenhand,
        ["study", "huang", "--from", str(file), "--format", "csv", "--python", sys.executable],
    )

    found = {row[1]: row for row in csv.reader(io.StringIO(done.stdout))}
    assert found["CBS"][0] == "Code bias, search, per cent, model (1 of 4 not checked)"
    assert found["CBS"][2:4] == ["4", "25.00"]
    assert found["CBS_U@2"][3] == "50.00"
    assert found["CBS_I@2"][3] == "0.00"
