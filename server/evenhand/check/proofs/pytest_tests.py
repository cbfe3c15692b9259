"""Writes the two calls of a witness as a test for pytest: as short as a person would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files

from evenhand.check.proofs.modules import Module
from evenhand.check.proofs.witness_programs import INDENT, prepared
from evenhand.doors.call_layout import filled, in_double_quotes
from evenhand.findings import Staging

HELPER = "evenhand_outcomes"
"""The module with which tests compare what `==` cannot."""
WIDTH = 92
BOTH = 2


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Two calls whose outcomes should be the same."""

    function: str
    """Qualified, such as `Account.fee`."""
    attribute: str
    file: str
    """The name of the file that has the function."""
    staging: Staging

    @property
    def place(self) -> tuple[str, str]:
        """The file and the name in it by which a running function is recognised."""
        return self.file, self.function.rpartition(".")[2]

    @property
    def needs_helper(self) -> bool:
        """Whether `==` alone does not compare what the calls come to."""
        return self.staging.statuses is None and not self.staging.is_plain


def pytest_text(
    module: Module, example: Counterexample, present: str, helper: str, path: str
) -> str:
    """The test, for a file with the text `present`.

    `helper` is the name by which it imports the helper, and `path` leads to the tested file.
    """
    staged = example.staging
    capture = "capsys" if example.needs_helper else ""
    parts = [list(_imports(module, example, helper, path)), list(staged.setup)]
    parts += [list(_call(module, example)), list(_compared(example))]
    lines = [f"def {_test_name(example, present)}({capture}):"]
    for part in filter(None, parts):
        lines += [*(f"{INDENT}{line}".rstrip() for line in part), ""]
    return in_double_quotes("\n".join(lines))


def helper_text() -> str:
    """The text of the helper."""
    return files(__package__).joinpath(f"{HELPER}.py").read_text(encoding="utf-8")


def has_test(module: Module, example: Counterexample, present: str) -> bool:
    """Whether a file has a test of this function and attribute already."""
    name = re.escape(_name_of_test(example))
    body = re.search(rf"^def {name}\(.*?(?=^\S|\Z)", present, re.DOTALL | re.MULTILINE)
    imports = f"from {module.name} import "
    return body is not None and (imports in body[0] or "import" not in body[0])


def _imports(module: Module, example: Counterexample, helper: str, path: str) -> Iterator[str]:
    staged = example.staging
    unable = [name.replace(":", ".") for name in staged.absent if ":" in name]
    yield from staged.imports
    if unable and "from unittest import mock" not in staged.imports:
        yield "from unittest import mock"
    if staged.is_script:
        yield "from pathlib import Path"
    if staged.imports or staged.is_script:
        yield ""
    if example.needs_helper:
        yield f"from {helper} import assert_same_outcome"
    if staged.is_script:
        yield f"FILE = str(Path(__file__).parent / {path!r})"
    own = f"from {module.name} import {', '.join(staged.names)}"
    for depth, name in enumerate(unable):
        yield f"{INDENT * depth}with mock.patch({name!r}):"
    if staged.names:
        yield INDENT * len(unable) + own


def _call(module: Module, example: Counterexample) -> Iterator[str]:
    """A function that makes the call; none if it is one short expression."""
    staged = replace(example.staging, watched=())
    if _short(example):
        return
    yield f"def call({staged.variable}):"
    inside = filled(staged.call, WIDTH - 12, "return ")
    yield from (INDENT + line for line in prepared(staged, module, inside))


def _short(example: Counterexample) -> str:
    """Both calls on one line; empty if it takes more."""
    staged = example.staging
    values = f"({', '.join(staged.values)})"
    line = f"first, second = ({staged.call} for {staged.variable} in {values})"
    is_bare = not staged.given and not staged.patches and not example.needs_helper
    return line if is_bare and len(line) <= WIDTH else ""


def _compared(example: Counterexample) -> Iterator[str]:
    """The statements that make both calls and compare what they come to."""
    staged = example.staging
    values = f"({', '.join(staged.values)})"
    if example.needs_helper:
        options = ["hides=False"] if staged.is_asked else []
        options += ["refuses_all=True"] if staged.raises == BOTH else []
        arguments = ", ".join([repr(example.place), "call", values, "capsys", *options])
        yield from filled(f"assert_same_outcome({arguments})", WIDTH)
        return
    yield _short(example) or f"first, second = map(call, {values})"
    if staged.statuses is None:
        yield f"assert {_record('first', '', staged)} == {_record('second', '', staged)}"
        return

    if len(set(staged.statuses)) == 1:
        yield f"assert first.status_code == second.status_code == {staged.statuses[0]}"
    else:
        one, other = staged.statuses
        yield f"assert {{first.status_code, second.status_code}} <= {{{one}, {other}}}"
        yield "assert first.status_code == second.status_code"
    how = staged.record if staged.repeated else f".{staged.body}"
    yield f"assert {_record('first', how, staged)} == {_record('second', how, staged)}"


def _record(answer: str, how: str, staged: Staging) -> str:
    """An outcome without the keys that only repeat the attribute."""
    if not staged.repeated:
        return f"{answer}{how}"
    keys = ", ".join(f"{key}: None" for key in staged.repeated)
    return f"{{**{answer}{how}, {keys}}}"


def _name_of_test(example: Counterexample) -> str:
    words = f"{example.function}_is_the_same_whatever_the_{example.attribute}"
    return "test_" + re.sub(r"\W+", "_", words).strip("_").lower()


def _test_name(example: Counterexample, present: str) -> str:
    """A name that no function of the file has yet."""
    name = _name_of_test(example)
    used = set(re.findall(r"def (\w+)\(", present))
    candidate, number = name, 1
    while candidate in used:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
