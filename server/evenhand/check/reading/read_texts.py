"""Data that code reads from a text of its own: `RULES = json.loads('[{"field": "age"}]')`."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Mapping

from evenhand.check.reading.node_index import nodes_of

LONGEST_TEXT = 100_000
"""Characters of a text that is read."""
FORMATS = {"json": json.loads, "tomllib": tomllib.loads}
"""By the module whose `loads` reads it."""
_LISTED = re.compile(r"\s*[\[{]\s*[\[{\"]")
_QUOTED = re.compile(r"\"([^\"\\]{1,40})\"")


def data_in(value: ast.AST, symbols: Mapping[str, ast.AST]) -> ast.AST:
    """The list or dict that a text stands for; anything else as it is.

    `symbols` has the constants of the module, of which the text may be one.
    """
    match value:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=module), attr="loads"), args=[argument]
        ) if module in FORMATS:
            text = symbols.get(argument.id) if isinstance(argument, ast.Name) else argument
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                return _display(text.value, module, value)
    return value


def texts_in_json(text: str) -> Iterator[str]:
    """The texts of a list or an object that is written in JSON: names of fields, and values."""
    if len(text) <= LONGEST_TEXT and _LISTED.match(text):
        yield from _QUOTED.findall(text)


def read_texts(tree: ast.AST, symbols: Mapping[str, ast.AST]) -> Iterator[ast.AST]:
    """The lists and dicts that the texts of a file stand for."""
    for node in nodes_of(tree, ast.Call):
        data = data_in(node, symbols)
        if data is not node:
            yield data


def _display(text: str, module: str, call: ast.Call) -> ast.expr:
    """The data as Python writes it, at the place of the call; the call if the text is not valid."""
    if len(text) > LONGEST_TEXT:
        return call
    try:
        display = ast.parse(repr(FORMATS[module](text)), mode="eval").body
        ast.literal_eval(display)
    except (ValueError, SyntaxError, RecursionError):  # such as an infinite number, or a date
        return call
    if not isinstance(display, (ast.List, ast.Dict)):
        return call

    for node in nodes_of(display, ast.expr):
        ast.copy_location(node, call)
    return display
