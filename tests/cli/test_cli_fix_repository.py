"""`evenhand fix` over a whole repository: patches, checks in CI, evidence, and stopped runs."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from chat_server import ChatServer, Reply, chat_server

from ready import copied

SCORE = """\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points
"""
FEE = """\
def fee(days, religion, age):
    if age > 40:  # evenhand: allow(age) agreed with the union
        days -= 1
    return days * 5 if religion == "none" else days * 7
"""
BMR = """\
def bmr(weight, height, sex):
    base = 10 * weight + 6.25 * height
    return base + 5 if sex == "male" else base - 161
"""
KIDNEYS = """\
def priority(sex, race, creatinine, days):
    mdrd = 175 * creatinine ** -1.154
    if sex == "female":
        mdrd *= 0.742
    if race == "black":
        days += 400
    return days / 365 + (2 if mdrd < 20 else 0)
"""
FAIR_SCORE = "```python\ndef score(years, gender):\n    return years * 2 + 10\n```"
FAIR_FEE = (
    "```python\ndef fee(days, religion, age):\n"
    "    if age > 40:  # evenhand: allow(age) agreed with the union\n"
    "        days -= 1\n    return days * 5\n```"
)
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="there is no Git here")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "fees.py").write_text(FEE)
    (tmp_path / "rating.py").write_text(SCORE)
    return tmp_path


def evenhand(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = copied([sys.executable, "-m", "evenhand", *arguments])
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def sources(project: Path) -> dict[str, bytes]:
    return {str(p.relative_to(project)): p.read_bytes() for p in sorted(project.rglob("*.py"))}


def test_a_check_writes_nothing_and_says_what_it_would_repair(project: Path) -> None:
    before = sources(project)
    made = evenhand(project, "fix", "--check", ".")

    assert made.returncode == 1
    assert made.stdout == ""
    assert "pkg/fees.py:1  fee    religion  would be repaired" in made.stderr
    assert "rating.py:1    score  gender    would be repaired" in made.stderr
    assert "Would repair 2 functions in 2 files" in made.stderr
    assert "religion 1" in made.stderr
    assert sources(project) == before

    assert evenhand(project, "fix", "--write", ".").returncode == 0
    assert evenhand(project, "fix", "--check", ".").returncode == 0


def test_what_cannot_be_repaired_fails_no_check(project: Path) -> None:
    with chat_server("I would rather not.") as chat:
        made = evenhand(project, "fix", "--check", "--rounds", "1", *asking(chat), ".")

    assert made.returncode == 0
    assert "rating.py:1    score  gender    left: no repair in the model's answer" in made.stderr
    assert "2 could not be repaired" in made.stderr


def test_the_summary_says_what_was_left_and_why(project: Path) -> None:
    (project / "body.py").write_text(BMR)
    (project / "school.py").write_text(
        "def hire(marks, education):\n    return marks > 3 and education == 'college'\n"
    )
    made = evenhand(project, "fix", "--check", ".")

    rows = [" ".join(line.split()) for line in made.stderr.split("\n")]
    assert "body.py:1 bmr gender left: a formula of the body" in rows
    assert "pkg/fees.py:1 fee age left: allowed (agreed with the union)" in rows
    left = "left: information only; --attributes education repairs it"
    assert f"school.py:1 hire education {left}" in rows


def test_one_attribute_is_repaired_and_the_others_stay(project: Path) -> None:
    made = evenhand(project, "fix", "--write", "--attributes", "religion", ".")

    assert made.returncode == 0
    assert 'if gender == "male"' in (project / "rating.py").read_text()
    assert "religion ==" not in (project / "pkg" / "fees.py").read_text()


def test_what_a_formula_rests_on_is_allowed_and_called_so(project: Path) -> None:
    (project / "body.py").write_text(BMR)
    made = evenhand(project, "fix", "--attributes", "gender", "--evidence", "why.txt", "body.py")

    assert "+# evenhand: allow(gender) a formula of the body" in made.stdout
    assert "1 of them only by a reason" in made.stderr
    text = (project / "why.txt").read_text()
    assert text.startswith("Say why a difference stays in bmr (gender)\n")
    assert "Proved" not in text


def test_a_formula_that_stays_beside_a_repair_is_not_called_repaired(project: Path) -> None:
    (project / "kidneys.py").write_text(KIDNEYS)
    fix = evenhand(project, "fix", "--evidence", "why.txt", "kidneys.py")

    assert "-    if race ==" in fix.stdout
    assert "kidneys.py:1  priority  race    would be repaired\n" in fix.stderr
    assert "priority  gender  left: a formula of the body\n" in fix.stderr
    text = (project / "why.txt").read_text()
    assert text.startswith("Treat everyone alike in priority (race)\n")
    assert "gender: a formula of the body\n" in text


def test_a_function_that_is_repaired_with_its_helper_is_named(project: Path) -> None:
    caller = "\n\ndef offer(years, gender):\n    return score(years, gender) > 12\n"
    (project / "rating.py").write_text(SCORE + caller)
    made = evenhand(project, "fix", "--check", "rating.py")

    assert "rating.py:1  score  gender  would be repaired\n" in made.stderr
    along = "would be repaired by the repair of another function"
    assert f"rating.py:8  offer  gender  {along}" in made.stderr


@needs_git
def test_a_patch_changes_the_very_bytes_that_writing_changes(project: Path) -> None:
    git(project, "init", "-q")
    odd = {
        "latin.py": f"# coding: latin-1\n# Zo\u00eb\n{SCORE}".encode("latin-1"),
        "windows.py": SCORE.replace("\n", "\r\n").encode(),
        "mark.py": b"\xef\xbb\xbf" + SCORE.encode(),
        "open end.py": SCORE.rstrip("\n").encode(),
        "mac.py": SCORE.replace("\n", "\r").encode(),
        'd\u00e9j\u00e0 "vu".py': SCORE.encode(),
    }
    for name, data in odd.items():
        (project / name).write_bytes(data)
    before = sources(project)
    made = evenhand(project / "pkg", "fix", "--output", "../repairs.patch", "..")

    assert made.returncode == 1, made.stderr
    assert made.stdout == ""
    assert "Apply them with `git apply ../repairs.patch`." in made.stderr
    assert sources(project) == before

    git(project, "apply", "repairs.patch")
    patched = sources(project)
    git(project, "apply", "--reverse", "repairs.patch")
    assert sources(project) == before
    assert evenhand(project, "fix", "--write", ".").returncode == 0
    assert sources(project) == patched
    assert all(patched[name] != data for name, data in odd.items())


@needs_git
def test_the_diff_on_standard_output_is_one_that_git_takes(project: Path) -> None:
    git(project, "init", "-q")
    diff = evenhand(project, "fix", "pkg").stdout
    subprocess.run(["git", "apply"], cwd=project, input=diff, text=True, check=True)

    assert evenhand(project, "fix", "--check", "pkg").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets few people make links")
def test_a_patch_names_files_and_not_links_to_them(project: Path) -> None:
    (project / "a_link.py").symlink_to("rating.py")
    evenhand(project, "fix", "--output", "repairs.patch", ".")

    patch = (project / "repairs.patch").read_text()
    assert patch.count("+++ b/rating.py\n") == 1
    assert "a_link" not in patch


def test_what_a_patch_cannot_reach_is_said(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other") / "far.py"
    other.write_text(SCORE)
    made = evenhand(project, "fix", "--output", "repairs.patch", "rating.py", str(other))

    assert made.returncode == 2
    assert f"it is not below {project}, where the patch applies" in made.stderr
    assert "+++ b/rating.py" in (project / "repairs.patch").read_text()


def test_evidence_is_markdown_for_a_pull_request(project: Path) -> None:
    evenhand(project, "fix", "--write", "--evidence", "request.md", ".")

    text = (project / "request.md").read_text()
    assert text.startswith("## Treat everyone alike in 2 functions (religion, gender)\n")
    assert "### `score` in `rating.py:1`" in text
    assert "**gender:** `score` is 10 higher for 'male' than for 'female'" in text
    block = text.partition("```python\n")[2].partition("\n```")[0].split("\n")
    assert [line.partition("#")[0].rstrip()[:4] for line in block] == ["fee(", "fee(", ""]
    assert block[2].strip("# ^") == ""
    assert "\nProved by " in text
    assert "- `pkg/fees.py:1 fee`: age: allowed (agreed with the union)" in text


def test_evidence_is_plain_text_for_a_commit(project: Path) -> None:
    evenhand(project, "fix", "--evidence", "message.txt", "rating.py")

    subject, empty, *body = (project / "message.txt").read_text().split("\n")
    assert subject == "Treat everyone alike in score (gender)"
    assert empty == ""
    assert all(len(line) <= 72 for line in body)
    assert not any(line.startswith("#") for line in body)
    assert "score (rating.py:1)" in body
    assert any(line.startswith("Proved by ") for line in body)


@pytest.mark.parametrize(
    "options",
    [("--write", "--check"), ("--write", "--diff"), ("--write", "--output", "x.patch")],
)
def test_options_that_contradict_each_other_do_nothing(
    project: Path, options: tuple[str, ...]
) -> None:
    before = sources(project)

    assert evenhand(project, "fix", *options, ".").returncode == 2
    assert sources(project) == before


def asking(chat: ChatServer) -> tuple[str, ...]:
    return ("--provider", "openai", "--base-url", chat.url, "--model", "scripted")


def started(project: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "evenhand", *arguments]
    return subprocess.Popen(command, cwd=project, stderr=subprocess.PIPE, text=True)


@contextmanager
def slow_at_the_score() -> Iterator[tuple[ChatServer, threading.Event, threading.Event]]:
    """A model that, once it was asked for `score`, answers only when it may go on."""
    asked, go = threading.Event(), threading.Event()

    def answer(request: str) -> str:
        if "def fee" in request:
            return FAIR_FEE
        asked.set()
        go.wait()
        return FAIR_SCORE

    with chat_server(FAIR_SCORE) as chat:
        chat.answer = answer
        try:
            yield chat, asked, go
        finally:
            go.set()


def test_an_answer_that_takes_from_somebody_is_not_written(project: Path) -> None:
    before = sources(project)
    with chat_server(FAIR_SCORE.replace(" + 10", "")) as chat:
        made = evenhand(project, "fix", "--write", *asking(chat), "rating.py")

    assert made.returncode == 1
    assert "the model's rewrite waits for a person (--ask): 'male' loses 10" in made.stderr
    assert sources(project) == before


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to a process")
def test_a_run_that_was_stopped_asks_for_nothing_twice(project: Path) -> None:
    before = sources(project)
    with slow_at_the_score() as (chat, asked, go):
        arguments = ("fix", "--output", "repairs.patch", *asking(chat), ".")
        run = started(project, *arguments)
        assert asked.wait(120)
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=60)[1]
        go.set()
        assert run.returncode == 130
        assert "Stopped after 1 of 2 files, 1 function to repair." in said
        assert not (project / "repairs.patch").exists()

        evenhand(project, *arguments)
        assert len(chat.requests) == 3
        assert all("score" in request for request in chat.asked_for[1:])
    patch = (project / "repairs.patch").read_text()
    assert patch.count("+++ b/") == 2
    assert sources(project) == before


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to a process")
def test_a_run_that_goes_on_accounts_for_all_that_was_written(project: Path) -> None:
    with slow_at_the_score() as (chat, asked, go):
        arguments = ("fix", "--write", "--evidence", "all.md", *asking(chat), ".")
        run = started(project, *arguments)
        assert asked.wait(120)
        run.kill()
        run.communicate()
        go.set()
        assert "religion ==" not in (project / "pkg" / "fees.py").read_text()
        made = evenhand(project, *arguments)

        rows = [" ".join(line.split()) for line in made.stderr.split("\n")]
        assert "pkg/fees.py:1 fee religion repaired before the run was stopped" in rows
        assert "rating.py:1 score gender repaired" in rows
        text = (project / "all.md").read_text()
        assert "`fee` in" in text
        assert "`score` in" in text

    after = sources(project)
    made = evenhand(project, "fix", "--write", "--evidence", "all.md", ".")
    assert "Nothing to repair in 2 files" in made.stderr
    assert sources(project) == after
    assert sorted(p.name for p in project.iterdir()) == ["all.md", "pkg", "rating.py"]


def test_a_file_that_changes_meanwhile_is_left_and_said(project: Path) -> None:
    with chat_server(Reply(FAIR_SCORE, delay=True)) as chat:
        run = started(project, "fix", "--write", *asking(chat), "rating.py")
        assert chat.asked.wait(120)
        (project / "rating.py").write_text(f"# mine\n{SCORE}")
        chat.go.set()
        said = run.communicate(timeout=120)[1]

    assert run.returncode == 2
    assert "rating.py was not written: it has changed in the meantime" in said
    assert (project / "rating.py").read_text() == f"# mine\n{SCORE}"


def test_nothing_of_earlier_runs_is_used_if_the_user_wants_none(project: Path) -> None:
    with chat_server(FAIR_SCORE) as chat:
        for options in ((), (), ("--no-cache",)):
            evenhand(project, "fix", *options, *asking(chat), "rating.py")
        assert len(chat.requests) == 2
