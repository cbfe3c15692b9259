"""Sources that nobody would write: real ones mixed up, and bytes that are no text."""

from __future__ import annotations

import ast
import copy
import random
from functools import cache
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = ("age", "gender", "person", "row", "self", "score", "records", "df", "race", "x")
CONSTANTS = (0, -1, 65, 2**70, 1e308, float("inf"), "", "female", "ä\n\0", b"\xff", None, True, ...)
GARBAGE = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r", b"\r\n", b"\x0c", b"\x1a", b"\t",
    b"# coding: latin-1\n", b"# coding: utf-16\n", b"# coding: nonsense\n", b"def fee(age):\n",
    b"'''", b"\\", b"(" * 300, b"[" * 300, b"f'{" * 50, b"9" * 5000, b"    " * 200,
    b"lambda age: " * 50, b"not " * 500, b"@" , b"match age:\n case ", b"async ", b"*",
    b"=", b":=", b"\xc3", b"\xe2\x80\xa8",
)  # fmt: skip


def mixed(chance: random.Random) -> str:
    """Real functions whose parts have changed places; always the syntax of a program."""
    trees = [ast.parse(text) for text in chance.sample(_texts(), 2)]
    parts = [n for tree in trees for n in ast.walk(tree)]
    expressions = [n for n in parts if isinstance(n, ast.expr)]
    statements = [n for n in parts if isinstance(n, ast.stmt)]
    mixer = _Mixer(chance, expressions, statements)
    for _ in range(20):
        try:
            made = ast.unparse(ast.fix_missing_locations(mixer.visit(_copied(trees[0]))))
            ast.parse(made)
        except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError):
            continue
        return made
    return ast.unparse(trees[0])


def garbled(chance: random.Random) -> bytes:
    """A real file with bytes cut out of it, doubled, or put into it."""
    data = chance.choice(_texts()).encode()
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((0, 1, 1, 5, 100)))
        put = chance.choice((b"", data[start:end] * 2, chance.choice(GARBAGE), chance.randbytes(3)))
        data = data[:start] + put + data[end:]
    return data


class _Mixer(ast.NodeTransformer):
    """Puts other expressions, constants, names and statements in the place of some."""

    def __init__(
        self, chance: random.Random, expressions: list[ast.expr], statements: list[ast.stmt]
    ) -> None:
        self.chance, self.expressions, self.statements = chance, expressions, statements

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Constant) and self.chance.random() < 0.1:
            return ast.Constant(self.chance.choice(CONSTANTS))
        if isinstance(node, ast.Name) and self.chance.random() < 0.05:
            return ast.Name(self.chance.choice(NAMES), node.ctx)
        loads = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if isinstance(node, ast.expr) and loads and self.chance.random() < 0.03:
            return _copied(self.chance.choice(self.expressions))
        if isinstance(node, ast.stmt) and self.chance.random() < 0.04:
            return _copied(self.chance.choice(self.statements))
        return super().generic_visit(node)


def _copied(node: ast.AST) -> ast.AST:
    """A copy, so that no node stands in two places."""
    return copy.deepcopy(node)


@cache
def _texts() -> tuple[str, ...]:
    found = (path.read_bytes() for path in sorted(FIXTURES.rglob("*.py")))
    texts = [data.decode("utf-8", "replace") for data in found]
    return tuple(text for text in texts if _parses(text))


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
