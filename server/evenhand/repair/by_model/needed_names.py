"""Names that a rewritten function needs: those that the file lacks, and imports that have them."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Collection, Iterable, Iterator

from evenhand.repair.by_model.shown_code import function_text
from evenhand.repair.rewrite.source_lines import first_line
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.repair_case import Case

_OF_MODULES = frozenset({"__file__", "__name__", "__doc__", "__path__", "__annotations__"})


def unknown_names(case: Case, text: str) -> set[str]:
    """Names that a new text of the function takes from the file, which does not have them.

    What the old text takes from there, wherever it has it from, is no news.
    """
    tree = case.job.source.tree
    if case.function.outer is not None or _takes_all_of_a_module(tree):
        return set()

    known = _module_names(case.source) | _names_outside(function_text(case))
    return _names_outside(text) - known - set(dir(builtins)) - _OF_MODULES


def imports_of_names(names: Collection[str], blocks: Iterable[str]) -> dict[str, str]:
    """For each of the names that a block of code imports: the statement that does."""
    statements: dict[str, str] = {}
    for block in blocks:
        for name, statement in _imports_in(block):
            if name in names:
                statements.setdefault(name, statement)
    return statements


def with_imports(source: str, statements: Iterable[str]) -> str:
    """The text with further imports, behind those that it begins with."""
    added = list(dict.fromkeys(statements))
    if not added:
        return source

    text = SourceText(source)
    line = _line_for_imports(ast.parse(source))
    lines = "".join(statement + text.newline for statement in added)
    if not _begins_with_imports(ast.parse(source)):
        lines += text.newline * 2
    offset = text.line_start(line)
    return source[:offset] + lines + source[offset:]


def _names_outside(text: str) -> set[str]:
    """Names of the module that the functions of a text read."""
    return {name for table in _functions(_table(text)) for name in _global_names(table)}


def _module_names(source: str) -> set[str]:
    """Names that a file binds at its top, or by `global`."""
    top = _table(source)
    bound = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    declared = {
        symbol.get_name()
        for table in _functions(top)
        for symbol in table.get_symbols()
        if symbol.is_declared_global()
    }
    return bound | declared


def _table(text: str) -> symtable.SymbolTable:
    return symtable.symtable(text, "<answer>", "exec")


def _functions(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """All tables within one, however deep."""
    for inner in table.get_children():
        yield inner
        yield from _functions(inner)


def _global_names(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            yield symbol.get_name()


def _takes_all_of_a_module(tree: ast.Module) -> bool:
    imports = (n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom))
    return any(alias.name == "*" for node in imports for alias in node.names)


def _imports_in(block: str) -> Iterator[tuple[str, str]]:
    """Names that the imports at the top of a block bind, each with a statement of its own."""
    try:
        tree = ast.parse(block)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                yield _name_bound_by(node, alias), ast.unparse(_importing(node, alias))


def _name_bound_by(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    if alias.asname is not None:
        return alias.asname
    return alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name


def _importing(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> ast.stmt:
    if isinstance(node, ast.Import):
        return ast.Import([alias])
    return ast.ImportFrom(node.module, [alias], node.level)


def _head(tree: ast.Module) -> list[ast.stmt]:
    """The docstring and the imports with which a file begins."""
    statements: list[ast.stmt] = []
    for number, node in enumerate(tree.body):
        is_docstring = number == 0 and ast.get_docstring(tree, clean=False) is not None
        if not is_docstring and not isinstance(node, (ast.Import, ast.ImportFrom)):
            break
        statements.append(node)
    return statements


def _line_for_imports(tree: ast.Module) -> int:
    """The line before which further imports go."""
    head = _head(tree)
    if head:
        return (head[-1].end_lineno or 0) + 1
    return first_line(tree.body[0]) if tree.body else 1


def _begins_with_imports(tree: ast.Module) -> bool:
    head = _head(tree)
    return bool(head) and isinstance(head[-1], (ast.Import, ast.ImportFrom))
