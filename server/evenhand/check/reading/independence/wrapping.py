"""Whether a call of a function does what the function's own lines say, and nothing around it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache

from evenhand.check.reading.classes import bases, is_dataclass, is_enum
from evenhand.check.reading.independence.meanings import Meanings
from evenhand.check.reading.node_index import names_in, nodes_of
from evenhand.check.reading.source import Function, Source, last_name

BUILTIN_DECORATORS = frozenset({"staticmethod", "classmethod", "property"})
IMPORTED_DECORATORS = (
    "abc.abstractmethod", "typing.override", "typing_extensions.override", "typing.final",
    "typing.overload", "typing.no_type_check", "functools.cache", "functools.lru_cache",
    "functools.cached_property", "contextlib.contextmanager", "contextlib.asynccontextmanager",
    "dataclasses.dataclass", "enum.unique", "functools.total_ordering", "typing.runtime_checkable",
    "attr.s", "attr.define", "attrs.define", "attrs.frozen", "attr.frozen", "attr.attrs",
    "attrs.mutable",
)  # fmt: skip
"""Decorators that leave what a call does as it is."""
METACLASSES = frozenset({"ABCMeta", "EnumMeta", "EnumType", "type"})
WRAPPING_METHODS = frozenset(
    {"__init_subclass__", "__getattribute__", "__getattr__", "__new__", "__call__", "__prepare__"}
)
"""Methods of a class by which its other methods may become something else."""
REFLECTIVE = frozenset(
    "exec eval compile locals vars globals dir getattr setattr delattr super __import__ "
    "breakpoint".split()
)
PLAIN_BASES = frozenset(
    "object ABC Generic Protocol BaseModel NamedTuple TypedDict Enum StrEnum IntEnum Flag "
    "IntFlag".split()
)
VALIDATING = frozenset("validator converter on_setattr factory default_factory alias".split())
"""Arguments of a field by which a class may look at its values."""


def may_be_wrapped(function: Function, source: Source, meanings: Meanings) -> bool:
    """Whether something around a function may see what it is called with."""
    node = function.node
    if isinstance(node, ast.Module) or meanings.watched:
        return True
    if not all(_is_harmless(decorator, meanings) for decorator in node.decorator_list):
        return True
    if nodes_of(node, ast.Global, ast.Nonlocal) or not REFLECTIVE.isdisjoint(names_in(node)):
        return True

    if function.owner is not None:
        return _class_wraps(function, function.owner, source, meanings)
    return node.name in meanings.bound or node.name in meanings.imported


def only_holds(klass: ast.ClassDef, source: Source, meanings: Meanings) -> bool:
    """Whether its objects hold what their constructor gets, and nothing happens on the way."""
    symbols = source.symbols
    if not is_dataclass(klass, symbols) or klass.name in meanings.bound:
        return False
    return all(_is_plain_record(base, symbols, meanings) for base in bases(klass, symbols))


@lru_cache(maxsize=2)
def plain_errors(source: Source) -> frozenset[str]:
    """Names of the workspace's exceptions that add nothing to what they come from."""
    symbols = source.symbols
    classes = {n: node for n, node in symbols.items() if isinstance(node, ast.ClassDef)}
    return frozenset(name for name, node in classes.items() if _is_plain_error(node, symbols))


def _is_plain_error(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    for ancestor in bases(klass, symbols):
        has_more = any(not isinstance(part, (ast.Expr, ast.Pass)) for part in ancestor.body)
        if has_more or ancestor.keywords or ancestor.decorator_list:
            return False

        outside = [last_name(base) for base in ancestor.bases if last_name(base) not in symbols]
        if not all(name.endswith(("Error", "Exception", "Warning")) for name in outside):
            return False
    return True


def _class_wraps(
    function: Function, owner: ast.ClassDef, source: Source, meanings: Meanings
) -> bool:
    """Whether the class of a method, or one above it, may put something in its place."""
    name = function.last_name
    if name in meanings.set_outside or owner.name in meanings.bound:
        return True

    for klass in bases(owner, source.symbols):
        if not all(_is_harmless(decorator, meanings) for decorator in klass.decorator_list):
            return True
        if not all(_is_known_keyword(keyword) for keyword in klass.keywords):
            return True
        if not _members(klass).isdisjoint(WRAPPING_METHODS):
            return True
        if any(_assigns(statement, name) for statement in klass.body):
            return True
    return False


def _is_harmless(decorator: ast.expr, meanings: Meanings) -> bool:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    if isinstance(decorator, ast.Name):
        name = decorator.id
        is_builtin = name in BUILTIN_DECORATORS and meanings.is_builtin(name)
        return is_builtin or meanings.comes_from(name, *IMPORTED_DECORATORS)

    is_member = isinstance(decorator, ast.Attribute) and isinstance(decorator.value, ast.Name)
    if not is_member:
        return False
    assert isinstance(decorator, ast.Attribute)
    assert isinstance(decorator.value, ast.Name)
    module = meanings.modules.get(decorator.value.id, "")
    is_setter = decorator.attr in {"setter", "getter", "deleter"} and not module
    return is_setter or f"{module}.{decorator.attr}" in IMPORTED_DECORATORS


def _is_known_keyword(keyword: ast.keyword) -> bool:
    """`class P(metaclass=ABCMeta)`; other keywords go to `__init_subclass__`."""
    return keyword.arg != "metaclass" or last_name(keyword.value) in METACLASSES


def _members(klass: ast.ClassDef) -> set[str]:
    return {part.name for part in klass.body if isinstance(part, ast.FunctionDef)}


def _assigns(statement: ast.stmt, name: str) -> bool:
    """Whether a statement of a class gives `name` a value of its own."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is None:
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _is_plain_record(
    klass: ast.ClassDef, symbols: Mapping[str, ast.AST], meanings: Meanings
) -> bool:
    decorators = klass.decorator_list
    if not all(_is_harmless(decorator, meanings) for decorator in decorators):
        return False
    if not all(_is_known_keyword(keyword) for keyword in klass.keywords):
        return False

    above = [last_name(base) for base in klass.bases]
    if not all(name in PLAIN_BASES or name in symbols for name in above):
        return False
    return all(_only_declares(part, meanings) for part in klass.body)


def _only_declares(part: ast.stmt, meanings: Meanings) -> bool:
    """Whether a statement of a class declares a field, or a method that only its name calls."""
    if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
        is_special = part.name.startswith("__") and part.name.endswith("__")
        are_harmless = all(_is_harmless(decorator, meanings) for decorator in part.decorator_list)
        return are_harmless and not is_special
    if not isinstance(part, (ast.Assign, ast.AnnAssign)):
        return isinstance(part, (ast.Expr, ast.Pass))

    calls = nodes_of(part, ast.Call)
    are_fields = all(last_name(call) in {"field", "Field", "ib", "attrib"} for call in calls)
    keywords = {keyword.arg for call in calls for keyword in call.keywords}
    is_known = part.value is None or isinstance(part.value, (ast.Constant, ast.Call, ast.UnaryOp))
    return are_fields and is_known and keywords.isdisjoint(VALIDATING)


def is_plain_enum(klass: ast.ClassDef, source: Source) -> bool:
    """Whether its members are only compared and shown."""
    has_methods = any(_members(base) for base in bases(klass, source.symbols))
    return is_enum(klass, source.symbols) and not has_methods
