"""Reads what a text of JSON says, as outcomes are written."""

from __future__ import annotations

import ast
import json
from typing import Any

LONGEST = 20_000
"""Characters of a text that is read."""


def json_tree(text: str) -> Any:
    """The list or object that JSON holds, in a text or in bytes as they are written (`b'{}'`).

    None for every other text.
    """
    are_bytes = text.startswith(("b'", 'b"'))
    begin = text[2:] if are_bytes else text
    if len(text) > LONGEST or begin.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        return _tree(json.loads(ast.literal_eval(text) if are_bytes else text))
    except (ValueError, SyntaxError, RecursionError):
        return None


def _tree(value: Any) -> Any:
    if isinstance(value, dict):
        return {"t": "dict", "v": [[repr(key), _tree(each)] for key, each in value.items()]}
    return [*map(_tree, value)] if isinstance(value, list) else value
