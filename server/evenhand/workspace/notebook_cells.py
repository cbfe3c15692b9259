"""One cell of a notebook as plain Python: line for line, without what IPython adds."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from evenhand.lines import lines_with_ends, without_end

_OF_PYTHON = frozenset({
    "", "capture", "debug", "memit", "prun", "pyinstrument", "snakeviz", "time", "timeit",
})  # fmt: skip
"""Magics of a whole cell whose rest is Python, and none; that of any other is read if it is."""
_OF_PROGRAMS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
"""Statements that no line of another language looks like."""
_CELL_MAGIC = re.compile(r"%%(\w*)")
_TIMED = re.compile(r"%time[ \t]+(?=\S)")
_LINE_MAGIC = re.compile(r"[%!?]")
_HELP = re.compile(r"[%\w.*\[\]'\"]+\?\??$")
_COMMAND = re.compile(
    r"(pip3?|conda|mamba|micromamba|uv|poetry|git|apt|apt-get|wget|curl|ls|cd|mkdir|rm|cp|mv|cat"
    r"|matplotlib|load_ext|reload_ext|autoreload|env|run|who|whos|reset)"
    r"[ \t]+(?:-\w|--|[\w./~%*$\"'])"
)
"""Names that IPython takes for a magic without its sign, if Python could not read the line."""
_ASSIGNED = re.compile(r"([^=#!%]+=[ \t]*)[%!]([^=].*)")
"""`files = !ls`"""
_TOKEN = re.compile(r"""#|\"\"\"|'''|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[\[\](){}]""")
_OPENING, _CLOSING = "([{", ")]}"
_TRIPLE = ('"""', "'''")


class NotPythonError(Exception):
    """Why a cell is no Python, as a clause."""


@dataclass(frozen=True, slots=True)
class PlainCell:
    """A cell with as many lines as it has in the notebook."""

    text: str
    features: tuple[str, ...] = ()
    """What it imports from `__future__`, which only the beginning of a module may."""


def plain_cell(source: str) -> PlainCell:
    """The Python of a cell; raises `NotPythonError`."""
    try:
        source.encode()
        tree, text = _parsed(source)
        features = _future_imports(tree)
        text = _edited(text, [*_without_imports(features), *_without_await(tree)])
        _refuse_no_program(text)
    except SyntaxError as error:
        where = f" (line {error.lineno})" if error.lineno else ""
        raise NotPythonError(f"syntax error: {error.msg}{where}") from error
    except (RecursionError, MemoryError) as error:
        raise NotPythonError("it is nested too deeply to be read") from error
    except ValueError as error:  # halves of surrogate pairs, zero bytes
        raise NotPythonError("it is no text that Python reads") from error
    return PlainCell(text, tuple(alias.name for node in features for alias in node.names))


def _parsed(source: str) -> tuple[ast.Module, str]:
    """The tree and the text without magics; raises SyntaxError."""
    with suppress(SyntaxError):
        return _tree(source), source
    if _magic_of_cell(source) not in _OF_PYTHON:
        text = _rest_of_cell(source)
    else:
        text = "".join(_without_magics(source))
    return _tree(text), text


def _rest_of_cell(source: str) -> str:
    """What a cell hands to a magic, if that is Python; else as many empty lines."""
    lines = lines_with_ends(source)
    first = next(number for number, line in enumerate(lines) if line.strip())
    text = "".join(["\n" * (first + 1), *lines[first + 1 :]])
    with suppress(SyntaxError):
        if any(isinstance(node, _OF_PROGRAMS) for node in _tree(text).body):
            return text
    return "\n" * len(lines)


