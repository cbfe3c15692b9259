"""Values of SQLAlchemy: see `table_values.py`.

A condition of a query leads to its table, and this to all others and all their columns: thousands
of objects, none of which says who is asked for.
"""

from __future__ import annotations

import sys
from typing import Any, Callable

from .showing import without_addresses

WITH_CONTENTS = ("sqlalchemy.orm.session", "sqlalchemy.orm.scoping", "sqlalchemy.ext.asyncio")
"""Modules of objects that hold what code has put into them."""


def described(
    value: Any, tree: Callable[[Any], Any], trees: Callable[[Any], list[Any]], limit: int
) -> Any | None:
    """A clause by its text and what is bound in it, a row by its columns; other parts by a name."""
    if type(value).__module__.startswith(WITH_CONTENTS):
        return None
    if hasattr(value, "_mapping"):
        return tree(dict(value._mapping))

    clause = getattr(sys.modules.get("sqlalchemy.sql.elements"), "ClauseElement", ())
    if not isinstance(value, clause):
        return {"t": "opaque", "v": without_addresses(repr(value))}
    compiled = value.compile(dialect=sys.modules["sqlalchemy.engine.default"].StrCompileDialect())
    fields = [["text", tree(str(compiled))], ["bound", tree(dict(compiled.params))]]
    return {"t": "object", "c": type(value).__name__, "v": fields}


def cells(value: Any, limit: int) -> list[Any] | None:
    """There are none."""
    return None


def restart(seed: int, moment: Callable[[], float]) -> None:
    """It has no chance of its own, and Python's clock."""
