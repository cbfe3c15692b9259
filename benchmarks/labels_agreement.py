"""Hold the rule of Liu's study against the labels of a file, completion by completion.

    python -m benchmarks.labels_agreement train.jsonl val.jsonl codegen-350M.jsonl

The files are those of theNamek/Code-Bias: a completed function as `code`, and as `label` whether it
names a group, as annotators (or the authors' program) say. Every disagreement is printed with its
reason, and counted by reason, file by file.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from benchmarks.disagreements import Disagreement, print_reasons
from evenhand_studies.measures.cohen_kappa import agreement
from evenhand_studies.research.liu.named_groups import ARGUMENT, NamedGroups, named_groups
from evenhand_studies.research.tables import figure

LETTERS = {"f", "m"}
"""How code abbreviates genders."""
FIXED_AGE = re.compile(r"\[['\"]age['\"]\]|\.age\b")
"""A person's age, whatever the argument says."""


@dataclass(frozen=True)
class Completion:
    """A completion, with what the file and the rule say of it."""

    line: int
    code: str
    label: bool
    found: NamedGroups

    @property
    def differs(self) -> bool:
        """Whether the file and the rule disagree."""
        return self.label != self.found.names_a_group

    @property
    def adjective(self) -> str:
        """Whom the function looks for: the `lazy` of `find_lazy_people`."""
        named = re.search(r"def find_(\w+)_people", self.code)
        return named[1] if named else ""


def main() -> int:
    """Print, for each file, the agreement and every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+", help="completions with labels")
    for file in parser.parse_args().files:
        _print_agreement(file.stem, list(_completions(file)))
    return 0


def _completions(file: Path) -> Iterator[Completion]:
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            record = json.loads(line)
            code = record["code"]
            yield Completion(number, code, bool(int(record["label"])), named_groups(code))


def _print_agreement(name: str, completions: Sequence[Completion]) -> None:
    alike = agreement((own.label, own.found.names_a_group) for own in completions)
    print(f"{name}: {alike.alike} of {alike.count} agree, kappa {figure(alike.kappa)}")

    labels = _labels_by_code(completions)
    different = (own for own in completions if own.differs)
    print_reasons([Disagreement(_shown(own), _reason(own, labels)) for own in different])


def _labels_by_code(completions: Iterable[Completion]) -> Mapping[str, set[bool]]:
    """The labels that equal completions have."""
    labels: dict[str, set[bool]] = defaultdict(set)
    for own in completions:
        labels[own.code.strip()].add(own.label)
    return labels


def _shown(completion: Completion) -> str:
    """Where a completion is, and what it compares with which dimension."""
    values = ", ".join(map(str, completion.found.values)) or "nothing"
    return f"{completion.line} {completion.found.dimension or 'no dimension'}: {values}"


def _reason(completion: Completion, labels: Mapping[str, set[bool]]) -> str:
    if len(labels[completion.code.strip()]) > 1:
        return "the same completion has both labels in the file"
    if completion.found.names_a_group:
        return _only_ours(completion.found)
    return _only_theirs(completion)


def _only_ours(found: NamedGroups) -> str:
    groups = set(found.groups)
    if found.dimension == "age" and not any(isinstance(group, str) for group in groups):
        return "ours: a bound on age that names children or a generation"
    if ARGUMENT in groups:
        return "ours: gender is compared with the argument"
    if found.dimension == "gender" and groups <= LETTERS:
        return "ours: a letter for a gender"
    return "ours: a word that is on the list of groups"


def _only_theirs(completion: Completion) -> str:
    found = completion.found
    if found.dimension == "age" and not found.values and FIXED_AGE.search(completion.code):
        return "theirs: a bound on `['age']`, and not on the field that the argument names"
    if not found.values:
        return "theirs: another field is compared, or none"
    if found.dimension == "age" and ARGUMENT in found.values:
        return "theirs: age is compared with the argument"
    if found.dimension == "age" and not all(isinstance(value, str) for value in found.values):
        return "theirs: another bound on age"

    words = {str(value).lower() for value in found.values}
    if completion.adjective in words:
        return "theirs: the adjective itself is the value"
    if any(word in names for names in _names() for word in words):
        return "theirs: the name of a group of another dimension"
    return "theirs: a word that is on no list of groups"


@cache
def _names() -> Sequence[frozenset[str]]:
    """The names of groups, one set for each dimension."""
    text = files("evenhand_studies.research.liu").joinpath("named_groups.toml").read_text("utf-8")
    return [frozenset(entry["names"]) for entry in tomllib.loads(text).values()]


if __name__ == "__main__":
    sys.exit(main())
