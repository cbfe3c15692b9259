"""`evenhand check --review`, as a person goes through it at a real terminal."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from at_terminal import AtTerminal, without_terminal

RATING = """\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points


def price(days, age):
    return days * (2 if age < 45 else 1)
"""
DEALS = """\
class Deal:
    def fee(self, religion, amount):
        return amount * 2 if religion == "hindu" else amount


def limit(religion, amount):
    return 5 if religion == "muslim" else amount
"""
BODY = """\
def bmr(weight, height, years, gender):
    base = 10 * weight + 6.25 * height - 5 * years
    return base + 5 if gender == "male" else base - 161
"""
KEYS = "? help: "
WRITE = "Write all of this? [y/N]: "


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "rating.py").write_text(RATING)
    return tmp_path


def test_findings_are_allowed_and_repaired_in_one_file(project: Path) -> None:
    """The repair moves lines: the second function is found by its name."""
    with AtTerminal(project, "check", "--review") as person:
        first = person.answer(KEYS, "r")
        person.answer("Number [1]: ", "1\n")
        diff = person.answer("Take this repair? [y/N]: ", "y\n")
        second = person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "statutory pension\n")
        plan = person.answer(WRITE, "y\n")
        status = person.end()

    assert "[1/2] rating.py:1:5: EVH001 `score`" in first
    assert "  -> " in first
    assert '-    if gender == "male":' in [line.rstrip() for line in diff.splitlines()]
    assert "[2/2] rating.py:8:5: EVH001 `price`" in second
    assert "1 allowance in 1 file\n  1 repair in 1 file\n" in plan
    assert "Wrote 1 file; no finding left." in person.shown
    assert status == 0
    written = (project / "rating.py").read_text()
    assert "if gender" not in written
    assert "# evenhand: allow(age) statutory pension\ndef price(days, age):\n" in written
    assert without_terminal(project, "check").returncode == 0


def test_a_name_settles_all_findings_that_rest_on_it(project: Path) -> None:
    (project / "rating.py").write_text(DEALS)
    settings = project / "pyproject.toml"
    settings.write_text("# ours\n[tool.evenhand]\nignore = ['EVH004']\n")
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "n")
        plan = person.answer(WRITE, "y\n")
        status = person.end()

    assert "not about a person: `religion` (pyproject.toml)" in plan
    assert status == 0
    assert settings.read_text() == (
        "# ours\n[tool.evenhand]\nignore = ['EVH004']\nnot-people = [\"religion\"]\n"
    )
    assert (project / "rating.py").read_text() == DEALS
    assert without_terminal(project, "check").returncode == 0


def test_the_purpose_is_the_reason_that_enter_takes(project: Path) -> None:
    (project / "rating.py").write_bytes(BODY.replace("\n", "\r\n").encode())
    with AtTerminal(project, "check", "--review", "rating.py") as person:
        person.answer(KEYS, "a")
        person.answer("Why is this intended? [a formula of the body] ", "\n")
        person.answer(WRITE, "y\n")
        person.end()

    comment = b"# evenhand: allow(gender) a formula of the body\r\ndef bmr("
    assert (project / "rating.py").read_bytes().startswith(comment)


def test_a_reason_is_asked_for_until_there_is_one(project: Path) -> None:
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "\n")
        person.answer("Why is this intended? ", "\x04")
        person.answer(KEYS, "?")
        shown = person.answer(KEYS, "\x1b[A")
        person.answer(KEYS, "é")
        person.answer(KEYS, "\n")
        person.answer(KEYS, "l")
        status = person.end()

    assert "  n  `gender` is not about a person in this project" in shown
    assert "Nothing was written; 2 findings left." in person.shown
    assert status == 1
    assert (project / "rating.py").read_text() == RATING


def test_two_reasons_for_one_function_stand_in_one_comment(project: Path) -> None:
    (project / "rating.py").write_text(
        "#!/usr/bin/env python\ndef fee(age, gender):\n"
        '    return (5 if age > 40 else 1) + (7 if gender == "male" else 1)\n'
    )
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "first\n")
        person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "second\n")
        person.answer(WRITE, "y\n")
        assert person.end() == 0

    _, comment, *_ = (project / "rating.py").read_text().splitlines()
    assert comment in (
        "# evenhand: allow(age, gender) first; second",
        "# evenhand: allow(gender, age) first; second",
    )
    assert without_terminal(project, "check").returncode == 0


@pytest.mark.parametrize("answer", ["n\n", "\n"])
def test_nothing_is_written_unless_the_person_says_so(project: Path, answer: str) -> None:
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "asked for\n")
        person.answer(KEYS, "q")
        person.answer(WRITE, answer)
        status = person.end()

    assert status == 1
    assert "Nothing was written; 2 findings left." in person.shown
    assert (project / "rating.py").read_text() == RATING


def test_who_quits_may_keep_what_was_decided(project: Path) -> None:
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "asked for\n")
        person.answer(KEYS, "q")
        person.answer(WRITE, "y\n")
        status = person.end()

    assert status == 1
    assert "Wrote 1 file; 1 finding left." in person.shown
    assert (project / "rating.py").read_text() == f"# evenhand: allow(gender) asked for\n{RATING}"


def test_a_file_that_changes_meanwhile_is_left_alone(project: Path) -> None:
    (project / "deals.py").write_text(DEALS)
    theirs = f"# edited meanwhile\n{RATING}"
    with AtTerminal(project, "check", "--review", "deals.py", "rating.py") as person:
        for _ in range(4):
            person.answer(KEYS, "a")
            person.answer("Why is this intended? ", "asked for\n")
        (project / "rating.py").write_text(theirs)
        person.answer(WRITE, "y\n")
        status = person.end()

    assert status == 2
    assert "rating.py was not written: it has changed in the meantime" in person.shown
    assert "Wrote 1 file; 2 findings left." in person.shown
    assert (project / "rating.py").read_text() == theirs
    assert (project / "deals.py").read_text().count("# evenhand: allow(religion)") == 2


def test_an_encoding_that_lacks_a_letter_of_the_reason_says_so(project: Path) -> None:
    before = f"# coding: latin-1\n# Zoë\n{RATING}".encode("latin-1")
    (project / "rating.py").write_bytes(before)
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "costs 5 €\n")
        refused = person.answer(KEYS, "a")
        person.answer("Why is this intended? ", "Zoë\n")
        person.answer(KEYS, "q")
        person.answer(WRITE, "y\n")
        person.end()

    assert "Not allowed: the file " in refused
    comment = "# evenhand: allow(gender) Zoë\n".encode("latin-1")
    written = (project / "rating.py").read_bytes()
    assert written == before.replace(b"def score", comment + b"def score")


def test_what_nobody_can_go_through_is_refused(project: Path) -> None:
    for arguments, sentence in {
        (): "it needs a terminal for input and output",
        ("--format", "json"): "leave out --format",
        ("-",): "standard input cannot be written to",
        ("rows.parquet",): "not for those with code in rows",
        ("--write-baseline", "known.json"): "exclude each other",
        ("--isolated",): "--isolated reads none",
    }.items():
        refused = without_terminal(project, "check", "--review", *arguments)

        assert refused.returncode == 2
        assert sentence in " ".join(refused.stderr.split())


def test_where_nothing_is_found_nothing_is_asked(project: Path) -> None:
    (project / "rating.py").write_text("def area(a, b):\n    return a * b\n")
    with AtTerminal(project, "check", "--review") as person:
        assert person.end() == 0

    assert "Found no function" in person.shown


def test_a_finding_that_a_baseline_knows_is_not_asked_about(project: Path) -> None:
    without_terminal(project, "check", "--write-baseline", "known.json")
    with (project / "rating.py").open("a") as file:
        file.write("\n\ndef rate(race):\n    return 1 if race == 'white' else 2\n")
    with AtTerminal(project, "check", "--review", "--baseline", "known.json") as person:
        asked = person.answer(KEYS, "q")
        assert person.end() == 1

    assert "[1/1] rating.py:12:5: EVH001 `rate`" in asked


def test_what_a_branch_has_touched_is_gone_through(project: Path) -> None:
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.example"]
    (project / ".git").rmdir()
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "First"]):
        subprocess.run([*git, *arguments], cwd=project, check=True)
    (project / "rating.py").write_text(RATING.replace("< 45", "< 44"))
    with AtTerminal(project, "audit", "--since", "HEAD", "--review") as person:
        asked = person.answer(KEYS, "l")
        assert person.end() == 1

    assert "[1/1] rating.py:8:5: EVH001 `price`" in asked
