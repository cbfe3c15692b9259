"""What a parameter's annotation and default say about its values."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.class_fields import Field, fields, pattern_asked
from evenhand.check.reading.classes import class_named, is_enum, is_typed_dict
from evenhand.check.reading.enumerations import enum_values
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import Source, constant_text, dotted_names, last_name
from evenhand.check.reading.table_libraries import learn_type
from evenhand.check.reading.tracing.tracer import Tracer

DEEPEST_TYPE = 4
"""Types within each other that are read: `list[dict[str, tuple[int, int]]]` has four."""
TYPES: Mapping[str, Evidence | None] = {
    "int": Evidence.NUMBER,
    "float": Evidence.NUMBER,
    "complex": Evidence.NUMBER,
    "Number": Evidence.NUMBER,
    "str": Evidence.TEXT,
    "bool": Evidence.BOOLEAN,
    "date": Evidence.DATE,
    "datetime": Evidence.DATETIME,
    "timedelta": Evidence.SPAN,
    "Path": Evidence.PATH,
    "Callable": Evidence.CALLABLE,
    "Timestamp": Evidence.DATETIME,
    "Decimal": Evidence.DECIMAL,
    "bytes": None,
}
"""What a type's name says; None for a type without values to try."""
DEFAULTS: Mapping[type, Evidence] = {
    str: Evidence.TEXT,
    int: Evidence.NUMBER,
    float: Evidence.NUMBER,
    bool: Evidence.BOOLEAN,
}
"""What the type of a default says."""
TUPLES = frozenset({"tuple", "Tuple"})
SETS = frozenset({"set", "Set", "frozenset", "FrozenSet", "AbstractSet"})
LISTS = frozenset(
    {
        "list",
        "List",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Collection",
        "Iterator",
        "Generator",
        "deque",
    }
)
COLLECTIONS = LISTS | TUPLES | SETS
MAPPINGS = frozenset({"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict"})
WRAPPERS = frozenset(
    {
        "Optional",
        "Annotated",
        "Final",
        "Required",
        "NotRequired",
        "Union",
        "ReadOnly",
        "InitVar",
        "Mapped",
    }
)
"""Types that say nothing themselves; their arguments do."""


def describe(path: AccessPath, tracer: Tracer) -> None:
    """Write into `path` what its annotation and its default say."""
    if path.annotation is not None:
        annotate(path, path.annotation, tracer)
    if path.default is None:
        return

    for constant in tracer.evaluate(path.default, {}).constants:
        if type(constant) in DEFAULTS:
            path.learn(DEFAULTS[type(constant)])


def annotate(path: AccessPath, node: ast.expr, tracer: Tracer, depth: int = DEEPEST_TYPE) -> None:
    """Write into `path` what its annotation says: evidence, items, fields, allowed values."""
    written = (id(path), id(node), depth)
    if depth == 0 or written in tracer.annotated:
        return

    tracer.spend(1)
    tracer.annotated[written] = (path, node)

    quoted = constant_text(node)
    if quoted is not None:
        node = _unquoted(quoted)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        annotate(path, node.left, tracer, depth - 1)
        annotate(path, node.right, tracer, depth - 1)
        return

    name, arguments = last_name(node), _arguments(node)
    if learn_type(path, node, tracer.source.modules):
        return
    if name == "time" and _is_of_datetime(node, tracer):
        _scalar(path, Evidence.TIME_OF_DAY)
    elif name in WRAPPERS:
        _wrapped(path, name, arguments, tracer, depth)
    elif name == "Literal":
        _literal(path, arguments)
    elif name in TYPES and not isinstance(tracer.source.symbols.get(name), ast.ClassDef):
        _scalar(path, TYPES[name])
    elif name in COLLECTIONS:
        _collection(path, name, arguments, tracer, depth)
    elif name in MAPPINGS:
        _mapping(path, arguments, tracer, depth)
    else:
        _own_type(path, name, tracer, depth)


def _is_of_datetime(node: ast.expr, tracer: Tracer) -> bool:
    """Whether `time` is a time of the day, and not the module of that name."""
    first, *rest = dotted_names(node)
    origin = tracer.source.modules.get(first, first)
    return ".".join((origin, *rest)) == "datetime.time"


