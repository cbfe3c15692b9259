"""`evenhand check` as a person runs it: a process, its output and its exit status."""

import json
import os
import subprocess
import sys
import sysconfig
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest
from chat_server import Reply, chat_server

from ready import copied

BIASED = """
def fee(age, gender):
    if gender == "female":
        return 20
    return 10
"""
EVEN = """
def total(prices):
    return sum(prices)
"""


def evenhand(*arguments: str, cwd: Path, stdin: str | None = None, **environment: str) -> Any:
    return subprocess.run(
        copied([sys.executable, "-m", "evenhand", *arguments]),
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **environment},
    )


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)


def test_a_finding_and_its_proof(tmp_path: Path) -> None:
    write(tmp_path, fees=BIASED, prices=EVEN)

    run = evenhand("check", cwd=tmp_path)

    assert run.returncode == 1
    assert run.stderr == ""
    head, first, second, _, summary = run.stdout.splitlines()
    assert head.startswith("fees.py:2:5: EVH001 ")
    assert first.index(" -> ") == second.index(" -> ")
    assert summary.startswith("Found 1 function that treats people differently in 2 files (")


def test_the_two_calls_run_behind_the_file(tmp_path: Path) -> None:
    write(tmp_path, fees=BIASED)

    run = evenhand("check", "--format", "json", "fees.py", cwd=tmp_path)

    (function,) = json.loads(run.stdout)["functions"]
    assert (function["path"], function["name"], function["line"]) == ("fees.py", "fee", 2)
    (verdict,) = [v for v in function["verdicts"] if v["attribute"] == "gender"]
    assert (verdict["verdict"], verdict["code"]) == ("biased", "EVH001")
    names: dict[str, Any] = {}
    exec(BIASED, names)
    results = [repr(eval(call, names)) for call in verdict["witness"]["calls"]]
    assert results == verdict["witness"]["outcomes"]
    assert results[0] != results[1]


def test_nothing_found(tmp_path: Path) -> None:
    write(tmp_path, prices=EVEN)

    run = evenhand("check", ".", cwd=tmp_path)

    assert run.returncode == 0
    assert run.stdout.startswith("Found no function that treats people differently in 1 file (")


def test_no_files(tmp_path: Path) -> None:
    run = evenhand("check", cwd=tmp_path)

    assert (run.returncode, run.stdout) == (0, "No Python files found.\n")


def test_standard_input(tmp_path: Path) -> None:
    run = evenhand("check", "-", "--stdin-filename", "new/fees.py", cwd=tmp_path, stdin=BIASED)

    assert run.returncode == 1
    assert run.stdout.startswith("new/fees.py:2:5: EVH001 ")


def test_what_cannot_be_read_is_said_and_the_rest_is_checked(tmp_path: Path) -> None:
    write(tmp_path, fees=BIASED, broken="def f(:\n    pass\n")
    (tmp_path / "bytes.py").write_bytes(b"x = '\xff'\n")
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere.py")

    run = evenhand("check", ".", "missing.py", "gone.py", cwd=tmp_path)

    assert run.returncode == 2
    assert "fees.py:2:5: EVH001 " in run.stdout
    assert "2 files could not be read" in run.stdout
    missing, gone, *problems = run.stderr.splitlines()
    assert missing == "evenhand: missing.py: no such file or folder"
    assert gone == "evenhand: gone.py: no such file or folder"
    assert problems[0] == "evenhand: broken.py: syntax error: invalid syntax (line 1)"
    assert problems[1] == "evenhand: bytes.py: is no utf-8 text (line 1)"


def test_extension_modules_of_a_project_are_not_imported(tmp_path: Path) -> None:
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    (tmp_path / f"native{ending}").write_text("nothing that can be loaded")
    helper = "def fee_of(age):\n    return 1 if age > 45 else 2\n"
    (tmp_path / "native.py").write_text("rate = 2\n")
    code = "from native import rate\nfrom rules import fee_of\n\n\n"
    write(tmp_path, fees=f"{code}def fee(age):\n    return fee_of(age)\n", rules=helper)

    done = evenhand("check", ".", cwd=tmp_path)

    assert "fees.py:5:5: EVH001" in done.stdout
    assert done.stderr == ""


def test_one_function_by_its_line(tmp_path: Path) -> None:
    write(tmp_path, fees=f"{BIASED}\n\ndef rate(gender):\n    return gender == 'male'\n")

    in_fee = evenhand("check", "fees.py:4", cwd=tmp_path)
    in_rate = evenhand("check", "fees.py:8:5", cwd=tmp_path)
    both = evenhand("check", "fees.py:8", "fees.py", cwd=tmp_path)
    outside = evenhand("check", "fees.py:99", cwd=tmp_path)

    assert "`fee`" in in_fee.stdout
    assert "`rate`" not in in_fee.stdout
    assert "`rate`" in in_rate.stdout
    assert "`fee`" not in in_rate.stdout
    assert "`fee`" in both.stdout
    assert "`rate`" in both.stdout
    assert (outside.returncode, outside.stderr) == (
        2,
        "evenhand: fees.py: has no function on line 99\n",
    )
    left = evenhand("fix", "fees.py:4", cwd=tmp_path)
    assert "fee (gender)" in left.stderr
    assert "rate (gender)" not in left.stderr