def _tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _refuse_no_program(text: str) -> None:
    """Raise SyntaxError for what parses and still is no program, such as a `return` outside."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(text, "cell", "exec", dont_inherit=True)


def _without_magics(source: str) -> Iterator[str]:
    """The lines with `pass` in the place of each magic."""
    open_line, in_magic = _OpenLine(), False
    for line in lines_with_ends(source):
        if in_magic:
            plain = "\n"
        else:
            plain = line if open_line.is_open else _without_magic(line)
            open_line.take(plain)
        yield plain
        # A magic may go on, as a statement may.
        in_magic = _goes_on(line) and not _goes_on(plain)


def _magic_of_cell(source: str) -> str:
    """The name of the magic that a whole cell is handed to; empty if there is none."""
    code = [line for line in lines_with_ends(source) if line.strip()]
    magic = _CELL_MAGIC.match(code[0]) if code else None
    return magic[1] if magic is not None else ""


def _without_magic(line: str) -> str:
    """A line at which a statement begins, as plain Python."""
    text = without_end(line)
    bare = text.strip()
    indent = text[: len(text) - len(text.lstrip())]
    if _CELL_MAGIC.match(bare):
        return "\n"
    if _TIMED.match(bare):
        return f"{indent}{_TIMED.sub('', bare, count=1)}\n"
    if _LINE_MAGIC.match(bare) or _HELP.match(bare) or _COMMAND.match(bare):
        return f"{indent}pass\n"
    assigned = _ASSIGNED.match(bare)
    if assigned is not None:
        return f"{indent}{assigned[1]}get_ipython().getoutput({assigned[2].strip()!r})\n"
    return line


def _goes_on(line: str) -> bool:
    return without_end(line).endswith("\\")


@dataclass(slots=True)
class _OpenLine:
    """Whether the lines so far end inside of a statement."""

    depth: int = 0
    """Of brackets."""
    quote: str = ""
    """What ends the long text that is open."""
    is_continued: bool = False
    """Whether the last line ends with a backslash."""

    @property
    def is_open(self) -> bool:
        return self.depth > 0 or bool(self.quote) or self.is_continued

    def take(self, line: str) -> None:
        """Go on with another line."""
        position = 0
        while position < len(line):
            position = self._end_of_text(line) if self.quote else self._next(line, position)
        self.is_continued = _goes_on(line)

    def _next(self, line: str, position: int) -> int:
        """Where to go on behind the next sign that may open or close something."""
        token = _TOKEN.search(line, position)
        if token is None or token[0] == "#":
            return len(line)
        if token[0] in _TRIPLE:
            end = line.find(token[0], token.end())
            if end < 0:
                self.quote = token[0]
                return len(line)
            return end + len(token[0])
        if token[0] in _OPENING:
            self.depth += 1
        elif token[0] in _CLOSING:
            self.depth = max(0, self.depth - 1)
        return token.end()

    def _end_of_text(self, line: str) -> int:
        """Where to go on behind the long text that is open."""
        end = line.find(self.quote)
        if end < 0:
            return len(line)
        end += len(self.quote)
        self.quote = ""
        return end


Edit = tuple[tuple[int, int], tuple[int, int], str]
"""A start and an end (line from 1, column in bytes), and the new text between them."""


def _future_imports(tree: ast.Module) -> list[ast.ImportFrom]:
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return [node for node in imports if node.module == "__future__" and not node.level]


def _without_imports(imports: Sequence[ast.ImportFrom]) -> Iterator[Edit]:
    for node in imports:
        yield (*_ends(node), "pass")


def _without_await(tree: ast.Module) -> Iterator[Edit]:
    """Edits that run what a cell awaits outside of functions."""
    for node in _outside_functions(tree):
        if isinstance(node, ast.Await):
            (line, column), end = _ends(node)
            yield (line, column), (line, column + len("await")), "__import__('asyncio').run("
            yield end, end, ")"


def _outside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that run when the module does."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _ends(node: ast.expr | ast.stmt) -> tuple[tuple[int, int], tuple[int, int]]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _edited(text: str, edits: Sequence[Edit]) -> str:
    """The text after some edits, with as many lines as before."""
    lines = [line.encode() for line in lines_with_ends(text)]
    for (line, column), (end_line, end_column), new in sorted(edits, reverse=True):
        before, after = lines[line - 1][:column], lines[end_line - 1][end_column:]
        breaks = b"\\\n" * (end_line - line)
        lines[line - 1 : end_line] = (before + new.encode() + breaks + after).splitlines(True)
    return b"".join(lines).decode()