def annotate_as(path: AccessPath, field: Field, tracer: Tracer) -> None:
    """Write into `path` what the declaration of a class's field says."""
    path.facts.pattern = path.facts.pattern or field.pattern
    if field.annotation is not None:
        annotate(path, field.annotation, tracer)


def _wrapped(
    path: AccessPath, name: str, arguments: list[ast.expr], tracer: Tracer, depth: int
) -> None:
    types = arguments
    if name == "Annotated":
        types, remarks = arguments[:1], arguments[1:]
        pattern = next(filter(None, map(pattern_asked, remarks)), "")
        path.facts.pattern = path.facts.pattern or pattern
    for argument in types:
        annotate(path, argument, tracer, depth - 1)


def _literal(path: AccessPath, arguments: list[ast.expr]) -> None:
    path.learn(Evidence.LITERAL)
    constants = [argument for argument in arguments if isinstance(argument, ast.Constant)]
    path.facts.note(*[constant.value for constant in constants])


def _scalar(path: AccessPath, evidence: Evidence | None) -> None:
    path.learn(Evidence.ANNOTATED)
    if evidence is not None:
        path.learn(evidence)
    if evidence is Evidence.DECIMAL:
        path.learn(Evidence.NUMBER)


def _collection(
    path: AccessPath, name: str, arguments: list[ast.expr], tracer: Tracer, depth: int
) -> None:
    path.learn(Evidence.LIST, Evidence.ANNOTATED)
    if name in SETS:
        path.learn(Evidence.SET)

    fixed_length = name in TUPLES and len(arguments) > 1 and not _is_ellipsis(arguments[-1])
    if fixed_length:
        path.learn(Evidence.TUPLE)
        for index, argument in enumerate(arguments):
            annotate(path.child_key(index), argument, tracer, depth - 1)
    elif arguments:
        annotate(path.child_item(), arguments[0], tracer, depth - 1)


def _mapping(path: AccessPath, arguments: list[ast.expr], tracer: Tracer, depth: int) -> None:
    path.learn(Evidence.MAPPING, Evidence.ANNOTATED)
    if len(arguments) == 2 and _holds_records(arguments[1], tracer.source):
        path.learn(Evidence.RECORDS_BY_KEY)
        annotate(path.child_item(), arguments[1], tracer, depth - 1)


def _own_type(path: AccessPath, name: str, tracer: Tracer, depth: int) -> None:
    """A type that the workspace defines: a class, a named tuple or an alias."""
    symbols = tracer.source.symbols
    definition, klass = symbols.get(name), class_named(name, symbols)
    if klass is not None:
        _class(path, klass, tracer, depth)
    elif isinstance(definition, (ast.Subscript, ast.BinOp)):
        annotate(path, definition, tracer, depth - 1)


def _class(path: AccessPath, klass: ast.ClassDef, tracer: Tracer, depth: int) -> None:
    path.learn(Evidence.ANNOTATED)
    if is_typed_dict(klass, tracer.source.symbols):
        _typed_dict(path, klass, tracer, depth)
        return

    path.klass = klass
    if not is_enum(klass, tracer.source.symbols):
        path.learn(Evidence.OBJECT)
        return

    path.learn(Evidence.ENUM)
    path.facts.note(*enum_values(klass))


def _typed_dict(path: AccessPath, klass: ast.ClassDef, tracer: Tracer, depth: int) -> None:
    path.learn(Evidence.MAPPING)
    for item in fields(klass, tracer.source.symbols):
        child = path.child_key(item.name)
        if item.annotation is not None:
            annotate(child, item.annotation, tracer, depth - 1)


def _holds_records(node: ast.expr, source: Source) -> bool:
    name = last_name(node)
    if name in COLLECTIONS or name in MAPPINGS:
        return True
    return isinstance(source.symbols.get(name), ast.ClassDef)


def _arguments(node: ast.expr) -> list[ast.expr]:
    if not isinstance(node, ast.Subscript):
        return []

    inner = node.slice
    return list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _unquoted(text: str) -> ast.expr:
    """The type in an annotation that is written as text; the constant None if it does not parse."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Constant(None)
