"""The rules' pages: each rule has one, and its examples are true."""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from evenhand.check.rules.interface import AllowanceRule, Rule, SourceRule
from evenhand.check.rules.registry import all_rules
from ready import copied

PAGES = Path(__file__).parents[2] / "docs" / "rules"
SECTIONS = [
    "What it means",
    "Why it matters",
    "Example",
    "How to repair it",
    "How to allow it",
]
RULES = all_rules()
CAN_BE_ALLOWED = [rule for rule in RULES if not isinstance(rule, AllowanceRule)]
WITH_A_WITNESS = [rule for rule in RULES if rule.repairable]
WITH_A_REPAIR = [rule for rule in RULES if rule.code != "EVH004"]
"""The repaired example of EVH004 can be run, and has a finding."""
ALLOWED = "allowed.py"


def every(rules: Iterable[Rule]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rule", rules, ids=lambda rule: rule.code)


def page(rule: Rule) -> str:
    return (PAGES / f"{rule.code}.md").read_text(encoding="utf-8")


def blocks(text: str, language: str, section: str) -> list[str]:
    """The fenced blocks of one section."""
    body = re.split(r"^## ", text, flags=re.MULTILINE)
    (chosen,) = [part for part in body if part.startswith(section)]
    return re.findall(rf"```{language}\n(.*?)```", chosen, re.DOTALL)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the command line prints about the code of all pages, in a folder for each rule."""
    folder = tmp_path_factory.mktemp("pages")
    for rule in RULES:
        (folder / rule.code).mkdir()
        for name, source in code_of(rule).items():
            (folder / rule.code / name).write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "evenhand", "check", "--verbose", "--exit-zero"]
    done = subprocess.run(copied(command), cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def code_of(rule: Rule) -> dict[str, str]:
    """The code on a rule's page, by the name of a file."""
    (example,) = blocks(page(rule), "python", "Example")
    files = {example_of(rule).partition(":")[0]: example}
    if rule in CAN_BE_ALLOWED:
        (files[ALLOWED],) = blocks(page(rule), "python", "How to allow it")
    repaired = blocks(page(rule), "python", "How to repair it")
    return files | {f"repaired_{number}.py": source for number, source in enumerate(repaired)}


def example_of(rule: Rule) -> str:
    """What the page shows as printed about its example."""
    (shown,) = blocks(page(rule), "text", "Example")
    return shown


def about(printed: list[str], rule: Rule, file: str) -> list[str]:
    """The lines about files whose names begin so."""
    return [line for line in printed if line.startswith(f"{rule.code}/{file}")]


@every(RULES)
def test_every_rule_has_a_page_with_all_sections(rule: Rule) -> None:
    text = page(rule)
    sections = re.findall(r"^## (.*)$", text, flags=re.MULTILINE)

    assert text.startswith(f"# {rule.code}: {rule.title}\n")
    assert sections[: len(SECTIONS)] == SECTIONS


def test_there_are_no_pages_of_other_rules() -> None:
    assert {file.stem for file in PAGES.glob("*.md")} == {rule.code for rule in RULES}


@every(RULES)
def test_links_lead_to_pages(rule: Rule) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page(rule)):
        assert (PAGES / target).is_file(), target


@every(RULES)
def test_the_example_gives_the_finding(rule: Rule, printed: list[str]) -> None:
    assert f"{rule.code}/{example_of(rule).splitlines()[0]}" in printed


@every(WITH_A_WITNESS)
def test_the_witness_of_the_example_is_true(rule: Rule) -> None:
    (source,) = blocks(page(rule), "python", "Example")
    lines = [line.split("  -> ") for line in example_of(rule).splitlines()[1:]]
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


@every(CAN_BE_ALLOWED)
def test_what_is_allowed_is_not_reported(rule: Rule, printed: list[str]) -> None:
    lines = about(printed, rule, ALLOWED)

    assert without_findings(lines)
    assert isinstance(rule, SourceRule) or any(", allowed (" in line for line in lines)


@every(WITH_A_REPAIR)
def test_what_is_repaired_is_not_reported(rule: Rule, printed: list[str]) -> None:
    assert without_findings(about(printed, rule, "repaired_"))


def without_findings(lines: list[str]) -> bool:
    """Whether none of the lines, behind the folder of its rule, names a rule."""
    return not any(re.search(r"\bEVH\d+", line.partition("/")[2]) for line in lines)
