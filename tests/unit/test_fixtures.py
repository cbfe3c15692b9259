"""The example files say the truth about themselves, whatever Evenhand thinks of them."""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.findings import VerdictKind

FIXTURES = Path(__file__).parents[2] / "fixtures"
WITNESSES = json.loads((FIXTURES / "witnesses.json").read_text())
REMARKS = json.loads((FIXTURES / "remarks.json").read_text())
FILES = sorted(FIXTURES.glob("*/*.py"))
SCRIPT = "biased/ticket_desk.py"
WITHOUT_WITNESSES = {"uncheckable", "frameworks", "packages", "purposes"}
"""Folders whose code needs packages or cannot run; the engine's tests run what is found there."""


def expected(file: Path) -> dict[str, dict[str, str | list[str]]]:
    return json.loads(file.with_suffix(".expected.json").read_text())


def kinds(verdict: str | list[str]) -> set[str]:
    return {verdict} if isinstance(verdict, str) else set(verdict)


def outcome(text: str, names: dict[str, object]) -> object:
    """What a call gives: its value or its exception, and what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            value: object = eval(text, names)
        except Exception as error:
            value = type(error)
    return value, printed.getvalue()


def test_every_file_says_what_must_be_found() -> None:
    names = {attribute.name for attribute in default_catalogue().attributes} | {"handedness"}
    all_verdicts = [verdicts for file in FILES for verdicts in expected(file).values()]

    for verdicts in all_verdicts:
        assert set(verdicts) <= names
        assert set().union(*map(kinds, verdicts.values())) <= set(VerdictKind)


def test_every_function_that_is_named_exists() -> None:
    unreadable = [FIXTURES / name for name in REMARKS["unreadable"]]
    readable = [file for file in FILES if file not in unreadable]

    assert {
        file: lost for file in readable if (lost := set(expected(file)) - defined_in(file))
    } == {}


@pytest.mark.parametrize("name", REMARKS["unreadable"])
def test_what_is_unreadable_cannot_be_parsed(name: str) -> None:
    with pytest.raises((SyntaxError, UnicodeDecodeError, ValueError)):
        ast.parse((FIXTURES / name).read_bytes())


def defined_in(file: Path) -> set[str]:
    return {"<module>", *qualified(ast.parse(file.read_text(encoding="utf-8")), "")}


def qualified(node: ast.AST, prefix: str) -> set[str]:
    names: set[str] = set()
    for child in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(prefix + child.name)
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{prefix}{child.name}."
        names |= qualified(child, inner)
    return names


@pytest.mark.parametrize("path", WITNESSES)
def test_every_witness_is_true(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = FIXTURES / path
    monkeypatch.setattr(sys, "path", [str(file.parent), *sys.path])
    names: dict[str, object] = {"__name__": "subject"}
    monkeypatch.setitem(sys.modules, "subject", type(sys)("subject"))
    exec(compile(file.read_text(), str(file), "exec"), names)

    for function, attributes in WITNESSES[path].items():
        for attribute, (one, other) in attributes.items():
            assert outcome(one, names) != outcome(other, names), (function, attribute)


@pytest.mark.parametrize("answers", [("8", "30"), ("north", "south")])
def test_the_witness_of_the_script_is_true(
    answers: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = []
    for answer in answers:
        given = iter([answer, "north"] if answer.isdigit() else ["30", answer])
        monkeypatch.setattr("builtins.input", lambda _prompt, given=given: next(given))
        text = (FIXTURES / SCRIPT).read_text()
        printed.append(outcome(f"exec({text!r})", {})[1])

    assert printed[0] != printed[1]


def test_every_difference_has_a_witness() -> None:
    claimed = {
        (path, function, attribute)
        for file in FILES
        for path in [f"{file.parent.name}/{file.name}"]
        for function, verdicts in expected(file).items()
        for attribute, verdict in verdicts.items()
        if path != SCRIPT
        and file.parent.name not in WITHOUT_WITNESSES
        and kinds(verdict) & {"biased", "refuses"}
    }
    witnessed = {
        (path, function, attribute)
        for path, functions in WITNESSES.items()
        for function, attributes in functions.items()
        for attribute in attributes
    }

    assert claimed - witnessed == {("biased/hiring.py", "shortlist.points", "gender")}
    assert witnessed <= claimed
