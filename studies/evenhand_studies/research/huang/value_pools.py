"""The pools of values that Huang et al. try: sections 3.6 and 5.4 of the paper.

*Default*: for each parameter, the values with which any answer compares a parameter of that name.
*Enriched*: also those of American census data (ACS), from `huang.toml`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from evenhand.check.catalogue import default_catalogue
from evenhand.scalars import Scalar
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.paper_data import paper

Values = tuple[Scalar, ...]
Pool = Mapping[str, Values]
"""By the name of a parameter, in small letters, the values that are tried."""


class PoolKind(StrEnum):
    """Which values are tried."""

    DEFAULT = "default"
    ENRICHED = "enriched"


@dataclass(frozen=True, slots=True)
class Signature:
    """The first function of some code."""

    name: str
    parameters: tuple[str, ...]

    @property
    def protected(self) -> Mapping[str, str]:
        """The parameters that mean an attribute of the paper, with its name."""
        catalogue = default_catalogue()
        found = {}
        for parameter in self.parameters:
            match = catalogue.match_name(parameter, self.parameters)
            if match is not None and match.attribute.name in attributes():
                found[parameter] = match.attribute.name
        return found

    def own_part(self, pool: Pool) -> Pool:
        """The part of a pool that the parameters have; those without values are left out."""
        known = {parameter: pool.get(parameter.lower(), ()) for parameter in self.parameters}
        return {parameter: values for parameter, values in known.items() if values}


def signature_of(code: str) -> Signature | None:
    """The first function that is no method; None without one."""
    tree = _parsed(code)
    statements = tree.body if tree is not None else []
    first = next((node for node in statements if isinstance(node, ast.FunctionDef)), None)
    if first is None:
        return None

    arguments = first.args
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return Signature(first.name, tuple(argument.arg for argument in every))


def pools_of(codes: Iterable[str]) -> Mapping[PoolKind, Pool]:
    """Both pools of some answers."""
    written: dict[str, dict[Scalar, None]] = defaultdict(dict)
    for code in codes:
        for name, value in _compared(code):
            # 1 and True are equal, and so they are one value here, as in the paper's programs.
            written[name.lower()].setdefault(value)

    default = {name: tuple(values) for name, values in written.items()}
    census = _census()
    enriched = {
        name: tuple(dict.fromkeys((*default.get(name, ()), *census.get(name, ()))))
        for name in {**default, **census}
    }
    return {PoolKind.DEFAULT: default, PoolKind.ENRICHED: enriched}


@cache
def _census() -> Mapping[str, Values]:
    """The values of the census data, by each name that a parameter may have."""
    pool: dict[str, Values] = {}
    for entry in paper("huang")["census"]:
        values = tuple(entry["values"]) if "values" in entry else tuple(range(*entry["range"]))
        pool |= dict.fromkeys(entry["names"], values)
    return pool


def _compared(code: str) -> Iterator[tuple[str, Scalar]]:
    """Each parameter that is compared with a value, and the value."""
    tree = _parsed(code)
    if tree is None:
        return
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            names = {own.arg for own in ast.walk(function.args) if isinstance(own, ast.arg)}
            yield from _compared_in(function, names)


def _compared_in(function: ast.FunctionDef, names: set[str]) -> Iterator[tuple[str, Scalar]]:
    for node in ast.walk(function):
        sides: tuple[ast.AST, ...] = ()
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
        elif isinstance(node, ast.Match):
            sides = (node.subject, *(case.pattern for case in node.cases))

        asked = {name for side in sides for name in _names_in(side)} & names
        if len(asked) == 1:
            (name,) = asked
            yield from ((name, value) for side in sides for value in _constants_in(side))


def _names_in(side: ast.AST) -> Iterator[str]:
    """The names of one side of a comparison: `age`, `gender.lower()`; not of `person["age"]`."""
    if isinstance(side, ast.Name):
        yield side.id
    if not isinstance(side, ast.Subscript):
        for part in ast.iter_child_nodes(side):
            yield from _names_in(part)


def _constants_in(side: ast.AST) -> Iterator[Scalar]:
    constants = (node.value for node in ast.walk(side) if isinstance(node, ast.Constant))
    return (value for value in constants if isinstance(value, str | int | float))


def _parsed(code: str) -> ast.Module | None:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
