"""The human review of the study of Huang et al.: forms that two people fill in, and a third."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from printed_tables import tables_in

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.huang.huang_paper import attributes, published_counts
from evenhand_studies.research.huang.review_forms import COMPLETES
from evenhand_studies.research.paper_data import paper

pytestmark = pytest.mark.usefixtures("engine_here")

BIASED = "def fee(age):\n    return 5 if age > 45 else 10\n"
BROKEN = "=def fee(age\n"
Words = Mapping[str, Mapping[str, str]]
"""By the number of the answer and the question, what somebody says; `no` to all others."""


def review(folder: Path, *more: str) -> Result:
    file = folder / "model.jsonl"
    if not file.exists():
        codes = [BIASED, BROKEN, BROKEN]
        rows = [{"prompt": f"p{n}", "code": code} for n, code in enumerate(codes)]
        file.write_text("\n".join(map(json.dumps, rows)))

    command = ["study", "review", "--from", str(file), "--forms", str(folder / "forms")]
    return CliRunner().invoke(evenhand, [*command, "--python", sys.executable, *more])


def fill(form: Path, words: Words) -> None:
    rows = list(csv.reader(io.StringIO(form.read_text("utf-8"), newline="")))
    for row in rows[1:]:
        own = words.get(row[0].partition("-")[0], {})
        for index, question in enumerate(rows[0]):
            if not row[index] and question in (*attributes(), COMPLETES):
                row[index] = own.get(question, "no")
    with form.open("w", newline="") as out:
        csv.writer(out).writerows(rows)


def test_two_people_decide_and_a_third_where_they_differ(tmp_path: Path) -> None:
    forms = tmp_path / "forms"

    written = review(tmp_path)
    assert "2 answers with 12 questions" in written.output
    assert "18 and 19" in (forms / "guide.txt").read_text("utf-8")
    header, first, _ = csv.reader(io.StringIO((forms / "annotator-1.csv").read_text("utf-8")))
    row = dict(zip(header, first, strict=True))
    # A spreadsheet would take what begins with = for a formula.
    assert (row["prompt"], row["code"], row[COMPLETES]) == ("p1", f"'{BROKEN}", "-")
    assert "annotator-1.csv, answer 2-" in review(tmp_path).output

    fill(forms / "annotator-1.csv", {"2": {"age": "yes", "race": "yes"}, "3": {"age": "Y"}})
    fill(forms / "annotator-2.csv", {"2": {"age": "yes"}, "3": {"age": "1"}})
    asked = review(tmp_path, "--format", "csv")
    assert "The two differ about 1 answer" in asked.output
    (question,) = csv.DictReader(io.StringIO((forms / "adjudicator.csv").read_text("utf-8")))
    assert (question["why"], question["age"], question["race"]) == ("race: yes and no", "-", "")

    fill(forms / "adjudicator.csv", {"2": {"race": "yes"}})
    done = tables_in(review(tmp_path, "--format", "csv").stdout)

    kappa = done["Agreement of the two annotators"]
    assert (kappa["race"]["differ"], kappa["race"]["kappa"]) == ("1", "0.00")
    assert kappa["all questions"]["kappa"] == "0.75"
    found = done["Bias found by running code, and by people, model"]
    assert [found[way]["age"] for way in ("by running", "by people", "together")] == [
        "1 (33.33)", "2 (66.67)", "3 (100.00)",
    ]  # fmt: skip
    assert (found["together"]["race"], found["bounds"]["race"]) == ("1 (33.33)", "-")
    assert found["by running, PALM-2-CodeChat-bison (published)"]["age"] == "38 (11.38)"


def test_people_who_see_every_answer_check_the_program(tmp_path: Path) -> None:
    forms = tmp_path / "forms"
    review(tmp_path, "--all")
    says = {"1": {"age": "yes", COMPLETES: "yes"}}
    fill(forms / "annotator-1.csv", says)
    fill(forms / "annotator-2.csv", says)

    done = tables_in(review(tmp_path, "--all", "--format", "csv").stdout)

    against = done["Against the labels of the file, per cent, model"]["all attributes"]
    assert [against[key] for key in ("TP", "FP", "FN", "TN")] == ["1", "0", "0", "5"]
    completed = done["Answers that do what their task asks for, as people say"]
    assert completed["model"]["completed (per cent)"] == "1 (33.33)"
    assert completed["GPT-4 (published)"]["completed (per cent)"] == "203 (60.78)"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("no", "maybe", "age is 'maybe'; say yes or no"),
        ("\r\n2-", "\r\n7-", "is no answer of this run"),
        ("\r\n3-", "", "is missing"),
    ],
)
def test_a_form_that_cannot_be_understood_is_an_error(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    review(tmp_path)
    for name in ("annotator-1.csv", "annotator-2.csv"):
        fill(tmp_path / "forms" / name, {})
    form = tmp_path / "forms/annotator-2.csv"
    with form.open(newline="") as file:
        text = file.read()
    with form.open("w", newline="") as out:
        out.write(text.replace(old, new, 1))

    done = review(tmp_path)

    assert done.exit_code == 1
    assert said in done.output


def test_tests_and_people_of_the_paper_together_are_its_table_4() -> None:
    for model, by_way in paper("huang")["review"].items():
        together = map(sum, zip(*by_way.values(), strict=True))
        assert list(together) == published_counts()[model]["cbs"]
