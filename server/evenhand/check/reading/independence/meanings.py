"""Whether names mean what they look like: builtins, imports and methods may have been replaced."""

from __future__ import annotations

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.reading.node_index import names_in
from evenhand.check.reading.source import FunctionNode, Source, last_name, own_nodes

BUILTINS = frozenset(dir(builtins))
WATCHING_NAMES = frozenset(
    "exec eval compile globals __builtins__ __import__ import_module builtins inspect gc ctypes "
    "redirect_stdout redirect_stderr settrace setprofile addaudithook exc_info currentframe "
    "setLoggerClass setLogRecordFactory".split()
)
"""Names and modules by which a file may see or replace what no line of a function shows."""
WATCHING_ATTRIBUTES = frozenset(
    "settrace setprofile _getframe currentframe f_locals f_back f_globals tb_frame gi_frame "
    "cr_frame ag_frame gi_yieldfrom exc_info last_traceback monitoring addaudithook "
    "redirect_stdout redirect_stderr __builtins__ __code__ __globals__ __closure__ __defaults__ "
    "__kwdefaults__ __bases__ __subclasses__ __mro_entries__ import_module setLoggerClass "
    "setLogRecordFactory _current_frames meta_path path_hooks".split()
)
CONSTRUCTORS = frozenset({"__init__", "__post_init__", "__new__", "__init_subclass__"})
READING_ALL = frozenset({"locals", "vars", "super"})
"""Functions that read parameters without their names."""
REPLACED = frozenset({"stdout", "stderr", "excepthook", "displayhook", "showwarning", "modules"})
"""Attributes of modules whose replacement changes what other code does."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """What a file says about its names."""

    modules: Mapping[str, str]
    """What each imported name is: `pd` -> `pandas`."""
    imported: frozenset[str]
    bound: frozenset[str]
    """Names of the module that it binds in other ways than by an import or a definition."""
    defined: frozenset[str]
    """Functions and classes of the module."""
    methods: frozenset[str]
    """Names of all methods, and of what else the bodies of classes assign."""
    computed: frozenset[str]
    """Names that the bodies of classes give something else than a constant: descriptors."""
    set_outside: frozenset[str]
    """Attributes that code outside of functions sets, or any code of a class by its name."""
    classes: frozenset[str]
    """Names of the classes of the workspace that the module may use."""
    constructors: tuple[FunctionNode, ...]
    watched: bool
    """Whether some code looks at frames, or replaces what all code uses."""
    functions: Mapping[str, FunctionNode]
    """Functions of the module that are defined once, and not decorated."""

    def is_builtin(self, name: str) -> bool:
        """Whether a name of the module means what Python gives it."""
        own = (self.imported, self.bound, self.defined)
        return name in BUILTINS and not any(name in names for names in own)

    def comes_from(self, name: str, *origins: str) -> bool:
        """Whether a name was imported from one of `origins`, and is nothing else."""
        is_its_own = name not in self.bound and name not in self.defined
        return is_its_own and self.modules.get(name) in origins

    def ignores(self, call: ast.Call, argument: ast.AST) -> bool:
        """Whether a call of a function of the module hands it what it never reads."""
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        function = self.functions.get(name)
        if function is None or name in self.bound or name in self.imported:
            return False
        parameter = _parameter_of(function.args, call, argument)
        return bool(parameter) and names_in(function).isdisjoint({parameter, *READING_ALL})

    def defines(self, *names: str) -> bool:
        """Whether some class has a method or attribute of one of these names."""
        return not self.methods.isdisjoint(names)


@lru_cache(maxsize=2)
def meanings_of(source: Source) -> Meanings:
    """What the names of a file and of what it imports from the workspace mean."""
    own = {id(node) for node in ast.iter_child_nodes(source.tree)}
    others = (node for node in source.symbols.values() if id(node) not in own)
    outside = (node for node in others if isinstance(node, ast.ClassDef))
    classes = frozenset(n for n, node in source.symbols.items() if isinstance(node, ast.ClassDef))
    return _meanings(source.tree, tuple(dict.fromkeys(outside)), classes)


def _meanings(
    tree: ast.Module, imported_classes: tuple[ast.ClassDef, ...], class_names: frozenset[str]
) -> Meanings:
    nodes = list(ast.walk(tree))
    of_module = list(own_nodes(tree))
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    members = [member for node in (*classes, *imported_classes) for member in node.body]

    modules = dict(_imports(nodes))
    stars = [origin for origin, name in modules.items() if name == "*"]
    return Meanings(
        modules,
        frozenset(modules),
        frozenset(_bound(of_module)) | _made_global(nodes),
        frozenset(n.name for n in of_module if isinstance(n, (FunctionNode, ast.ClassDef))),
        frozenset(_names_of(members)),
        frozenset(_computed(members)),
        frozenset(_set_outside(of_module, classes, nodes)),
        class_names,
        tuple(m for m in members if isinstance(m, FunctionNode) and m.name in CONSTRUCTORS),
        any(map(_watches, nodes)) or not all(map(_is_standard, stars)),
        _defined_once(of_module),
    )


def _defined_once(nodes: Iterable[ast.AST]) -> dict[str, FunctionNode]:
    functions = [node for node in nodes if isinstance(node, FunctionNode)]
    names = Counter(function.name for function in functions)
    return {f.name: f for f in functions if names[f.name] == 1 and not f.decorator_list}


def _parameter_of(parameters: ast.arguments, call: ast.Call, argument: ast.AST) -> str:
    """The name under which a function gets an argument; empty if that is not plain."""
    if isinstance(argument, ast.keyword):
        is_named = any(argument.arg == p.arg for p in (*parameters.args, *parameters.kwonlyargs))
        return (argument.arg or "") if is_named else ""
    positional = [*parameters.posonlyargs, *parameters.args]
    place = next((i for i, given in enumerate(call.args) if given is argument), len(positional))
    is_spread = any(isinstance(given, ast.Starred) for given in call.args[: place + 1])
    return "" if is_spread or place >= len(positional) else positional[place].arg


def bound_names(nodes: Iterable[ast.AST]) -> set[str]:
    """All names that some nodes bind, in whatever way."""
    names = set(_bound(nodes)) | {name for name, _ in _imports(nodes)}
    definitions = (node for node in nodes if isinstance(node, (FunctionNode, ast.ClassDef)))
    return names | {definition.name for definition in definitions}


def _bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Names that nodes bind in other ways than by a definition or an import."""
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest


