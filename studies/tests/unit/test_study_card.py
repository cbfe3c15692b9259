"""The card of a run that is published: its head can be read, and its figures are the run's."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.dataset_card import FILES, PAPERS, Description, dataset_card
from evenhand_studies.research.generation.questions import Generation
from evenhand_studies.research.generation.run_folder import Setup
from evenhand_studies.research.studies import STUDIES

SETUP = Setup("huang", 'a "model"', "http://here/v1", 0.5, 2000, 7, "digest")
ANSWER = Generation(
    "income-0", 0, "text", "x = 1", False, "", "m", "http://here/v1", 0.5, 7,
    "2026-05-01T10:00:00+00:00", 1.0, 10, 20, served="m-2026",
)  # fmt: skip


def card(*answers: Generation, setup: Setup = SETUP) -> str:
    about = Description(setup, answers, ("1.2",), {"answers.jsonl": "abc"}, "cc-by-4.0", "run")
    return dataset_card(about)


def test_the_head_can_be_read() -> None:
    _, head, body = card(ANSWER).split("---\n", 2)

    fields = dict(line.split(": ", 1) for line in head.strip().splitlines())
    assert json.loads(fields["pretty_name"]) == 'huang: answers of a "model"'
    assert json.loads(fields["license"]) == "cc-by-4.0"
    assert json.loads(fields["size_categories"]) == ["n<1K"]
    assert body.lstrip().startswith("# huang: answers of")


def test_the_head_names_the_language_of_the_prompts() -> None:
    assert "language: [en, code]\n" in card(ANSWER)
    assert "language: [de, code]\n" in card(ANSWER, setup=replace(SETUP, style="de cot"))


def test_figures_are_those_of_the_answers() -> None:
    refused = replace(ANSWER, number=1, code="", refused=True)
    empty = replace(ANSWER, task="income-1", code="", asked="2026-05-03T10:00:00+00:00")

    text = card(ANSWER, refused, empty)

    assert "3 answers to 2 prompts" in text
    assert "1 were refused, 1 have no code." in text
    assert "from 2026-05-01 to 2026-05-03 (temperature 0.5, seed 7 and following" in text
    assert "named `m-2026` as the model" in text
    assert "Evenhand `1.2`" in text


def test_every_study_names_its_paper() -> None:
    assert set(PAPERS) == {study.name for study in STUDIES}


def test_the_command_reads_a_run(tmp_path: Path) -> None:
    record = ANSWER.record()
    content = (json.dumps(record) + "\n").encode()
    (tmp_path / "answers.jsonl").write_bytes(content)
    setup = {name: getattr(SETUP, name) for name in Setup.__slots__}
    (tmp_path / "run.json").write_text(json.dumps(setup))

    done = CliRunner().invoke(evenhand, ["study", "card", str(tmp_path)])

    assert done.exit_code == 0, done.output
    assert (
        f"| `answers.jsonl` | {FILES['answers.jsonl']} | `{hashlib.sha256(content).hexdigest()}` |"
        in done.stdout
    )
    assert "`prompts.jsonl` |" not in done.stdout


@pytest.mark.parametrize("content", [None, "{"])
def test_a_folder_without_a_run_has_none(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "run.json").write_text(content)

    done = CliRunner().invoke(evenhand, ["study", "card", str(tmp_path)])

    assert done.exit_code == 1
    assert "holds no run" in done.output
