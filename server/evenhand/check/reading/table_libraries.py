"""The libraries of tables: how their code is read, and how their tables are written.

A new library is a module like `pandas_tables.py`, one entry of `LIBRARIES`, and a module beside
`check/worker/table_values.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.numpy_tables import NUMPY
from evenhand.check.reading.pandas_tables import PANDAS
from evenhand.check.reading.polars_tables import POLARS
from evenhand.check.reading.source import dotted_names
from evenhand.check.reading.table_library import Meaning, TableLibrary

LIBRARIES = (PANDAS, NUMPY, POLARS)
PACKAGES = frozenset(library.package for library in LIBRARIES)


def _all(words: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*words)


FRAME_ALONE = _all(library.frame_alone for library in LIBRARIES)
"""Methods that make a frame of something of no known type."""
FRAME_PERHAPS = _all(library.frame_perhaps for library in LIBRARIES)
"""Methods that make one of a parameter of no known type."""
COLUMN_MEMBERS = _all(library.column_members for library in LIBRARIES)
SAME_COLUMN = _all(library.same_column for library in LIBRARIES)
"""Methods that give the column's own values."""
ROW_MEMBERS = _all(library.row_members for library in LIBRARIES)
"""Attributes of a row; every other one is a column."""
FUNCTIONS = _all(library.functions for library in LIBRARIES)
"""Functions that take columns."""
WORDS = _all(library.words for library in LIBRARIES)
"""Words that methods of frames take, and that name no column."""
METHODS: Mapping[str, Meaning] = {
    name: meaning for library in LIBRARIES for name, meaning in library.methods.items()
}
"""What the methods of frames mean that do more than name columns."""
TYPES: Mapping[str, Evidence] = {
    name: kind for library in LIBRARIES for name, (kind, _) in library.types.items()
}
"""What the types of all libraries say of a value."""


def learn_type(path: AccessPath, node: ast.expr, modules: Mapping[str, str]) -> bool:
    """Note in a path that it is annotated with a library's type; whether it is one."""
    name, package = _name_and_package(node, modules)
    is_other_array = name == "array" and package != NUMPY.package
    if name not in TYPES or is_other_array:
        return False

    path.learn(TYPES[name], Evidence.ANNOTATED)
    for library in LIBRARIES:
        is_from_it = package == library.package or (not package and library is PANDAS)
        if name in library.types and (is_from_it or len(_with_type(name)) == 1):
            path.made_by = f"{library.package}.{library.types[name][1]}"
    return True


def learn_by_name(path: AccessPath) -> None:
    """Take a parameter of no known type that is called `df` for a frame."""
    if not path.facts.evidence and path.default is None and names_frame(path.name):
        path.learn(Evidence.FRAME)


def learn_by_variable(path: AccessPath, variable: str) -> None:
    """`df = self.population.props`: the variable says what it is, if nothing else does."""
    is_part = path.via is Via.ITEM or path.is_column_of_frame
    facts = path.facts
    is_known = facts.is_scalar or facts.has_known_type or facts.shows(Evidence.COLUMN)
    if names_frame(variable) and not is_part and not is_known and path.klass is None:
        path.learn(Evidence.FRAME)


def names_frame(name: str) -> bool:
    """Whether people call frames so."""
    return "df" in name.lower().split("_") or name == "dataframe"


def maker_of(path: AccessPath, modules: Mapping[str, str]) -> str:
    """What the table, column or array at a path is made with: `pandas.DataFrame`."""
    if path.made_by:
        return path.made_by
    if path.shows(Evidence.ARRAY):
        return NUMPY.maker(Evidence.ARRAY)

    library = _library_of(path, modules)
    if not path.shows(Evidence.FRAME):
        return library.maker(Evidence.COLUMN)

    is_lazy = "collect" in path.facts.methods and "lazy" not in path.facts.methods
    if is_lazy and library.lazy_maker:
        return f"{library.package}.{library.lazy_maker}"
    return library.maker(Evidence.FRAME)


def made_by(origin: str) -> str:
    """What makes the frame that a function of a library gives: `polars.scan_csv`."""
    package, name = origin.partition(".")[0], origin.rpartition(".")[2]
    library = next((each for each in LIBRARIES if each.package == package), PANDAS)
    if library.lazy_maker and name.startswith("scan_"):
        return f"{library.package}.{library.lazy_maker}"
    return library.maker(Evidence.FRAME)


def is_member(path: AccessPath, name: str, modules: Mapping[str, str]) -> bool:
    """Whether an attribute of a frame is no column."""
    package = maker_of(path, modules).partition(".")[0]
    library = next(library for library in LIBRARIES if library.package == package)
    return name in library.frame_members or name in library.methods


def packages_of(paths: Iterable[AccessPath], modules: Mapping[str, str]) -> tuple[str, ...]:
    """The packages whose tables are passed in at `paths`."""
    tables = [path for path in paths if path.is_table]
    packages = [maker_of(path, modules).partition(".")[0] for path in tables]
    return tuple(dict.fromkeys(packages))


def package_of(node: ast.expr, modules: Mapping[str, str]) -> str:
    """The package that a name like `pl.col` begins with: `polars`; empty for any other."""
    names = dotted_names(node)
    return modules.get(names[0], "").partition(".")[0] if names else ""


def _library_of(path: AccessPath, modules: Mapping[str, str]) -> TableLibrary:
    """The library of a table, by its methods, else by what the file imports."""
    for library in LIBRARIES:
        if path.facts.methods & library.own_methods:
            return library

    imported = {origin.partition(".")[0] for origin in modules.values()}
    only_polars = POLARS.package in imported and PANDAS.package not in imported
    return POLARS if only_polars else PANDAS


def _with_type(name: str) -> list[TableLibrary]:
    return [library for library in LIBRARIES if name in library.types]


def _name_and_package(node: ast.expr, modules: Mapping[str, str]) -> tuple[str, str]:
    """The last part of a type's name, and the package from which it comes, if it is known."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr, package_of(node, modules)
    if not isinstance(node, ast.Name):
        return "", ""

    origin = modules.get(node.id, "")
    name = origin.rpartition(".")[2] or node.id
    return name, origin.partition(".")[0]


def names_column(node: ast.Attribute, modules: Mapping[str, str]) -> bool:
    """Whether an expression names a column of some frame: `pl.col.age`."""
    owner = node.value
    is_column = isinstance(owner, ast.Attribute) and owner.attr == "col"
    return is_column and package_of(owner, modules) in PACKAGES