def _made_global(nodes: Iterable[ast.AST]) -> frozenset[str]:
    declared = (node.names for node in nodes if isinstance(node, ast.Global))
    return frozenset(name for names in declared for name in names)


def _imports(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Local names of imports with their origins; for `from m import *` the origin, and a star."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                origin = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or origin, origin
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            for alias in node.names:
                is_star = alias.name == "*"
                name = origin if is_star else alias.asname or alias.name
                yield name, "*" if is_star else f"{origin}.{alias.name}"


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _names_of(members: Iterable[ast.stmt]) -> Iterator[str]:
    for member in members:
        if isinstance(member, (FunctionNode, ast.ClassDef)):
            yield member.name
        else:
            yield from _bound(ast.walk(member))


def _computed(members: Iterable[ast.stmt]) -> Iterator[str]:
    """Names to which a class gives a function, a descriptor or something unknown."""
    for member in members:
        if isinstance(member, FunctionNode):
            yield member.name
        elif isinstance(member, (ast.Assign, ast.AnnAssign)) and not _is_plain(member.value):
            targets = member.targets if isinstance(member, ast.Assign) else [member.target]
            yield from (name for target in targets for name in _bound(ast.walk(target)))


def _is_plain(value: ast.expr | None) -> bool:
    """Whether a default is no descriptor: nothing, a constant, a display, or what makes one."""
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in {"field", "Field", "list", "dict", "tuple", "set", "frozenset"}
    return value is None or isinstance(value, (ast.Constant, ast.List, ast.Dict, ast.Tuple))


OF_CLASS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
"""Methods that are called of a class, without a decorator."""


def _set_outside(
    of_module: Iterable[ast.AST], classes: Iterable[ast.ClassDef], nodes: Iterable[ast.AST]
) -> Iterator[str]:
    """Attributes that are set when the file is loaded, and those of classes wherever."""
    names = {"cls", "type"}.union(*([c.name, *_names_for_class(c)] for c in classes))
    for node in of_module:
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node.attr

    for node in nodes:
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            owner = node.value
            called = owner.func if isinstance(owner, ast.Call) else owner
            if last_name(called) in names | {"__class__"}:
                yield node.attr


def _names_for_class(klass: ast.ClassDef) -> Iterator[str]:
    """What the methods of a class, or of the class of classes, call a class."""
    is_of_classes = any(last_name(base) == "type" for base in klass.bases)
    for method in klass.body:
        if isinstance(method, FunctionNode):
            decorators = map(last_name, method.decorator_list)
            takes_class = method.name in OF_CLASS or "classmethod" in decorators
            parameters = [*method.args.posonlyargs, *method.args.args]
            if takes_class or is_of_classes:
                yield from (parameter.arg for parameter in parameters[:1])


def _watches(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in WATCHING_NAMES
    if isinstance(node, ast.Attribute):
        is_replaced = not isinstance(node.ctx, ast.Load) and node.attr in REPLACED
        is_class = not isinstance(node.ctx, ast.Load) and node.attr == "__class__"
        return node.attr in WATCHING_ATTRIBUTES or is_replaced or is_class

    if isinstance(node, (ast.Import, ast.ImportFrom)):
        names = [alias.name for alias in node.names]
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        return any(not WATCHING_NAMES.isdisjoint(name.split(".")) for name in names)
    return isinstance(node, ast.Call) and _sets_for_others(node)


def _sets_for_others(call: ast.Call) -> bool:
    """`setattr` or `delattr` on anything but `self`."""
    if not isinstance(call.func, ast.Name) or call.func.id not in {"setattr", "delattr"}:
        return False
    owner = call.args[0] if call.args else None
    return not (isinstance(owner, ast.Name) and owner.id == "self")
