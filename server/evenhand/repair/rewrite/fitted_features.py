"""Takes the attribute out of the features that a model is fitted to, and what prepares them.

`features = ["visits", "age"]` becomes `features = ["visits"]`, and `df["age"] = ...` goes. Whether
everyone is treated alike then, and as whom, is for a proof to say.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from evenhand.check.reading.source import called_name, constant_text
from evenhand.repair.rewrite.dead_stores import without_statement
from evenhand.repair.rewrite.source_text import Edit, SourceText

FITTING = frozenset({"fit", "fit_transform", "fit_predict"})
FEWEST_FEATURES = 2
MOST_STATEMENTS = 10

Names = Callable[[str], bool]
"""Whether a name is that of the attribute."""


def without_features(text: SourceText, tree: ast.Module, names: Names) -> Iterator[str]:
    """The one such text, if models are fitted here and a list, or a column, is the attribute's."""
    if not any(isinstance(n, ast.Call) and called_name(n) in FITTING for n in ast.walk(tree)):
        return
    lists = [node for node in ast.walk(tree) if isinstance(node, ast.List)]
    named = [node for node in lists if any(map(names, _texts(node)))]
    edits = [edit for node in named for edit in _edits(node, text, names)]
    if named and len(edits) == len(named):
        yield _without_columns(text.with_edits(0, len(text.source), edits), names)
    if not named:
        yield from _with_columns_dropped(text, tree, names)


def _texts(node: ast.List) -> list[str]:
    """The texts of a list that holds nothing else; empty for any other."""
    texts = [constant_text(element) for element in node.elts]
    return [text for text in texts if text is not None] if None not in texts else []


def _edits(node: ast.List, text: SourceText, names: Names) -> Iterator[Edit]:
    """The list without the attribute, if it is on one line and something is left of it."""
    kept = [element for element in node.elts if not names(constant_text(element) or "")]
    if kept and len(node.elts) >= FEWEST_FEATURES and node.lineno == node.end_lineno:
        yield node, f"[{', '.join(map(text.of, kept))}]"


def _without_columns(source: str, names: Names) -> str:
    """The text without the statements that set a column of the attribute."""
    for _ in range(MOST_STATEMENTS):
        tree = ast.parse(source)
        setting = next((s for block in _blocks(tree) for s in _setting(block, names)), None)
        if setting is None:
            break
        source = without_statement(source, setting)
    return source


def _with_columns_dropped(text: SourceText, tree: ast.Module, names: Names) -> Iterator[str]:
    """The text with `df = df.drop(columns=["sex"])` where it gave that column other values."""
    setting = [s for block in _blocks(tree) for s in _setting(block, names)]
    targets = [s.targets[0] for s in setting if s.lineno == s.end_lineno]
    match setting, targets:
        case [statement], [ast.Subscript(value=ast.Name(id=table), slice=key)]:
            dropped = f"{table} = {table}.drop(columns=[{text.of(key)}])"
            start, end = text.start(statement), text.end(statement)
            yield text.source[:start] + dropped + text.source[end:]


def _blocks(tree: ast.Module) -> Iterator[Sequence[ast.stmt]]:
    for node in ast.walk(tree):
        block = getattr(node, "body", None)
        if isinstance(block, list):
            yield block


def _setting(block: Sequence[ast.stmt], names: Names) -> Iterator[ast.Assign]:
    """Statements such as `df["sex"] = df["sex"].map(codes)`, in a block that holds others."""
    for statement in block if len(block) > 1 else ():
        match statement:
            case ast.Assign(targets=[ast.Subscript(slice=key)]) if names(constant_text(key) or ""):
                assert isinstance(statement, ast.Assign)
                yield statement
