"""Puts the function that a model wrote into the text of the file."""

from __future__ import annotations

import ast
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.check.reading.source import Function
from evenhand.doors.printable import excerpt, printable, printable_lines
from evenhand.lines import lines_of
from evenhand.models.code_fences import blocks_in, without_thoughts
from evenhand.repair.by_model.needed_names import imports_of_names, unknown_names, with_imports
from evenhand.repair.by_model.shown_code import function_text
from evenhand.repair.by_model.unified_diffs import is_diff, patched
from evenhand.repair.objections import Objection, ObjectionError, ObjectionKind
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.repair_case import Case

LONGEST_QUOTE = 80
"""Characters of an answer that an objection quotes."""
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class NoCodeError(ObjectionError):
    """An answer holds no candidate."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A function as a model wrote it."""

    code: str
    """The block that it is in."""
    node: FunctionNode

    @property
    def text(self) -> str:
        """Of the function alone, without decorators, which stay as they are."""
        lines = SourceText(self.code).lines[self.node.lineno - 1 : self.node.end_lineno]
        return textwrap.dedent("".join(lines)).rstrip("\r\n")


def with_answer(case: Case, answer: str) -> str:
    """The file with the function from `answer` in the place of the case's.

    Imports of the answer that it needs and the file lacks are added. Raises `NoCodeError`.
    """
    target = case.function.node
    if isinstance(target, ast.Module):
        raise _no_code(ObjectionKind.IS_SCRIPT)

    blocks = _blocks_in(case, without_thoughts(answer))
    written = _changed_function(blocks, case.function, answer)
    if type(written.node) is not type(target):
        raise _no_code(ObjectionKind.ASYNC_CHANGED)

    unknown = unknown_names(case, written.text)
    imports = imports_of_names(unknown, blocks)
    lacking = sorted(unknown - imports.keys())
    if lacking:
        raise _no_code(ObjectionKind.NAME_UNKNOWN, name=lacking[0])
    text = with_imports(_replaced(case, target, written.text), imports.values())
    _refuse_hidden(text, case.source)
    return text


def _replaced(case: Case, target: FunctionNode, text: str) -> str:
    """The file with another text for the function."""
    source = SourceText(case.source)
    indented = textwrap.indent(text, source.indent(target.lineno))
    start, end = source.line_start(target.lineno), source.end(target)
    return source.source[:start] + indented + source.source[end:]


def _refuse_hidden(text: str, before: str) -> None:
    """Raises `NoCodeError` if more in `text` than before is not simply seen."""
    added = Counter(text.replace("\r\n", "\n")) - Counter(before.replace("\r\n", "\n"))
    for character in added:
        if printable_lines(character) != character:
            raise _no_code(ObjectionKind.HIDDEN_CHARACTER, character=printable(character))


def _blocks_in(case: Case, answer: str) -> list[str]:
    """The pieces of code in an answer; a diff becomes what it makes of the function."""
    fenced = blocks_in(answer)
    blocks = fenced or [textwrap.dedent(answer), _from_definition(answer, case.function.last_name)]
    return [_without_diff(case, block) for block in blocks]


def _without_diff(case: Case, block: str) -> str:
    if not is_diff(block):
        return block
    for text in (function_text(case), case.source):
        result = patched(text, block)
        if result is not None:
            return result
    raise _no_code(ObjectionKind.DIFF_DOES_NOT_FIT)


def _changed_function(blocks: list[str], function: Function, answer: str) -> _Written:
    """The function in the last block in which it is not what it was."""
    error: Exception | None = None
    is_there = False
    for code in reversed(blocks):
        try:
            tree = ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            error = error or problem
            continue
        for node in _functions_called(tree, function):
            is_there = True
            if not _is_same(node, function.node):
                return _Written(code, node)

    if is_there:
        raise _no_code(ObjectionKind.UNCHANGED)
    if error is not None and blocks_in(answer):
        raise _no_code(ObjectionKind.NO_PYTHON, error=error)
    details = {"function": function.last_name, "answer": excerpt(answer, LONGEST_QUOTE)}
    raise _no_code(ObjectionKind.NO_FUNCTION, **details)


def _functions_called(tree: ast.Module, function: Function) -> Iterator[FunctionNode]:
    """Functions with the name of `function`: those in a class of its name first."""
    owner = function.owner.name if function.owner is not None else None
    own_class = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == owner]
    for root in (*own_class, tree):
        for node in ast.walk(root):
            if isinstance(node, FunctionNode) and node.name == function.last_name:
                yield node


def _is_same(written: FunctionNode, function: ast.AST) -> bool:
    """Whether both do the same with the same parameters; an answer may leave out decorators."""
    return type(written) is type(function) and _code_of(written) == _code_of(function)


def _code_of(function: ast.AST) -> list[str]:
    """The parameters and the statements of a function, without comments and documentation."""
    assert isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
    is_documented = ast.get_docstring(function, clean=False) is not None
    statements = function.body[1:] if is_documented else function.body
    return [ast.dump(node) for node in (function.args, *statements)]


def _from_definition(answer: str, name: str) -> str:
    """The text from where the function begins to where it ends, for code without a block."""
    definition = re.search(rf"^[ \t]*(?:async )?def {re.escape(name)}\b", answer, re.M)
    if definition is None:
        return ""

    header, *following = lines_of(textwrap.dedent(answer[definition.start() :]))
    kept = [header]
    for line in following:
        belongs_to_it = not line.strip() or line.startswith((" ", "\t", ")"))
        if not belongs_to_it:
            break
        kept.append(line)
    return "\n".join(kept)


def _no_code(kind: ObjectionKind, **details: object) -> NoCodeError:
    return NoCodeError(Objection(kind, details))