def test_selection(tmp_path: Path) -> None:
    write(tmp_path, fees=BIASED)

    assert evenhand("check", "--ignore", "EVH001", cwd=tmp_path).returncode == 0
    assert evenhand("check", "--select", "EVH002,EVH003", cwd=tmp_path).returncode == 0
    assert evenhand("check", "--attributes", "religion", cwd=tmp_path).returncode == 0
    assert evenhand("check", "--exclude", "fees.py", cwd=tmp_path).returncode == 0
    assert evenhand("check", "--exit-zero", cwd=tmp_path).returncode == 0
    assert evenhand("check", "--attributes", "gender", cwd=tmp_path).returncode == 1


def test_rules_are_hidden_where_the_settings_say_so(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    write(tmp_path, fees=BIASED)
    write(tmp_path / "tests", samples=BIASED)
    settings = '[tool.evenhand.per-file-ignores]\n"tests/" = ["EVH001"]\n'
    (tmp_path / "pyproject.toml").write_text(settings)

    run = evenhand("check", "--format", "concise", cwd=tmp_path)

    assert run.stdout.startswith("fees.py:2:5: EVH001 ")
    assert "samples.py" not in run.stdout
    assert evenhand("check", "samples.py", cwd=tmp_path / "tests").returncode == 0


def test_files_and_settings_are_shown_and_nothing_is_checked(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    write(tmp_path, fees=BIASED, broken="def f(:")
    write(tmp_path / "old", fees=BIASED)
    settings = '[tool.evenhand]\nprofile = "legal"\nextend-exclude = ["old"]\n'
    (tmp_path / "pyproject.toml").write_text(settings)

    files = evenhand("check", "--show-files", cwd=tmp_path)
    shown = evenhand("check", "--show-settings", "--ignore", "EVH003", "fees.py", cwd=tmp_path)

    assert (files.returncode, files.stdout) == (0, "broken.py\nfees.py\n")
    assert evenhand("check", "--show-files", "gone", cwd=tmp_path).returncode == 2
    assert shown.stdout.startswith(f"# fees.py: {tmp_path / 'pyproject.toml'}\n")
    own = tomllib.loads(shown.stdout)["tool"]["evenhand"]
    assert (own["profile"], own["extend-exclude"]) == ("legal", ["old"])
    assert own["ignore"] == ["EVH003"]


def test_all_that_is_found_is_allowed_for_one_reason(tmp_path: Path) -> None:
    method = textwrap.indent(BIASED.replace("(age", "(self, age"), "    ")
    write(tmp_path, fees=BIASED, prices=EVEN, plans=f"class Plan:{method}")

    run = evenhand("check", "--add-allowances", "decided in 2026, ticket 7", cwd=tmp_path)

    assert (run.returncode, run.stdout) == (0, "Allowed 2 findings in 2 files.\n")
    comment = "# evenhand: allow(gender) decided in 2026, ticket 7"
    assert (tmp_path / "fees.py").read_text().splitlines()[1] == comment
    assert (tmp_path / "plans.py").read_text().splitlines()[1].strip() == comment
    assert (tmp_path / "prices.py").read_text() == EVEN
    assert evenhand("check", cwd=tmp_path).returncode == 0


def test_what_cannot_be_allowed_is_said_and_left(tmp_path: Path) -> None:
    notebook = {"cells": [{"cell_type": "code", "source": BIASED}], "nbformat": 4}
    (tmp_path / "fees.ipynb").write_text(json.dumps(notebook))

    run = evenhand("check", "--add-allowances", "ticket 7", cwd=tmp_path)

    assert (run.returncode, run.stdout) == (1, "Allowed 0 findings in 0 files.\n")
    assert "fees.ipynb:2: EVH001 was not allowed: it is a notebook" in run.stderr


def test_a_second_reader_lowers_what_is_near_the_line(tmp_path: Path) -> None:
    code = 'def waits(applicant):\n    return "later" if applicant["age"] > 47 else "now"\n'
    write(tmp_path, queue=code)
    answer = '{"worth": "no", "purpose": "law", "why": "A statute orders the queue."}'
    with chat_server(Reply(status=401), answer) as chat:
        where = ("--model", "scripted", "--base-url", chat.url)
        alone = evenhand("check", *where, cwd=tmp_path)
        failing = evenhand("check", "--second-reader", *where, cwd=tmp_path)
        lowered = evenhand("check", "--second-reader", *where, cwd=tmp_path)

    assert (alone.returncode, alone.stderr) == (1, "")
    assert "EVH001" in alone.stdout
    assert failing.returncode == 1
    assert failing.stderr.startswith("evenhand: no second reading: 127.0.0.1:")
    assert "lowered" not in failing.stdout
    assert (lowered.returncode, lowered.stderr) == (0, "")
    [finding, summary] = lowered.stdout.splitlines()
    assert 'a rule of the law, written as code ("A statute orders the queue.")' in finding
    assert summary.startswith("Found no function that treats people differently in 1 file")
    assert len(chat.requests) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--add-allowances", "TODO"], "--add-allowances needs a reason that says why"),
        (["--add-allowances", "ticket 7", "--watch"], "--watch and --add-allowances exclude"),
        (["--add-allowances", "ticket 7", "-"], "standard input cannot be written to"),
        (["--select", "EVH9"], "command line: `select` names 'EVH9', which is no rule"),
        (["--attributes", "gendre"], "names 'gendre', which is no attribute"),
        (["--profile", "papper"], "must be one of default, legal, paper"),
        (["--python", "no-such-python"], "no Python at `no-such-python`"),
        (["--seconds", "0"], "must be a number of seconds"),
        (["-", "a.py"], "`-` (standard input) cannot be combined with other paths"),
        (["--formt", "json"], "No such option"),
        (["--second-reader"], "which model? Name it with --model"),
        (["--second-reader", "--watch"], "--watch and --second-reader exclude each other"),
    ],
)
def test_bad_usage(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    run = evenhand("check", *arguments, cwd=tmp_path)

    assert run.returncode == 2
    assert run.stdout == ""
    assert sentence in run.stderr


def test_a_wrong_setting_is_said_and_the_others_count(tmp_path: Path) -> None:
    write(tmp_path, fees=BIASED)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.evenhand]\npython = "/tmp/evil"\nignore = ["EVH001"]\n'
    )

    run = evenhand("check", cwd=tmp_path)

    assert run.returncode == 2
    assert "pyproject.toml: `python` may not be set there" in run.stderr
    assert run.stdout.startswith("Found no function")
    assert evenhand("check", "--isolated", cwd=tmp_path).returncode == 1


