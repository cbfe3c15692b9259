"""`evenhand fix`, as a user calls it."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from chat_server import Reply, chat_server

from ready import copied

SCORE = """\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points
"""


def evenhand(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        copied([sys.executable, "-m", "evenhand", *arguments]),
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "rating.py").write_text(SCORE)
    return tmp_path


def test_it_shows_a_diff_and_leaves_the_file(project: Path) -> None:
    made = evenhand(project, "fix", "rating.py")

    assert made.returncode == 1
    assert made.stdout.startswith("--- a/rating.py\n+++ b/rating.py\n@@ ")
    assert '-    if gender == "male":\n' in made.stdout
    assert "rating.py:1: score (gender): Remove the rules by gender" in made.stderr
    assert "    'male' loses 10\n    nobody gains\n" in made.stderr
    assert "Use --write to write the changes." in made.stderr
    assert (project / "rating.py").read_text() == SCORE


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no patch(1) here")
def test_the_diff_is_one_that_patch_takes(project: Path) -> None:
    diff = evenhand(project, "fix", ".").stdout
    subprocess.run(["patch", "-p1"], cwd=project, input=diff, text=True, check=True)

    assert evenhand(project, "check", ".").returncode == 0


def test_it_writes(project: Path) -> None:
    made = evenhand(project, "fix", "--write", ".")

    assert made.returncode == 0, made.stderr
    assert made.stdout == ""
    assert "Repaired 1 function in 1 file" in made.stderr
    assert evenhand(project, "check", ".").returncode == 0


def test_it_keeps_encoding_and_line_ends(project: Path) -> None:
    before = f"# coding: latin-1\n# Zoë\n{SCORE}".replace("\n", "\r\n").encode("latin-1")
    (project / "rating.py").write_bytes(before)
    evenhand(project, "fix", "--write", ".")
    after = (project / "rating.py").read_bytes()

    assert after.startswith(b"# coding: latin-1\r\n# Zo\xeb\r\n")
    assert after.count(b"\n") == after.count(b"\r\n")
    assert b"if gender" not in after


def test_the_baseline_may_be_that_the_rule_goes(project: Path) -> None:
    made = evenhand(project, "fix", "--baseline", "removed", "rating.py")

    assert "+    points += 10\n" not in made.stdout
    assert "'male' loses 10" in made.stderr


TWO = """\
def premium(age):
    return 5 if age > 45 else 10


def rank(years, gender):
    return years + (1 if gender == "male" else 0)
