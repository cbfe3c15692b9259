"""Tells what a module gives to others, and which words its texts hold."""

from __future__ import annotations

import ast
import re

_WORDS = re.compile(r"\w+")


def exports(tree: ast.Module) -> bool:
    """Whether a module says what others may import from it."""
    names = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return "__all__" in names


def words_in_texts(tree: ast.Module) -> set[str]:
    """The words of all texts in a module, one of which may be evaluated or name an attribute."""
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {word for each in texts if isinstance(each, str) for word in _WORDS.findall(each)}