def test_nothing_runs_without_permission(tmp_path: Path) -> None:
    write(tmp_path, fees=BIASED)

    run = evenhand("check", "--no-run", "--format", "json", cwd=tmp_path)

    document = json.loads(run.stdout)
    kinds = {v["verdict"] for f in document["functions"] for v in f["verdicts"]}
    assert kinds <= {"not_checked", "independent"}
    assert document["summary"]["isolation"] == "static"


def test_many_files_come_in_order_however_many_work_on_them(tmp_path: Path) -> None:
    write(tmp_path, **{f"fees_{i}": BIASED * (1 + i % 3) for i in range(9)})

    one = evenhand("check", "--jobs", "1", "--quiet", cwd=tmp_path)
    three = evenhand("check", "--jobs", "3", "--quiet", cwd=tmp_path)

    assert one.returncode == three.returncode == 1
    assert one.stdout == three.stdout
    assert one.stdout.count("EVH001") == 9 + 9


def test_color_is_for_terminals(tmp_path: Path) -> None:
    write(tmp_path, fees=BIASED)

    assert "\x1b[" not in evenhand("check", cwd=tmp_path).stdout
    assert "\x1b[" in evenhand("check", cwd=tmp_path, FORCE_COLOR="1", TERM="xterm").stdout
    plain = evenhand("check", cwd=tmp_path, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm").stdout
    assert "\x1b[33m" not in plain


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    write(tmp_path, **{f"fees_{i}": BIASED for i in range(9)})

    command = f"{sys.executable} -m evenhand check --jobs 2 | head -1"
    run = subprocess.run(
        command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=300
    )

    assert run.stdout.startswith("fees_0.py:2:5: EVH001 ")
    assert run.stderr == ""


def test_starting_costs_little(tmp_path: Path) -> None:
    code = """
        import sys
        from evenhand.apps.cli import main
        sys.argv = ["evenhand", "--version"]
        try:
            main()
        finally:
            print(sorted({"rich", "jedi", "pygls", "asyncio", "pathspec"} & sys.modules.keys()))
    """

    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=300
    )

    version, imported = run.stdout.splitlines()
    assert version.startswith("evenhand 0.")
    assert imported == "[]"


def test_the_page_of_a_rule(tmp_path: Path) -> None:
    page = evenhand("rule", "evh001", cwd=tmp_path)

    assert page.returncode == 0
    assert "EVH001" in page.stdout.splitlines()[0]
    unknown = evenhand("rule", "EVH999", cwd=tmp_path)
    assert unknown.returncode == 2
    assert "no rule `EVH999`; there are EVH001, EVH002" in unknown.stderr


def test_the_attributes_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.evenhand]\nattributes = {age = false, handedness = {values = ['left', 'right']}}\n"
    )

    rows = evenhand("attributes", cwd=tmp_path).stdout.splitlines()

    shown = {row.split()[0]: " ".join(row.split()[1:]) for row in rows}
    assert shown["age"].startswith("not checked protected")
    assert shown["gender"].startswith("warning protected")
    assert shown["education"].startswith("information contextual")
    assert shown["handedness"].startswith("warning protected added in the settings")