"""


def test_what_can_be_chosen_is_said_with_commands_that_work(tmp_path: Path) -> None:
    (tmp_path / "two prices.py").write_text(TWO)
    shown = evenhand(tmp_path, "fix", "--seconds", "60", "two prices.py").stderr
    lines = [line.strip() for line in shown.splitlines()]
    commands = {line.partition("--baseline ")[2]: line for line in lines if "--baseline " in line}

    assert {"most 'two prices.py:1'", "favourable 'two prices.py:1'"} == set(commands)
    chosen = lines.index(commands["most 'two prices.py:1'"]) + 1
    assert lines[chosen].startswith("Takes away what may be a protection or relief; ")
    assert lines[chosen].endswith("loses: 10 instead of 5; nobody gains; everyone gets the same: "
                                  "it looks at nothing else")  # fmt: skip
    program, *arguments = shlex.split(commands["favourable 'two prices.py:1'"])
    made = evenhand(tmp_path, *arguments)

    text = (tmp_path / "two prices.py").read_text()
    assert (program, made.returncode) == ("evenhand", 0)
    assert "    return 5\n" in text
    assert text.endswith(TWO.partition("\n\n\n")[2])


def test_a_line_without_a_function_is_named(project: Path) -> None:
    made = evenhand(project, "fix", "rating.py:99")

    assert made.returncode == 2
    assert "rating.py: has no function on line 99" in made.stderr


def test_the_user_chooses(project: Path) -> None:
    made = evenhand(project, "fix", "--write", "--ask", ".", typed="1\n")

    assert "1  Remove the rules by gender" in made.stdout
    assert "2  Treat everyone as 'male' is treated today" in made.stdout
    assert "'male' loses 10" in made.stdout
    assert "+= 10" not in (project / "rating.py").read_text()


def test_the_user_declines(project: Path) -> None:
    made = evenhand(project, "fix", "--write", "--ask", ".", typed="0\n")

    assert made.returncode == 1
    assert "not repaired: no repair was chosen" in made.stderr
    assert (project / "rating.py").read_text() == SCORE


def test_standard_input(project: Path) -> None:
    made = evenhand(project, "fix", "-", typed=SCORE)

    assert made.stdout.startswith("--- a/stdin.py\n")
    assert evenhand(project, "fix", "--write", "-", typed=SCORE).returncode == 2


def test_nothing_to_repair(project: Path) -> None:
    (project / "rating.py").write_text("def area(a, b):\n    return a * b\n")
    made = evenhand(project, "fix", ".")

    assert made.returncode == 0
    assert "Nothing to repair in 1 file" in made.stderr


def test_a_file_that_cannot_be_read_is_named(project: Path) -> None:
    (project / "broken.py").write_text("def (:\n")
    made = evenhand(project, "fix", ".")

    assert made.returncode == 2
    assert "broken.py: syntax error" in made.stderr
    assert "+++ b/rating.py" in made.stdout


def test_without_running_nothing_is_proved(project: Path) -> None:
    made = evenhand(project, "fix", "--isolation", "static", ".")

    assert made.returncode == 2
    assert "a repair is proved by running it" in made.stderr


def test_a_model_writes_it_and_the_user_is_told_first(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVENHAND_API_KEY", "secret")
    answer = "```python\ndef score(years, gender):\n    return years * 2 + 10\n```"
    with chat_server(answer) as chat:
        where = ("--provider", "openai", "--base-url", chat.url, "--model", "scripted")
        made = evenhand(project, "fix", "--write", *where, "--prices", "1", "2", ".")

    assert made.returncode == 0, made.stderr
    assert "Asking scripted at 127.0.0.1" in made.stderr
    assert "answer 1: proved, 100 + " in made.stderr
    assert "1 attempt, " in made.stderr
    assert "$0.00" in made.stderr
    assert chat.keys == ["Bearer secret"]
    assert (project / "rating.py").read_text().endswith("return years * 2 + 10\n")


def test_a_model_is_not_asked_about_what_is_rather_allowed(project: Path) -> None:
    code = (
        "def bmr(weight, age):\n"
        '    """Kilocalories that the body needs at rest."""\n'
        "    return 10 * weight - 5 * age\n"
    )
    (project / "rating.py").write_text(code)
    with chat_server("no answer") as chat:
        where = ("--provider", "openai", "--base-url", chat.url, "--model", "scripted")
        made = evenhand(project, "fix", *where, "--attributes", "age", ".")

    assert chat.requests == []
    assert "+# evenhand: allow(age) a formula of the body" in made.stdout


def test_a_model_that_fails_leaves_the_file(project: Path) -> None:
    with chat_server(Reply(status=400)) as chat:
        where = ("--provider", "openai", "--base-url", chat.url, "--model", "scripted")
        made = evenhand(project, "fix", "--write", *where, ".")

    assert made.returncode == 1
    assert "score (gender): not repaired: 127.0.0.1" in made.stderr
    assert (project / "rating.py").read_text() == SCORE


def test_how_a_model_answers_is_chosen_and_its_note_is_shown(project: Path) -> None:
    answer = "```python\ndef score(years, gender):\n    return years * 2 + 10\n```\nNote: read it."
    with chat_server(answer) as chat:
        address = chat.url.removeprefix("http://")
        where = ("--provider", "openai", "--base-url", address, "--model", "scripted")
        how = ("--timeout", "90", "--max-tokens", "900", "--temperature", "0.3")
        made = evenhand(project, "fix", *where, *how, ".")

    assert made.returncode == 1, made.stderr
    (request,) = chat.requests
    assert (request["max_tokens"], request["temperature"]) == (900, 0.3)
    assert "Note of the model: read it." in made.stderr


def test_an_answer_hides_nothing_counts_nothing_and_no_password_is_shown(project: Path) -> None:
    function = "def score(years, gender):\n    return years * 2 + 10"
    replies = []
    for code in (f"{function}  # \u202eredro ni", f"{function}  # \x1b[2K", function):
        delta = {"content": f"```python\n{code}\n```"}
        choice = {"index": 0, "delta": delta, "finish_reason": "stop"}
        counts = {"prompt_tokens": "5", "completion_tokens": "7"}
        piece = json.dumps({"choices": [choice], "usage": counts})
        replies.append(Reply(raw=f"data: {piece}\n\ndata: [DONE]\n\n"))
    with chat_server(*replies) as chat:
        address = chat.url.replace("//", "//ada:pass-word@")
        where = ("--provider", "openai", "--base-url", address, "--model", "scripted")
        evidence = ("--evidence", "why.md", "--prices", "1", "2")
        made = evenhand(project, "fix", "--write", *where, *evidence, ".")

    assert made.returncode == 0, made.stderr
    assert "answer 1: no repair, it has a character that nobody sees: \\u202e" in made.stderr
    assert "answer 2: no repair, it has a character that nobody sees: \\x1b" in made.stderr
    assert (project / "rating.py").read_text().endswith(f"{function}\n")
    said = made.stdout + made.stderr + (project / "why.md").read_text()
    assert "ada" not in said
    assert "pass-word" not in said


UNUSABLE = {
    "does not accept the key; set another (the key is read from EVENHAND_API_KEY": Reply(
        status=401
    ),
    "has no model scripted; it has other (the model is that of --model)": Reply(status=404),
}


@pytest.mark.parametrize("sentence", UNUSABLE)
def test_a_model_is_tried_out_before_anything_is_searched_or_sent(
    project: Path, monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    monkeypatch.setenv("EVENHAND_API_KEY", "secret")
    with chat_server(UNUSABLE[sentence]) as chat:
        chat.models = ["other"]
        where = ("--provider", "openai", "--base-url", chat.url, "--model", "scripted")
        made = evenhand(project, "fix", *where, ".")

    assert made.returncode == 2
    assert sentence in made.stderr
    assert not any("def score" in said for said in chat.asked_for)


def test_nobody_listens_at_the_address(project: Path) -> None:
    with chat_server("") as chat:
        pass
    where = ("--provider", "openai", "--base-url", chat.url, "--model", "scripted")
    made = evenhand(project, "fix", *where, ".")

    assert made.returncode == 2
    assert "is its server running, and the address right? (the address is that of" in made.stderr


def test_what_is_no_base_url_is_told_so(project: Path) -> None:
    where = ("--provider", "openai", "--base-url", "ftp://x", "--model", "scripted")
    made = evenhand(project, "fix", *where, ".")

    assert made.returncode == 2
    assert "'ftp://x' is no base URL" in made.stderr


def test_what_could_not_be_checked_is_not_called_in_order(project: Path) -> None:
    (project / "rating.py").write_text(
        "import socket\n\n\ndef score(gender):\n"
        '    if gender == "male":\n        socket.create_connection(("host", 1))\n    return 1\n'
    )
    made = evenhand(project, "fix", ".")

    assert made.returncode == 0
    assert "rating.py:4: score (gender): " in made.stderr
    assert "wants the network" in made.stderr
    assert "1 function could not be checked." in made.stderr


def test_where_nothing_could_run_nothing_is_in_order(project: Path) -> None:
    python = project / "python"
    python.write_text("#!/bin/sh\nexit 3\n")
    python.chmod(0o755)
    (project / "fare.py").write_text("def fare(age):\n    return 1 if age > 44 else 2\n")

    run = evenhand(project, "fix", "--python", str(python), ".")

    assert run.returncode == 2
    assert run.stderr.count("it ended with status 3") == 1


def test_a_model_has_to_be_named(project: Path) -> None:
    made = evenhand(project, "fix", "--provider", "openai", ".")

    assert made.returncode == 2
    assert "--model" in made.stderr


def test_a_folder_chooses_no_model(project: Path) -> None:
    table = '[tool.evenhand]\nmodel = "theirs"\nendpoint = "http://evil.example"\n'
    (project / "pyproject.toml").write_text(table)
    made = evenhand(project, "fix", ".")

    assert made.stderr.count("may not be set there") == 2
    assert "where it is sent" in made.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of files")
def test_when_the_disk_is_full_the_old_file_stands(project: Path) -> None:
    import resource

    before = f"# {'x' * 5_000}\n{SCORE}"
    (project / "rating.py").write_text(before)
    (project / "small.py").write_text(SCORE)
    made = subprocess.run(
        [sys.executable, "-m", "evenhand", "fix", "--write", "."],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000)),
    )

    assert made.returncode == 2
    assert "rating.py was not written: File too large" in made.stderr
    assert "Repaired 1 function in 2 files" in made.stderr
    assert "the repairs of 1 could not be written." in made.stderr
    assert (project / "rating.py").read_text() == before
    assert (project / "small.py").read_text() != SCORE
    assert sorted(path.name for path in project.iterdir()) == ["rating.py", "small.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets few people make links")
def test_only_files_of_the_project_are_written(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside.py"
    (project / ".git").mkdir(parents=True)
    outside.write_text(SCORE)
    (project / "link.py").symlink_to("../outside.py")
    (project / "read_only.py").write_text(SCORE)
    (project / "read_only.py").chmod(0o444)
    made = evenhand(project, "fix", "--write", "link.py", "read_only.py")

    assert made.returncode == 2
    assert "link.py: was not read (it is a link that leads out of the project)" in made.stderr
    assert "read_only.py was not written: it is read-only" in made.stderr
    assert "Repaired 0 functions" in made.stderr
    assert outside.read_text() == (project / "read_only.py").read_text() == SCORE


def test_a_last_line_without_an_end_stays_a_line(project: Path) -> None:
    (project / "rating.py").write_text(f"{SCORE}\ndef other(gender):\n    return gender == 'x'")
    (project / "open.py").write_bytes(SCORE.rstrip("\n").replace("\n", "\r\n").encode())
    made = evenhand(project, "fix", "--write", ".")

    assert made.returncode == 0, made.stderr
    assert (
        (project / "open.py").read_bytes().endswith(b"    points = years * 2\r\n    return points")
    )
    assert (project / "rating.py").read_text().count("def ") == 2
    assert evenhand(project, "check", ".").returncode == 0


def test_what_the_files_encoding_lacks_is_not_written(project: Path) -> None:
    before = f"# coding: iso8859-15\n# \u20ac\n{SCORE}".encode("iso8859-15")
    unsafe = b"# coding: hz\n# ~{VP~}~\n" + SCORE.encode()
    (project / "rating.py").write_bytes(before)
    (project / "hz.py").write_bytes(unsafe)
    (project / "rot.py").write_bytes(b"# coding: rot13\n")
    made = evenhand(project, "fix", "--write", ".")

    assert made.returncode == 2
    assert "Traceback" not in made.stderr
    assert "rot.py: is no text that Python reads" in made.stderr
    assert (project / "rating.py").read_bytes().startswith(before[:30])
    assert (project / "hz.py").read_bytes() == unsafe
