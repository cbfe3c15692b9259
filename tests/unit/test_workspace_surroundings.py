"""A file's text, its interpreter, its import path and what of its report is shown."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.findings import (
    FileReport,
    FunctionReport,
    Purpose,
    Recognised,
    Remark,
    RuleCode,
    Severity,
    Span,
    Verdict,
    VerdictKind,
)
from evenhand.workspace.check_options import options_for
from evenhand.workspace.decoding import NotTextError, decode
from evenhand.workspace.interpreter import FolderPython, NoInterpreterError, find_interpreter
from evenhand.workspace.presenting import presented
from evenhand.workspace.pyproject import read_settings
from evenhand.workspace.settings import Settings


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("é = 1\n".encode(), "é = 1\n"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        (b"# coding: latin-1\nx = '\xe9'\n", "# coding: latin-1\nx = 'é'\n"),
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
    ],
)
def test_bytes_become_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"a\0b", "zero bytes"),
        (b"x = 1\ny = '\xff\xfe'\n", r"utf-8 text \(line 2\)"),
        (b"#\n#\n#\ny = '\xff\xfe'\n", r"utf-8 text \(line 4\)"),
        (b"\xef\xbb\xbf# coding: latin-1\n\xff", "no text that Python reads|utf-8"),
        (b"# coding: klingon\n", "klingon"),
        (b"# coding: rot13\n", "rot13"),
        ("x = 1".encode("utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_text_says_why(data: bytes, why: str) -> None:
    with pytest.raises(NotTextError, match=why):
        decode(data)


def environment(folder: Path) -> str:
    python = folder / "bin/python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    return str(python)


def agreed(python: FolderPython) -> bool:
    return True


def refused(python: FolderPython) -> bool:
    return False


def test_the_chosen_interpreter_comes_first(tmp_path: Path) -> None:
    active, chosen = environment(tmp_path / "active"), environment(tmp_path / "chosen")
    variables = {"VIRTUAL_ENV": str(tmp_path / "active")}

    assert find_interpreter(chosen, tmp_path, refused, variables).path == chosen
    named = find_interpreter(str(tmp_path / "chosen"), tmp_path, refused, variables)
    assert named.path == chosen
    assert find_interpreter(None, tmp_path, refused, variables).path == active


def test_an_environment_beside_the_project_is_found_from_below(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "app").mkdir()
    python = environment(tmp_path / ".venv")

    found = find_interpreter(None, tmp_path / "app", agreed, {})

    assert (found.path, found.origin, found.note) == (python, ".venv", "")


def test_an_environment_of_the_folder_is_passed_over_without_consent(tmp_path: Path) -> None:
    python = environment(tmp_path / ".venv")

    found = find_interpreter(None, tmp_path, refused, {})

    assert (found.path, found.origin) == (sys.executable, "Evenhand's own")
    assert python in found.note
    assert f"`evenhand trust {tmp_path}`" in found.note


def test_the_environment_that_evenhand_runs_in_needs_no_consent(tmp_path: Path) -> None:
    (tmp_path / ".venv").symlink_to(sys.prefix)

    found = find_interpreter(None, tmp_path, refused, {})

    assert (found.path, found.origin) == (sys.executable, ".venv")


@pytest.mark.parametrize("name", [".venv", "venv"])
def test_a_hooks_environment_comes_after_the_projects_own(tmp_path: Path, name: str) -> None:
    in_hook = {"VIRTUAL_ENV": sys.prefix, "PRE_COMMIT": "1"}
    assert find_interpreter(None, tmp_path, agreed, in_hook).origin == "VIRTUAL_ENV"

    python = environment(tmp_path / name)

    found = find_interpreter(None, tmp_path, agreed, in_hook)
    assert (found.path, found.origin) == (python, name)
    passed_over = find_interpreter(None, tmp_path, refused, in_hook)
    assert passed_over.origin == "VIRTUAL_ENV"
    assert python in passed_over.note


def test_an_environment_that_the_user_made_active_comes_first(tmp_path: Path) -> None:
    active = environment(tmp_path / "active")
    environment(tmp_path / ".venv")
    of_user = {"VIRTUAL_ENV": str(tmp_path / "active"), "PRE_COMMIT": "1"}

    assert find_interpreter(None, tmp_path, agreed, of_user).path == active
    assert find_interpreter(None, tmp_path, agreed, {"VIRTUAL_ENV": sys.prefix}).note == ""


def test_condas_environments_count_if_somebody_chose_them(tmp_path: Path) -> None:
    chosen = environment(tmp_path / "envs/work")
    variables = {"CONDA_PREFIX": str(tmp_path / "envs/work"), "CONDA_DEFAULT_ENV": "work"}

    found = find_interpreter(None, tmp_path, refused, variables)

    assert (found.path, found.origin) == (chosen, "CONDA_PREFIX")
    in_base = {**variables, "CONDA_DEFAULT_ENV": "base"}
    assert find_interpreter(None, tmp_path, refused, in_base).origin == "Evenhand's own"


def test_an_active_environment_that_each_folder_has_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment(tmp_path / "here")
    monkeypatch.chdir(tmp_path)

    assert find_interpreter(None, tmp_path, refused, {"VIRTUAL_ENV": "here"}).path == sys.executable


def test_an_environment_above_the_project_is_not_taken(tmp_path: Path) -> None:
    environment(tmp_path / ".venv")
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)

    found = find_interpreter(None, project, agreed, {"VIRTUAL_ENV": str(tmp_path / "gone")})

    assert (found.path, found.origin) == (sys.executable, "Evenhand's own")


def test_an_interpreter_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NoInterpreterError, match="no Python at `pyhton3`"):
        find_interpreter("pyhton3", tmp_path, agreed)


def test_a_command_is_not_looked_for_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment(tmp_path / "python3")
    inside = environment(tmp_path / "tools")
    outside = Path(environment(tmp_path.parent / f"{tmp_path.name}-outside"))
    monkeypatch.chdir(tmp_path)
    entries = ["", ".", "tools/bin", str(Path(inside).parent), str(outside.parent)]
    (outside.parent / "python3").symlink_to(sys.executable)

    variables = {"PATH": os.pathsep.join(entries)}
    found = find_interpreter("python3", tmp_path, agreed, variables)

    assert found.path == str(outside.parent / "python3")
    with pytest.raises(NoInterpreterError):
        find_interpreter("python3", tmp_path, agreed, {"PATH": os.pathsep.join(entries[:-1])})


def test_settings_become_options(tmp_path: Path) -> None:
    settings = Settings(profile="paper", attributes=frozenset({"age"}), seconds_per_function=3)

    options = options_for(tmp_path / "a.py", settings, "/usr/bin/python3", not_run="not now")

    assert (options.profile, options.attributes) == ("paper", frozenset({"age"}))
    assert (options.python, options.seconds) == ("/usr/bin/python3", 3)
    assert options.not_run == "not now"


PLACE = Span(1, 4, 1, 9)


def verdict(code: RuleCode, severity: Severity | None) -> Verdict:
    return Verdict(
        "age", "age", VerdictKind.BIASED, code, severity, "Differs by age.", 3, 0.1, None, PLACE
    )


def test_selection_and_severities_change_what_is_shown_and_nothing_else() -> None:
    verdicts = (
        verdict(RuleCode("EVH001"), Severity.WARNING),
        verdict(RuleCode("EVH003"), Severity.HINT),
        verdict(RuleCode("EVH002"), None),
    )
    remark = Remark(RuleCode("EVH011"), Severity.WARNING, "Allows nothing.", PLACE)
    report = FileReport("a.py", (FunctionReport("f", PLACE, PLACE, verdicts),), (remark,))
    settings = Settings(
        ignore=("EVH001", "EVH011"),
        severity=((RuleCode("EVH003"), Severity.WARNING), (RuleCode("EVH002"), Severity.WARNING)),
    )

    shown = presented(report, settings)

    severities = [v.severity for v in shown.functions[0].verdicts]
    assert severities == [None, Severity.WARNING, None]
    assert [v.kind for v in shown.functions[0].verdicts] == [v.kind for v in verdicts]
    assert shown.remarks == ()


@pytest.mark.parametrize(
    ("purpose", "profile", "severity"),
    [
        (Purpose.DECISION, "default", Severity.WARNING),
        (Purpose.BODY, "default", Severity.INFORMATION),
        (Purpose.BODY, "strict", Severity.WARNING),
    ],
)
def test_a_severity_for_a_rule_makes_no_formula_louder(
    purpose: Purpose, profile: str, severity: Severity
) -> None:
    of_purpose = replace(
        verdict(RuleCode("EVH001"), Severity.INFORMATION), recognised=Recognised(purpose)
    )
    report = FileReport("a.py", (FunctionReport("f", PLACE, PLACE, (of_purpose,)),))
    settings = Settings(severity=((RuleCode("EVH001"), Severity.WARNING),), profile=profile)

    (shown,) = presented(report, settings).functions[0].verdicts

    assert shown.severity is severity


def test_the_users_purposes_reach_the_engine(tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text('[tool.evenhand.purposes]\nbody = "warning"\nage-limit = "off"\n')

    settings = read_settings(file).settings

    assert settings.purposes == ((Purpose.BODY, Severity.WARNING), (Purpose.AGE_LIMIT, None))
    options = options_for(tmp_path / "a.py", settings, "/usr/bin/python3")
    assert options.purposes == settings.purposes
