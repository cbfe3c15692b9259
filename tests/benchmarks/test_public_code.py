"""The labels of real public code: that they hold together, and that what is measured is right."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from benchmarks.judging.cases import read_cases
from benchmarks.judging.second_reader import read_answers
from benchmarks.public_code.fetch import fetch
from benchmarks.public_code.manifest import (
    FIRST_READINGS,
    SECOND_READINGS,
    Act,
    Label,
    PublicFile,
    labels,
    public_files,
    read_twice,
    readings,
)
from benchmarks.public_code.measure import LabelledWarning, Measurement, agreement_of_readers

from evenhand.check.catalogue import default_catalogue
from evenhand.findings import Purpose
from evenhand.second_reader.answer import Worth

CHANNELS = {"branch", "table", "query", "model", "prompt", "other"}
PURPOSES = {
    "decision", "representation", "validation", "body", "age_limit", "law", "concession",
    "asked_for", "aggregate", "address", "other",
}  # fmt: skip


def label(function: str, act: Act, attribute: str = "age", file: str = "1") -> Label:
    return Label(file, function, 2, 1, attribute, act, "decision", "branch", "reader", "")


def warned(
    function: str, of: Label | None, attribute: str = "age", file: str = "1"
) -> LabelledWarning:
    return LabelledWarning(file, function, 2, attribute, of)


def test_there_are_enough_of_them() -> None:
    files, known = public_files(), labels()
    unlabelled = {file.id for file in files} - {each.file for each in known}

    assert len(known) >= 1_500
    assert len(unlabelled) >= 400
    assert len({file.repository for file in files}) >= 400
    assert len({file.language for file in files}) >= 7
    assert {each.channel for each in known} == CHANNELS


def test_the_second_readers_answers_are_about_recorded_cases() -> None:
    cases = {(case.group, case.function, case.attribute): case for case in read_cases()}
    sealed = {file.repository for file in public_files() if file.is_sealed}

    for key, opinion in read_answers().items():
        assert key[0] not in sealed
        assert opinion.purpose in cases[key].allowed
        assert (opinion.worth is Worth.NO) is (opinion.purpose is not Purpose.DECISION)


def test_each_is_of_a_file_and_says_what_it_may() -> None:
    ids = {file.id: file for file in public_files()}
    attributes = {attribute.name for attribute in default_catalogue().attributes}

    for each in [*labels(), *readings(FIRST_READINGS), *readings(SECOND_READINGS)]:
        assert each.attribute in attributes, each
        assert each.purpose in PURPOSES, each
        assert each.channel in CHANNELS, each
        assert {each.line, each.def_line} <= set(range(1, ids[each.file].lines + 1)), each
        assert each.why, each


def test_no_place_has_two_labels() -> None:
    for given in (labels(), readings(FIRST_READINGS), readings(SECOND_READINGS)):
        places = [each.place for each in given]
        assert len(places) == len(set(places))


def test_a_fifth_of_the_repositories_is_sealed_and_none_that_was_looked_at() -> None:
    files = public_files()
    sealed = {file.repository for file in files if file.is_sealed}
    looked_at = {file.repository for file in files if file.is_seen}

    assert 0.12 <= len(sealed) / len({file.repository for file in files}) <= 0.28
    assert not sealed & looked_at


def test_a_third_was_read_twice_and_the_readers_agree() -> None:
    on_attributes, on_acts = agreement_of_readers()

    assert len(read_twice()) >= len(public_files()) // 4
    for agreed in (on_attributes, on_acts):
        assert agreed.kappa is not None
        assert agreed.kappa >= 0.75


def test_a_warning_is_useless_where_the_reader_says_no_or_nothing() -> None:
    yes, no, doubt = label("a", Act.YES), label("b", Act.NO), label("c", Act.DOUBT)
    warnings = (warned("a", yes), warned("b", no), warned("c", doubt), warned("d", None))
    measurement = Measurement({"1": "x/y"}, warnings, (yes, no, doubt))

    assert measurement.useless().value == 0.5
    assert measurement.found().value == 1.0


def test_what_matters_and_has_no_warning_is_not_found() -> None:
    first, second = label("a", Act.YES), label("b", Act.YES, "gender")
    measurement = Measurement({"1": "x/y"}, (warned("a", first),), (first, second))

    assert measurement.found().value == 0.5
    assert measurement.found("attribute", "gender").value == 0.0


def test_files_come_from_git_at_their_commit(tmp_path: Path) -> None:
    commit = repository(tmp_path / "somebody" / "rates", "score.py", "AGE = 1\n", "AGE = 2\n")
    file = PublicFile("7", "somebody/rates", "score.py", commit, 1, "rates", "en")
    gone = PublicFile("8", "somebody/gone", "score.py", commit, 1, "rates", "en")
    folder = tmp_path / "cache"
    folder.mkdir()

    problems = fetch([file, gone], folder, f"file://{tmp_path}/{{repository}}")

    assert (folder / "7.py").read_text() == "AGE = 1\n"
    assert [problem.split(":")[0] for problem in problems] == ["8 somebody/gone"]


def repository(place: Path, name: str, *texts: str) -> str:
    """A repository with a commit for each text of a file; the first commit."""
    place.mkdir(parents=True)
    git = ["git", "-C", str(place), "-c", "user.name=Kim", "-c", "user.email=kim@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "config", "uploadpack.allowAnySHA1InWant", "true"], check=True)
    commits = []
    for text in texts:
        (place / name).write_text(text)
        subprocess.run([*git, "add", "--all"], check=True)
        subprocess.run([*git, "commit", "--quiet", "--message=Rate"], check=True)
        commits.append(subprocess.check_output([*git, "rev-parse", "HEAD"], text=True).strip())
    return commits[0]


@pytest.mark.parametrize("name", ["labels.jsonl", "first_readings.jsonl", "second_readings.jsonl"])
def test_it_is_facts_alone(name: str) -> None:
    text = (Path("benchmarks/public_code") / name).read_text(encoding="utf-8")

    assert "def " not in text
    assert "import " not in text
