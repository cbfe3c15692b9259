"""The types of the fields of a numpy array of records."""

from __future__ import annotations

from evenhand.check.search.arguments.argument_trees import Branch, Leaf, Node, at


def fields_of_records(node: Branch) -> str:
    """Their names and types, as a further argument; empty for any other table."""
    first = node.children[0] if node.children else None
    if node.style != "records" or not isinstance(first, Branch):
        return ""

    columns = [[at(row, (index,)) for row in node.children] for index in range(len(first.names))]
    fields = [(str(name), _code(c)) for name, c in zip(first.names, columns, strict=True)]
    return f", dtype={fields!r}"


def _code(column: list[Node]) -> str:
    """How numpy calls the type of a column."""
    values = [node.value for node in column if isinstance(node, Leaf)]
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        return "?"
    if kinds <= {int, bool}:
        return "i8"
    if kinds <= {int, float, bool}:
        return "f8"
    return "U50" if kinds <= {str} else "O"
