"""Whether a file asks a person something while it runs from the top: then it is a script."""

from __future__ import annotations

import ast
from collections.abc import Iterable

PROMPT = "input"
SCREEN = "streamlit"
"""The library whose pages are scripts: a page runs anew with each answer."""
WIDGETS = frozenset(
    (
        "text_input text_area number_input selectbox multiselect radio slider select_slider "
        "checkbox toggle date_input time_input button form_submit_button pills segmented_control "
        "chat_input"
    ).split()
)
"""What its pages ask with, also within columns and forms: `left.selectbox(...)`."""


def asks_a_person(text: str, nodes: Iterable[ast.AST]) -> bool:
    """Whether one of the `nodes` that belong to no function of a file asks a person."""
    is_ascii = text.isascii()  # else a name may be written with other letters
    is_page = SCREEN in text
    if is_ascii and not is_page and PROMPT not in text:
        return False
    names = {PROMPT, *WIDGETS} if is_page else {PROMPT}
    return any(isinstance(node, ast.Call) and _asks(node.func, names) for node in nodes)


def _asks(called: ast.expr, names: Iterable[str]) -> bool:
    if isinstance(called, ast.Name):
        return called.id in names
    return isinstance(called, ast.Attribute) and called.attr != PROMPT and called.attr in names
