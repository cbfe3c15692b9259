"""Abstract values: what an expression may stand for, without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from evenhand.check.reading.access_paths import AccessPath

Environment = dict[str, "Value"]


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function or lambda with the names around it."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    environment: Environment
    receiver: Value | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object of a class of the workspace."""

    klass: ast.ClassDef
    attributes: Environment
    path: AccessPath | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """Everything that one expression may be."""

    paths: tuple[AccessPath, ...] = ()
    constants: tuple[object, ...] = ()
    derived: bool = False
    """Computed from its places (`age - 5`), so constants it meets are not their values."""
    elements: tuple[Value, ...] | None = None
    entries: Mapping[object, Value] | None = None
    """A dict display with constant keys."""
    closure: Closure | None = None
    klass: ast.ClassDef | None = None
    instance: Instance | None = None
    pairs: bool = False
    """Iterating gives (key, item) pairs, as `.items()` and `.iterrows()` do."""

    def computed(self) -> Value:
        return Value(self.paths, derived=True)

    def as_pairs(self) -> Value:
        return replace(self, pairs=True)


NOTHING = Value()


def merge(values: Iterable[Value]) -> Value:
    """What may be any of `values`."""
    known = [v for v in values if v is not NOTHING]
    if len(known) <= 1:
        return known[0] if known else NOTHING
    paths = {id(p): p for v in known for p in v.paths}
    constants: dict[tuple[type, str], object] = {}
    for value in known:
        for constant in value.constants:
            constants.setdefault((type(constant), repr(constant)), constant)
    first = known[0]
    return Value(
        tuple(paths.values())[:12],
        tuple(constants.values())[:200],
        any(v.derived for v in known),
        next((v.elements for v in known if v.elements is not None), None),
        next((v.entries for v in known if v.entries is not None), None),
        next((v.closure for v in known if v.closure), None),
        next((v.klass for v in known if v.klass), None),
        next((v.instance for v in known if v.instance), None),
        first.pairs,
    )


def scalars(value: Value, depth: int = 3) -> tuple[object, ...]:
    """The constants in a value and in the containers that it displays."""
    found = list(value.constants)
    if depth and value.elements is not None:
        for element in value.elements:
            found.extend(scalars(element, depth - 1))
    if depth and value.entries is not None:
        found.extend(value.entries)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Names:
    """Sets of method names that tell what kind of value has them."""

    text: frozenset[str] = field(
        default=frozenset(
            (
                "lower upper strip title capitalize casefold startswith endswith split "
                "replace isdigit isalpha isnumeric format encode lstrip rstrip swapcase "
                "zfill partition isupper islower isalnum splitlines removeprefix "
                "removesuffix center ljust rjust"
            ).split()
        )
    )
    frame: frozenset[str] = field(
        default=frozenset(
            (
                "iterrows itertuples groupby merge sort_values query assign loc iloc at "
                "iat drop dropna reset_index set_index apply agg aggregate pivot_table "
                "melt head tail describe columns to_dict corr select_dtypes nlargest "
                "nsmallest sample transform empty shape T drop_duplicates isnull "
                "notnull isna notna rename fillna astype crosstab eval info "
                "value_counts cumsum rolling explode duplicated join dtypes mask where"
            ).split()
        )
    )
    series: frozenset[str] = field(
        default=frozenset(
            (
                "mean median std var value_counts isin between fillna astype unique "
                "nunique apply map str dt quantile cumsum rolling tolist to_numpy "
                "groupby rank clip cat isna isnull notna notnull mode values idxmax "
                "idxmin describe eq ne gt lt ge le sum max min any all sort_values "
                "nlargest nsmallest diff shift corr transform where mask to_list abs "
                "dropna pct_change iloc loc"
            ).split()
        )
    )
    date: frozenset[str] = field(
        default=frozenset(
            ("year month day weekday strftime date isoformat timestamp toordinal").split()
        )
    )


NAMES = Names()
