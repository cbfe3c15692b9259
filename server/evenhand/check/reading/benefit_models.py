"""OpenFisca, PolicyEngine and GETTSIM: a formula asks for what it needs, `person("age", period)`.

Data: what stands for the functions of their model API, and for what a population computes of the
values of its members. A population has many people; a call tries one, whose value is their sum.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.source import Function, Source

PACKAGES = ("openfisca", "policyengine")
"""How the names of their packages begin."""
FUNCTIONS_OF_LAW = ("gettsim", "_gettsim", "ttsim", "_ttsim")
"""Packages for which a law is plain functions."""
FORMULA = "formula"
"""How the names of methods begin that work out a variable."""
FALSE = "(False, -2)"
"""Values for which a condition does not hold: `~True` is -2 for a single person."""
FUNCTIONS: Mapping[str, str] = {
    "where": f"lambda condition, yes, no: no if condition in {FALSE} else yes",
    "select": (
        "lambda conditions, choices, default=0: next((choice for condition, choice in "
        f"zip(conditions, choices) if condition not in {FALSE}), default)"
    ),
    "max_": "max",
    "min_": "min",
    "round_": "round",
    "not_": "lambda value: not value",
    "np": '__import__("numpy")',
}
"""Python for functions that formulas use, by their names."""
_SUM = "lambda values, *_, **__: values % 2 if values in (-1, -2) else values * 1"
_SAME = "lambda values, *_, **__: values"
AGGREGATES: Mapping[str, str] = {
    **dict.fromkeys(("sum", "max", "min", "any", "all"), _SUM),
    **dict.fromkeys(("project", "value_from_first_person", "value_from_person"), _SAME),
}
"""Python for what a population computes of the values of its members."""
MEMBERS_OF_VALUE = "possible_values"
"""The attribute of a value that has all values of its kind as attributes."""
VALUE_WITH_MEMBERS = (
    'type("value", (str,), {{"possible_values": '
    'type("names", (), {{"__getattr__": lambda self, name: name}})()}})({})'
)
"""Python for a word that has them, with `{}` for the word."""
LAW = "parameters"
"""The argument that holds the numbers of the law, and nothing of a person."""


def function_of(origin: str) -> str:
    """Python for what a formula imports under a name; empty if it is none of these functions."""
    is_theirs = origin.lstrip(".").startswith(PACKAGES)
    return FUNCTIONS.get(origin.rpartition(".")[2], "") if is_theirs else ""


def is_formula_of_law(function: Function, source: Source) -> bool:
    """Whether a function is a formula of a variable: what a law says, written as code."""
    imports = (node for node in source.tree.body if isinstance(node, ast.ImportFrom))
    modules = [node.module or "" for node in imports]
    if function.owner is None:
        return any(module.partition(".")[0] in FUNCTIONS_OF_LAW for module in modules)
    is_formula = function.last_name.startswith(FORMULA)
    return is_formula and any(module.startswith(PACKAGES) for module in modules)


def is_population(path: AccessPath) -> bool:
    """Whether a path is asked for values of its members by their names, or leads to one that is."""
    below = (path, *path.attributes.values())
    if any(isinstance(asked, str) for part in below for asked in part.results):
        return True
    return path.parent is not None and is_population(path.parent)


def has_members(path: AccessPath) -> bool:
    """Whether a path is such a population itself, and not what a query of a database gives.

    A formula takes its population as an argument: `home.sum(home.members("age", period))`.
    """
    is_taken = path.root.via is Via.PARAMETER and path.via is not Via.RESULT
    return is_taken and is_population(path)


def is_of_law(path: AccessPath) -> bool:
    """Whether a number is one of the law: `parameters(period).pension.age.minimum`."""
    return path.root.name == LAW and path is not path.root and not path.root.has_fields
