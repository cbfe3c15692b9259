"""Marks where a function reads what it is judged by, so that calls report what they reach."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from .watching import PREFIX

Site = tuple[int, int, int, int]
"""Line, column, last line, last column of an expression, as `ast` counts them."""
LEFT_ALONE = frozenset({"annotation", "returns", "decorator_list", "pattern", "type_params"})
"""Fields in which nothing is marked."""


def marked(statement: ast.stmt, sites: Iterable[Site]) -> set[Site]:
    """Mark the expressions of `statement` at `sites`, in place; returns those that are there.

    An expression `e` becomes a call of the watcher with `e`, which it returns.
    """
    marks = _Marks(set(sites))
    marks.visit(statement)
    return marks.done


class _Marks(ast.NodeTransformer):
    def __init__(self, sites: set[Site]) -> None:
        self.sites = sites
        self.lines = sorted(line for line, *_ in sites)
        self.done: set[Site] = set()

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.expr):
            return self._visit_parts(node)

        site = site_of(node)
        if site not in self.sites or site in self.done or not _is_value(node):
            return self._visit_parts(node)

        self.done.add(site)
        return _mark(self._visit_parts(node), site)

    def _visit_parts(self, node: Any) -> Any:
        has_sites = self._may_hold_site(node) and not isinstance(node, ast.JoinedStr)
        if not has_sites:
            return node

        for name, value in ast.iter_fields(node):
            if name in LEFT_ALONE:
                continue
            if isinstance(value, list):
                value[:] = [self.visit(v) if isinstance(v, ast.AST) else v for v in value]
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def _may_hold_site(self, node: Any) -> bool:
        """Whether a site is in the lines of a node, as far as these are known."""
        first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        if first is None or last is None:
            return True
        return any(first <= line <= last for line in self.lines)


def site_of(node: ast.expr) -> Site:
    """Where an expression is."""
    line, column = node.lineno, node.col_offset
    return line, column, node.end_lineno or line, node.end_col_offset or column


def text_of(site: Iterable[int]) -> str:
    """A site as outcomes name it."""
    return ":".join(map(str, site))


def _is_value(node: ast.expr) -> bool:
    is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    return is_read and not isinstance(node, (ast.Slice, ast.Starred, ast.FormattedValue))


def _mark(node: ast.expr, site: Site) -> ast.Call:
    name, text = ast.Name(PREFIX + "read", ast.Load()), ast.Constant(text_of(site))
    call = ast.Call(name, [text, node], [])
    for part in (call, name, text):
        ast.copy_location(part, node)
    return call
