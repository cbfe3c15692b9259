"""Compiles the module under check, each of its top-level statements by itself."""

from __future__ import annotations
import __future__

import ast
import re
import sys
import types
import warnings
from collections.abc import Iterable
from typing import Any

from .instrument import instrumented
from .large_stack import DEPTH, on_large_stack
from .read_marks import Site, marked

INNER_IMPORT = re.compile(r"^[ \t]+(?:from|import)[ \t]+(\.*\w[\w.]*)", re.MULTILINE)
"""What looks like an import inside of something; it may also be a text."""
LONGEST_MESSAGE = 298
"""Characters of an error's type and message together."""


class Compiled:
    """A module's statements, compiled one by one."""

    def __init__(self, source: str, path: str, watch: bool) -> None:
        self.source = source
        self.inner_imports = [
            (match[1], source.count("\n", 0, match.start()) + 1)
            for match in INNER_IMPORT.finditer(source)
        ]
        """What seems to be imported inside of something, and in which line."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _parsed(source, path)
            if watch:
                tree = instrumented(tree)
            self.path, self.flags = path, _future_flags(tree)
            self.statements = [
                (node, compiled_statement(node, path, self.flags)) for node in tree.body
            ]
            self.marks: set[Site] = set()
            """Expressions that report when they are reached."""

    def mark(self, sites: Iterable[Site]) -> None:
        """Have the expressions at `sites` report when they are reached, besides those before.

        Only the statements that they are in are compiled again.
        """
        new = set(sites) - self.marks
        self.marks |= new
        for index, (node, code) in enumerate(self.statements):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            here = {site for site in new if site[0] in lines}
            if here and not isinstance(code, dict) and marked(node, here):
                self.statements[index] = (node, compiled_statement(node, self.path, self.flags))


def compiled_statement(node: ast.stmt, path: str, flags: int) -> types.CodeType | dict[str, Any]:
    """A compiled statement, or the explanation why it cannot be compiled: its neighbours can."""
    try:
        module = ast.Module([node], [])
        code: types.CodeType = compile(module, path, "exec", flags, dont_inherit=True)
        return code
    except MemoryError:
        return {"cause": "compiling_memory"}
    except (RecursionError, OverflowError) as error:
        if isinstance(error, RecursionError) and sys.getrecursionlimit() < DEPTH:
            raise  # on a larger stack it may be possible
        words = str(error) or type(error).__name__
        return {"cause": "not_compiled", "message": words[:LONGEST_MESSAGE]}


def _parsed(source: str, path: str) -> ast.Module:
    try:
        return ast.parse(source, path)
    except MemoryError:  # so the parser of some versions says that its stack is full
        raise RecursionError("too large, or nested too deeply") from None


def compile_module(source: str, path: str, watch: bool) -> tuple[Compiled | None, dict[str, Any]]:
    """The compiled module, or the explanation why it cannot be compiled."""
    try:
        return on_large_stack(lambda: Compiled(source, path, watch)), {}
    except SyntaxError as error:
        where = {"line": error.lineno} if error.lineno else {}
        return None, {"cause": "syntax_error", "message": error.msg[:LONGEST_MESSAGE], **where}
    except MemoryError:
        return None, {"cause": "compiling_memory"}
    except (ValueError, RecursionError, OverflowError) as error:
        words = str(error) or type(error).__name__
        return None, {"cause": "not_compiled", "message": words[:LONGEST_MESSAGE]}


def mark(compiled: Compiled, sites: list[list[int]]) -> None:
    """Mark what a function reads in a compiled module; what cannot be compiled stays unmarked."""
    places = [(line, column, last, end) for line, column, last, end in sites]
    try:
        on_large_stack(lambda: compiled.mark(places))
    except (ValueError, RecursionError, OverflowError, MemoryError):
        return


def _future_flags(tree: ast.Module) -> int:
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags
