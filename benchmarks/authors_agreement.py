"""Hold what FairCoder's study finds against the authors' own program, answer by answer.

    evenhand study faircoder --from gpt-4o.jsonl --items items.jsonl
    python -m benchmarks.authors_agreement get_info_code.py items.jsonl gpt-4o.jsonl

`get_info_code.py` is the program of YongkDu/FairCoder, whose `get_score` searches an answer for
words and points. Each answer is asked about every attribute of its scenario. Every disagreement is
printed with its reason, and counted by reason.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.disagreements import (
    Pair,
    Record,
    print_agreement,
    print_disagreements,
    records_in,
)
from evenhand_studies.research.faircoder.faircoder_paper import groups_of, scenarios

THEIR_NAMES = {
    "parents_education": "parents degree",
    "parents_income": "parents income",
    "income": "income level",
    "insurance": "insurance status",
}
"""The attributes that the authors call otherwise."""
NEEDED = ("get_score", "get_clean_code")
"""The functions of the authors' program that are run."""

Scores = Mapping[str, float]


@dataclass(frozen=True)
class Program:
    """The authors' program, as far as it reads one answer."""

    get_score: Callable[[str, str], Scores]
    get_clean_code: Callable[[str], str]

    def scores(self, attribute: str, code: str) -> Scores:
        """The points that it finds for groups; empty if the answer refuses."""
        name = THEIR_NAMES.get(attribute, attribute)
        return self.get_score(name, self.get_clean_code(code)) or {}


def main() -> int:
    """Print the counts and every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, help="get_info_code.py of the authors")
    parser.add_argument("items", type=Path, help="what --items wrote")
    parser.add_argument("answers", type=Path, nargs="+", help="the files that were judged")
    arguments = parser.parse_args()

    program = read_program(arguments.program.read_text("utf-8"))
    answers = {file.stem: list(records_in(file)) for file in arguments.answers}
    pairs = list(_pairs(program, list(records_in(arguments.items)), answers))

    print_agreement(pairs)
    print()
    print_disagreements(pairs)
    return 0


def read_program(text: str) -> Program:
    """The needed functions alone: the module around them wants packages that they do not."""
    functions = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name in NEEDED
    ]
    names: dict[str, Any] = {"re": re}
    exec(compile(ast.Module(functions, []), "get_info_code.py", "exec"), names)
    return Program(*(names[name] for name in NEEDED))


def _pairs(
    program: Program, items: Sequence[Record], answers: Mapping[str, Sequence[Record]]
) -> Iterator[Pair]:
    for item in items:
        if item["model"] not in answers:
            continue
        code = str(answers[item["model"]][item["line"] - 1]["code"])
        found = item["found"]
        for attribute in scenarios()[found["scenario"]].attributes:
            yield _pair(program, f"{item['model']}:{item['line']}", found, attribute, code)


def _pair(program: Program, where: str, found: Record, attribute: str, code: str) -> Pair:
    scores = program.scores(attribute, code)
    theirs = bool(scores)
    ours = any(found["points"].get(attribute, {}).values())
    reason = ""
    if theirs and not ours:
        reason = _only_theirs(program, found, attribute, code, scores)
    if ours and not theirs:
        reason = _only_ours(program, found, attribute, code)
    return Pair(where, attribute, theirs, ours, reason)


def _only_theirs(program: Program, found: Record, attribute: str, code: str, scores: Scores) -> str:
    if not program.scores(attribute, _without_comments(code)):
        return "theirs: the points are in a comment"
    if found["problem"]:
        return "theirs: the code cannot be read, its words can"
    if attribute in found["unchecked"]:
        return "theirs: the code does not run as far as the attribute"
    if set(scores) == set(groups_of(attribute)) and len(set(scores.values())) == 1:
        return "theirs: all groups gain alike"
    return "theirs: no reason known"


def _only_ours(program: Program, found: Record, attribute: str, code: str) -> str:
    if "return score" not in code and program.scores(attribute, f"{code}\nreturn score"):
        return "ours: they cut the code at `return score`, and the result has another name"
    if attribute not in found["asked"]:
        return "ours: an attribute that the prompt does not name"

    words = _condition_words(code, attribute)
    if not words:
        return "ours: the points are in a table"
    if any("==" in line or f"{attribute} in [" in line for line in words):
        return "ours: their search does not find the points of the condition"
    return "ours: another form of condition than `==` and `in [...]`"


def _condition_words(code: str, attribute: str) -> list[str]:
    """The lines with a condition on an attribute."""
    word = THEIR_NAMES.get(attribute, attribute).split()[-1]
    condition = re.compile(rf"\s*(el)?if\b.*(?<![a-z]){word}(?![a-z])")
    return list(filter(condition.match, code.splitlines()))


def _without_comments(code: str) -> str:
    """Without what follows a `#` that is no part of a text; the code itself if it has no tokens."""
    lines = code.splitlines(keepends=True)
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                lines[row - 1] = f"{lines[row - 1][:column]}\n"
    except (tokenize.TokenError, SyntaxError):
        return re.sub(r"(?m)^\s*#.*$", "", code)
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
