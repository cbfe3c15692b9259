"""Says how to build an object of a workspace class, and what its attributes come from."""

from __future__ import annotations

import ast
from collections import defaultdict, deque
from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from typing import TypeVar

from evenhand.check.reading.class_frameworks import framework_of
from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes
from evenhand.check.reading.functional_classes import functional_class
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import Definitions, FunctionNode, last_name

ResultT = TypeVar("ResultT")

BINDING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Name, ast.Attribute)
MOST_BASES = 200
"""Ancestors of a class that are looked at."""
CONTAINERS = frozenset(
    {"list", "dict", "set", "tuple", "frozenset", "deque", "defaultdict", "Counter", "Decimal"}
)
"""Calls that build a plain value."""
DISPLAYS = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict)
PLAIN_BASES = frozenset({"object", "ABC", "Generic", "Protocol"})
"""Bases that do nothing when an object is built."""
PREPARED = ("Form", "FormSet", "Serializer", "View", "ViewSet", "Schema")
"""Ends of names of classes whose objects need what their constructors prepare."""
SETTING = frozenset({"setter", "deleter", "expression", "update_expression", "comparator"})
"""Decorators of the functions beside the one that reads a property."""


def bases(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> Iterator[ast.ClassDef]:
    """The class and its ancestors in the workspace, nearest first."""
    yield from remembered(symbols, "bases", klass, lambda: _bases(klass, symbols))


def _bases(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[ast.ClassDef, ...]:
    seen: dict[int, ast.ClassDef] = {}
    todo = deque([klass])
    while todo and len(seen) < MOST_BASES:
        current = todo.popleft()
        if id(current) in seen:
            continue

        seen[id(current)] = current
        definitions = (_defined_by(base, symbols) for base in current.bases)
        todo += [definition for definition in definitions if definition is not None]

    return tuple(seen.values())


def _defined_by(base: ast.expr, symbols: Mapping[str, ast.AST]) -> ast.ClassDef | None:
    """The class that a base is; None if the workspace does not define it."""
    return class_of(base if isinstance(base, ast.Call) else symbols.get(last_name(base)))


def class_of(definition: ast.AST | None) -> ast.ClassDef | None:
    """The class that a statement defines, or a function such as `namedtuple` makes; else None."""
    if isinstance(definition, ast.Call):
        return functional_class(definition)
    return definition if isinstance(definition, ast.ClassDef) else None


def remembered(
    symbols: Mapping[str, ast.AST], what: str, subject: object, make: Callable[[], ResultT]
) -> ResultT:
    """What `make` finds out about a class, or about all definitions, worked out once for a file."""
    if not isinstance(symbols, Definitions):
        return make()

    key = (what, id(subject))
    if key not in symbols.remembered:
        symbols.remembered[key] = make()
    result: ResultT = symbols.remembered[key]
    return result


def method(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> FunctionNode | None:
    """The method, or what reads the property `name`, inherited ones too; the last of overloads."""
    for current in bases(klass, symbols):
        methods = remembered(symbols, "methods", current, partial(own_methods, current))
        if name in methods:
            return methods[name]
    return None


def own_methods(klass: ast.ClassDef) -> dict[str, FunctionNode]:
    """The methods that the body of a class defines, by name; the last of overloads."""
    methods = [node for node in klass.body if isinstance(node, FunctionNode)]
    return {node.name: node for node in methods if not sets_property(node)}


def setter(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> FunctionNode | None:
    """What sets the property `name`, inherited ones included; None if nothing does."""
    for current in bases(klass, symbols):
        setters = remembered(symbols, "setters", current, partial(_own_setters, current))
        if name in setters:
            return setters[name]
    return None


def _own_setters(klass: ast.ClassDef) -> dict[str, FunctionNode]:
    methods = [node for node in reversed(klass.body) if isinstance(node, FunctionNode)]
    return {node.name: node for node in methods if _decorated(node, {"setter"})}


def sets_property(function: FunctionNode) -> bool:
    """Whether it stands beside the function that reads a property of the same name."""
    return _decorated(function, SETTING)


def is_property(function: FunctionNode) -> bool:
    """Whether it is read like an attribute: by `property` or a decorator named after it."""
    names = (last_name(decorator) for decorator in function.decorator_list)
    return any(name.endswith("property") for name in names)


def _decorated(function: FunctionNode, names: Container[str]) -> bool:
    return any(last_name(decorator) in names for decorator in function.decorator_list)


def own_assignments(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> Mapping[str, ast.expr]:
    """The first value that the body of a class assigns to each name."""
    return remembered(symbols, "assignments", klass, lambda: _own_assignments(klass))


def _own_assignments(klass: ast.ClassDef) -> dict[str, ast.expr]:
    values: dict[str, ast.expr] = {}
    for node in klass.body:
        if isinstance(node, ast.Assign):
            values.setdefault(last_name(node.targets[0]), node.value)
        elif isinstance(node, ast.AnnAssign) and node.value and _is_of_class(node.annotation):
            values.setdefault(last_name(node.target), node.value)
    return values


def _is_of_class(annotation: ast.expr) -> bool:
    """Whether `ClassVar[...]` or `Final` says that no object has a value of its own."""
    outer = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return last_name(outer) in {"ClassVar", "Final"}


def classes_in(symbols: Mapping[str, ast.AST]) -> Iterator[ast.ClassDef]:
    """The classes of the workspace, those in classes included."""
    todo = [node for node in symbols.values() if isinstance(node, ast.ClassDef)]
    while todo:
        klass = todo.pop()
        yield klass
        todo += nested_classes(klass).values()


CONSTRUCTORS = ("__init__", "__post_init__", "__attrs_post_init__")
"""Methods that run when an object is built, and whose inputs are the constructor's arguments."""


def is_called_by_constructor(
    klass: ast.ClassDef, function: FunctionNode, symbols: Mapping[str, ast.AST]
) -> bool:
    """Whether a method has run, or may have refused, before there is an object to call it of."""
    if function.name in CONSTRUCTORS:
        return False
    framework = framework_for(klass, symbols)
    if sets_property(function) or function.name == "model_post_init":
        return True
    if framework is not None and _decorated(function, framework.checks):
        return True

    methods = (method(klass, name, symbols) for name in CONSTRUCTORS)
    constructors = [each for each in methods if each is not None]
    calls = (call for constructor in constructors for call in nodes_of(constructor, ast.Call))
    return any(_calls_own(call, function.name) for call in calls)


def _calls_own(call: ast.Call, name: str) -> bool:
    """Whether it is `self.name(...)`."""
    called = call.func
    is_method = isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)
    return is_method and last_name(called) == name


def name_in_module(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> str:
    """The name by which the module reaches a class: `Patient.Sex` for one in another."""
    names: dict[ast.ClassDef, str] = remembered(
        symbols, "names", klass, lambda: dict(_names(symbols))
    )
    return names.get(klass, klass.name)


def _names(symbols: Mapping[str, ast.AST]) -> Iterator[tuple[ast.ClassDef, str]]:
    classes = ((name, class_of(node)) for name, node in symbols.items())
    todo = [(name, klass) for name, klass in classes if klass is not None]
    while todo:
        name, klass = todo.pop()
        yield klass, name
        todo += [(f"{name}.{inner}", node) for inner, node in nested_classes(klass).items()]


def is_abstract(function: FunctionNode) -> bool:
    """Whether a method is left to subclasses: it is declared so, or only says so."""
    if _is_declared_abstract(function):
        return True
    last = function.body[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant):
        return last.value.value is ...
    raised = last.exc if isinstance(last, ast.Raise) else None
    return raised is not None and last_name(raised) == "NotImplementedError"


def has_no_objects(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether only its subclasses have objects: it leaves methods to them, or is no table."""
    if abstract_methods(klass, symbols) or is_protocol(klass):
        return True
    meta = nested_classes(klass).get("Meta", klass)
    for name, owner in (("abstract", meta), ("__abstract__", klass)):
        value = own_assignments(owner, symbols).get(name)
        if isinstance(value, ast.Constant) and value.value is True:
            return True
    return False


def is_protocol(klass: ast.ClassDef) -> bool:
    """Whether a class only says which methods others have."""
    named = (base.value if isinstance(base, ast.Subscript) else base for base in klass.bases)
    return "Protocol" in map(last_name, named)


def abstract_methods(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[str, ...]:
    """The methods without which no object of the class can be built."""
    names = {name for current in bases(klass, symbols) for name in own_methods(current)}
    methods = {name: method(klass, name, symbols) for name in sorted(names)}
    declared = {name: node for name, node in methods.items() if node is not None}
    return tuple(name for name, node in declared.items() if _is_declared_abstract(node))


def _is_declared_abstract(function: FunctionNode) -> bool:
    return any(last_name(d).startswith("abstract") for d in function.decorator_list)


def class_named(name: str, symbols: Mapping[str, ast.AST]) -> ast.ClassDef | None:
    """The class of that name; if no module has it, the one inside of another class."""
    definition = symbols.get(name)
    if definition is not None:
        return class_of(definition)
    named_once = remembered(symbols, "named once", symbols, lambda: _named_once(symbols))
    return named_once.get(name)


def _named_once(symbols: Mapping[str, ast.AST]) -> Mapping[str, ast.ClassDef]:
    """The classes whose name no other class of the workspace has."""
    by_name: dict[str, list[ast.ClassDef]] = defaultdict(list)
    for klass in classes_in(symbols):
        by_name[klass.name].append(klass)
    return {name: classes[0] for name, classes in by_name.items() if len(classes) == 1}


def bypass(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> str:
    """The class method that builds an object without looking at its fields; empty: none."""
    framework = framework_for(klass, symbols)
    return framework.bypass if framework is not None else ""


def takes_anything(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether nothing can be wrong with the arguments of its constructor."""
    framework = framework_for(klass, symbols)
    return framework is not None and framework.takes_anything


def needs_no_constructor(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its constructor can be called without arguments, and may matter."""
    if method(klass, "__init__", symbols) is not None or is_dataclass(klass, symbols):
        return False

    names = [last_name(base) for current in bases(klass, symbols) for base in current.bases]
    outside = [name for name in names if not isinstance(symbols.get(name), ast.ClassDef)]
    return all(name in PLAIN_BASES or name.endswith(PREPARED) for name in outside)


def has_no_constructor(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether nothing in the workspace sets attributes of its objects: a mixin."""
    return method(klass, "__init__", symbols) is None and not is_dataclass(klass, symbols)


def mangled(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> str:
    """A private attribute as the class that uses it stores it: `_Account__owner`."""
    if not _is_private(name):
        return name

    for current in bases(klass, symbols):
        if name in remembered(symbols, "attributes", current, partial(_attribute_names, current)):
            return stored_as(current, name)
    return name


def stored_as(klass: ast.ClassDef, name: str) -> str:
    """What a class makes of a name in its body: of a private one `_Account__owner`."""
    return f"_{klass.name.lstrip('_')}{name}" if _is_private(name) else name


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _attribute_names(klass: ast.ClassDef) -> frozenset[str]:
    """The names of all attributes that the code of a class reads or sets."""
    return frozenset(node.attr for node in nodes_of(klass, ast.Attribute))


def lacks(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a private name is nowhere set: no other class can give its objects one of that name.

    `self.__age()` of a class without such a method is an error for everybody.
    """
    if not _is_private(name):
        return False
    return not binds(klass, name, symbols)


def binds(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether the code of a class, or of a base, may give its objects an attribute of a name."""
    binding = (nodes_of(current, *BINDING) for current in bases(klass, symbols))
    return any(_binds(node, name) for nodes in binding for node in nodes)


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a node binds a name, or may bind any: `setattr`, `__getattr__`."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.name in {name, "__getattr__", "__getattribute__"}
    if isinstance(node, ast.Name):
        return node.id in {"setattr", "vars"} or (
            node.id == name and isinstance(node.ctx, ast.Store)
        )
    if not isinstance(node, ast.Attribute):
        return False
    return node.attr == "__dict__" or (node.attr == name and isinstance(node.ctx, ast.Store))


def set_by_constructor(
    klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]
) -> ast.expr | None:
    """What the constructor sets an attribute to that is the same for every object; None if not.

    What is empty, or what other methods set again, is only a beginning.
    """
    if name in _set_by_methods(klass, symbols):
        return None

    init = method(klass, "__init__", symbols)
    value = _first_values(init).get(name) if init is not None else None
    is_telling = value is not None and _is_constant(value, symbols) and not _is_empty(value)
    return value if is_telling else None


@once_per_node
def _first_values(init: ast.FunctionDef | ast.AsyncFunctionDef) -> Mapping[str, ast.expr]:
    """What the statements of a constructor set attributes to first."""
    values: dict[str, ast.expr] = {}
    for statement in init.body:
        target, value = _attribute_set(statement)
        if value is not None:
            values.setdefault(target, value)
    return values


def set_by_class(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether the body of the class sets an attribute to what is the same for every object."""
    if name in _set_by_methods(klass, symbols):
        return False

    for current in bases(klass, symbols):
        value = own_assignments(current, symbols).get(name)
        if value is not None:
            return not _is_empty(value)
    return False


def _set_by_methods(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> frozenset[str]:
    """The attributes that methods other than the constructor set."""
    return remembered(
        symbols, "set by methods", klass, lambda: frozenset(_attributes_set(klass, symbols))
    )


def _attributes_set(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> Iterator[str]:
    for current in bases(klass, symbols):
        for function in current.body:
            if isinstance(function, FunctionNode) and function.name != "__init__":
                targets = (_attribute_set(node)[0] for node in ast.walk(function))
                yield from filter(None, targets)


def _attribute_set(node: ast.AST) -> tuple[str, ast.expr | None]:
    """The attribute that a statement sets, and to what; an empty name if it sets none."""
    target: ast.AST | None = None
    if isinstance(node, ast.Assign):
        target = node.targets[0]
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        target = node.target

    if not isinstance(target, ast.Attribute):
        return "", None
    return target.attr, getattr(node, "value", None)


def _is_constant(node: ast.expr, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether an expression needs nothing but names of the module and plain containers."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and last_name(part) not in CONTAINERS:
            return False
        if isinstance(part, ast.Name) and part.id not in symbols and part.id not in CONTAINERS:
            return False
    return not isinstance(node, (ast.Lambda, ast.Await))


def _is_empty(node: ast.expr) -> bool:
    """Whether an expression is None, zero, or a container without items."""
    if isinstance(node, ast.Constant):
        return not node.value or node.value is ...
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return not node.elts
    if isinstance(node, ast.Dict):
        return not node.keys
    if not isinstance(node, ast.Call):
        return False
    filled = [each for each in node.args if isinstance(each, DISPLAYS) and not _is_empty(each)]
    return last_name(node) not in CONTAINERS or not filled


def owner_of_method(name: str, symbols: Mapping[str, ast.AST]) -> ast.ClassDef | None:
    """The one class of the workspace that itself defines the method; None if several do."""
    if not isinstance(symbols, Definitions):
        return _owners_of_methods(symbols).get(name)

    key = ("owners of methods", 0)
    if key not in symbols.remembered:
        symbols.remembered[key] = _owners_of_methods(symbols)
    owner: ast.ClassDef | None = symbols.remembered[key].get(name)
    return owner


def _owners_of_methods(symbols: Mapping[str, ast.AST]) -> dict[str, ast.ClassDef | None]:
    owners: dict[str, ast.ClassDef | None] = {}
    for klass in symbols.values():
        if not isinstance(klass, ast.ClassDef):
            continue
        names = {node.name for node in klass.body if isinstance(node, ast.FunctionDef)}
        for name in names:
            owners[name] = klass if name not in owners else None
    return owners


def nested_classes(klass: ast.ClassDef) -> Mapping[str, ast.ClassDef]:
    """The classes that its body defines, by name."""
    return {node.name: node for node in klass.body if isinstance(node, ast.ClassDef)}


def made_outside(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its attributes come from a base that is no class of the workspace."""
    if method(klass, "__init__", symbols) is not None or is_dataclass(klass, symbols):
        return False
    names = {last_name(base) for each in bases(klass, symbols) for base in each.bases}
    outside = names - {"object", "ABC", "Protocol", "Generic"}
    return any(not isinstance(symbols.get(name), ast.ClassDef) for name in outside)


def is_dataclass(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its constructor takes its annotated fields (dataclass, attrs, pydantic)."""
    return _is_made(Makes.RECORD, klass, symbols)


def is_mapped(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its constructor takes any of the fields that its body declares (SQLAlchemy)."""
    return _is_made(Makes.MAPPED, klass, symbols)


def is_mapping(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its objects are dicts with methods, which are made of a dict."""
    if method(klass, "__init__", symbols) is not None:
        return False
    names = (last_name(base) for current in bases(klass, symbols) for base in current.bases)
    return any(name in {"dict", "UserDict", "OrderedDict"} for name in names)


def is_typed_dict(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its objects are dicts with the annotated keys."""
    return _is_made(Makes.DICT, klass, symbols)


def is_enum(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its objects are the members that it assigns."""
    return _is_made(Makes.ENUM, klass, symbols)


def _is_made(what: Makes, klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a framework makes `what` of the class."""
    framework = framework_for(klass, symbols)
    return framework is not None and framework.makes is what


def framework_for(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> ClassFramework | None:
    """The framework that makes the class, by its own signs or an ancestor's; None: Python does."""
    return remembered(symbols, "framework", klass, lambda: _framework_for(klass, symbols))


def _framework_for(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> ClassFramework | None:
    decorators: list[str] = []
    base_names: list[str] = []
    calls: list[str] = []
    for current in bases(klass, symbols):
        decorators += map(last_name, current.decorator_list)
        base_names += map(last_name, current.bases)
        calls_made = [value for value in _values_of(current) if isinstance(value, ast.Call)]
        calls += [last_two_names(call.func) for call in calls_made]

    return framework_of(decorators, base_names, calls)


def _values_of(klass: ast.ClassDef) -> Iterator[ast.expr]:
    """What the body of a class assigns."""
    for node in klass.body:
        _, _, value = declaration(node)
        if value is not None:
            yield value


def declaration(node: ast.stmt) -> tuple[str | None, ast.expr | None, ast.expr | None]:
    """Name, annotation and value of what a statement of a class assigns; no name: nothing."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id, node.annotation, node.value
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id, None, node.value
    return None, None, None


def last_two_names(node: ast.expr) -> str:
    """The last two parts of a dotted name: `models.CharField`."""
    if isinstance(node, ast.Attribute):
        owner = last_name(node.value)
        return f"{owner}.{node.attr}" if owner else node.attr
    return last_name(node)
