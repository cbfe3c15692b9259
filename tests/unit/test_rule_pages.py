"""The rules' pages: each rule has one, and its examples are true."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from evenhand.findings import Code

PAGES = Path(__file__).parents[2] / "docs" / "rules"
SECTIONS = [
    "What it means",
    "Why it matters",
    "Example",
    "How to repair it",
    "How to allow it",
]
WITHOUT_ALLOWANCE = {Code.ALLOWANCE_WITHOUT_REASON, Code.UNUSED_ALLOWANCE}

OF_THE_SOURCE = {Code.MODEL_FEATURE, Code.TESTS_TELL, Code.TESTS_ONE_GROUP}
"""Rules about no function, so that nothing is said where they are allowed."""


def page(code: Code) -> str:
    return (PAGES / f"{code}.md").read_text(encoding="utf-8")


def blocks(text: str, language: str, section: str) -> list[str]:
    """The fenced blocks of one section."""
    body = re.split(r"^## ", text, flags=re.MULTILINE)
    (chosen,) = [part for part in body if part.startswith(section)]
    return re.findall(rf"```{language}\n(.*?)```", chosen, re.DOTALL)


def check(folder: Path, name: str, source: str) -> str:
    """What the command line prints about a file."""
    (folder / name).write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "evenhand", "check", name, "--verbose", "--exit-zero"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("code", Code)
def test_every_rule_has_a_page_with_all_sections(code: Code) -> None:
    text = page(code)
    sections = re.findall(r"^## (.*)$", text, flags=re.MULTILINE)

    assert text.startswith(f"# {code}: ")
    assert sections[: len(SECTIONS)] == SECTIONS


def test_there_are_no_pages_of_other_rules() -> None:
    assert {file.stem for file in PAGES.glob("*.md")} == {code.value for code in Code}


@pytest.mark.parametrize("code", Code)
def test_links_lead_to_pages(code: Code) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page(code)):
        assert (PAGES / target).is_file(), target


@pytest.mark.parametrize("code", Code)
def test_the_example_gives_the_finding(code: Code, tmp_path: Path) -> None:
    (source,), (shown,) = (blocks(page(code), kind, "Example") for kind in ("python", "text"))
    finding = shown.splitlines()[0]

    assert finding in check(tmp_path, finding.split(":")[0], source).splitlines()


@pytest.mark.parametrize("code", [Code.BIASED, Code.REFUSES])
def test_the_witness_of_the_example_is_true(code: Code) -> None:
    (source,), (shown,) = (blocks(page(code), kind, "Example") for kind in ("python", "text"))
    lines = [line.split("  -> ") for line in shown.splitlines()[1:]]
    names: dict[str, object] = {}
    exec(source, names)

    assert len(lines) == 2
    for call, outcome in lines:
        assert outcome_of(call.strip(), names) == outcome


def outcome_of(call: str, names: dict[str, object]) -> str:
    try:
        return repr(eval(call, names))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("code", [c for c in Code if c not in WITHOUT_ALLOWANCE])
def test_what_is_allowed_is_not_reported(code: Code, tmp_path: Path) -> None:
    (source,) = blocks(page(code), "python", "How to allow it")
    printed = check(tmp_path, "allowed.py", source)

    assert not re.search(r"\bEVH\d+", printed), printed
    assert code in OF_THE_SOURCE or ", allowed (" in printed


@pytest.mark.parametrize("code", [c for c in Code if c is not Code.REACHES_BRANCH])
def test_what_is_repaired_is_not_reported(code: Code, tmp_path: Path) -> None:
    for source in blocks(page(code), "python", "How to repair it"):
        assert not re.search(r"\bEVH\d+", check(tmp_path, "repaired.py", source))
