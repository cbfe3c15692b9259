"""Builds arguments that fit the access paths that a function reads."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from evenhand.check.reading.access_paths import AccessPath, ParameterKind, Via
from evenhand.check.reading.benefit_models import (
    AGGREGATES,
    MEMBERS_OF_VALUE,
    VALUE_WITH_MEMBERS,
    has_members,
    is_population,
)
from evenhand.check.reading.class_fields import (
    constructor_names,
    declared,
    keyword_of,
    takes_any_field,
)
from evenhand.check.reading.classes import (
    CONSTRUCTORS,
    abstract_methods,
    bypass,
    has_no_objects,
    is_mapped,
    is_mapping,
    is_property,
    mangled,
    name_in_module,
    needs_no_constructor,
    own_assignments,
    stored_as,
)
from evenhand.check.reading.enumerations import member_form, member_names
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import SCRIPT, Source
from evenhand.check.reading.table_libraries import maker_of
from evenhand.check.reading.world_names import CLOCKS
from evenhand.check.search.arguments.argument_trees import (
    Branch,
    Leaf,
    Node,
    Raw,
    is_mock,
    is_single,
    map_leaves,
)
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.arguments.mock_texts import CALLED
from evenhand.check.search.arguments.path_shapes import (
    can_have_attributes,
    is_collection,
    is_deep_in_tree,
    is_method,
    is_next,
    is_position,
    is_row,
    is_stand_in,
    is_telling,
    keeps_its_default,
    read_attributes,
    style_of_many,
)
from evenhand.check.search.arguments.world_patches import patches_of
from evenhand.check.search.values.choosing import Choose
from evenhand.scalars import is_number

DEEPEST = 12
"""Containers within each other; what is deeper is None."""
MOST_KINDS = 4
"""Classes of which a list gets an object each."""
MOST_LISTS_AROUND = 2
"""Collections around one that has several items; deeper ones have one."""
CONSTRUCTOR = "__init__"
END_OF_FILE = "EOFError"
"""What `input` raises when nobody types any more, for code that waits for it."""
OPEN_TABLE = 'type("table", (dict,), {"__missing__": lambda self, key: len(key)})'
"""Python for a dict that has another number under each key of another length."""
NAMES = ("Kim", "Lee", "Ana", "Bo", "Eve", "Max")
"""Of people who have to be told apart."""
KEYS_OF_TABLE = 6
"""Values of an input for which a lookup table has entries."""
STARS: Mapping[ParameterKind | None, str] = {
    ParameterKind.VAR_POSITIONAL: "*",
    ParameterKind.VAR_KEYWORD: "**",
}


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds the contexts of one function."""

    reading: Reading
    source: Source
    choose: Choose
    rows: int = 1
    overrides: Mapping[int, Node] | None = None
    """Nodes that replace what a path (by identity) would get."""
    sparse: bool = False
    """Leave out the keys that the code has a default for."""
    called: str = ""
    """How a call names the function, if not by its name."""

    def build(self) -> Context:
        """A context with `rows` people in every list."""
        reading = self.reading
        head, world = self._head(), self._world(reading.world)
        if reading.enclosing is None:
            return Context(self._receiver(), self._call(reading.parameters), head, world)

        outer, inner = self._call(reading.enclosing), self._call(reading.parameters)
        return Context(None, outer, reading.apart or head.rpartition(".")[0], world, inner)

    def _head(self) -> str:
        """What is called, as a `Context` writes it."""
        function = self.reading.function
        if function.is_script:
            return SCRIPT
        if function.owner is None:
            return self.called or function.name

        owner, _, method = function.name.rpartition(".")
        method = stored_as(function.owner, method)
        if self.reading.receiver is not None:
            assert not isinstance(function.node, ast.Module)
            if self.called:
                return self.called
            if function.decorated("setter"):
                return f"={method}"
            return f"@{method}" if is_property(function.node) else f".{method}"
        return owner if method in CONSTRUCTORS else f"{owner}.{method}"

    def _receiver(self) -> Node | None:
        """The object whose method is called; None for a function."""
        function, path = self.reading.function, self.reading.receiver
        if function.is_script or function.owner is None or path is None:
            return None
        klass, name = function.owner, function.name.rpartition(".")[0]
        return self._object_of_class(klass, path, name, 0, 0)

    def _world(self, roots: tuple[AccessPath, ...]) -> Branch | None:
        """What is patched in the module; None if nothing is."""
        patches = [patch for root in roots for patch in patches_of(root, self._told)]
        if not patches:
            return None
        targets, nodes = zip(*patches, strict=True)
        return Branch("world", targets, nodes)

    def _call(self, parameters: tuple[AccessPath, ...]) -> Branch:
        """A call with values for all parameters but those that keep their defaults."""
        named = [path for path in parameters if not self._is_rest(path)]
        passed = [path for path in named if not keeps_its_default(path)]
        names = tuple(f"{STARS.get(path.parameter_kind, '')}{path.name}" for path in passed)
        children = tuple(self._argument(path) for path in passed)

        # Behind a parameter that is left out, the others go by their names.
        pairs = zip(passed, parameters, strict=False)
        in_order = takewhile(lambda pair: is_next(*pair), pairs)
        return Branch("call", names, children, positional=len(list(in_order)))

    def _argument(self, path: AccessPath) -> Node:
        """The value of a parameter; of `*rest`, whatever it may be, a sequence."""
        node = self.node(path, 0, 0)
        is_rest = path.parameter_kind is ParameterKind.VAR_POSITIONAL
        return Branch("tuple", (0,), (node,), path) if is_rest and is_single(node) else node

    def _is_rest(self, path: AccessPath) -> bool:
        """Whether it is `*args` that the code only passes on."""
        is_rest = path.parameter_kind is ParameterKind.VAR_POSITIONAL and path.is_leaf
        is_passed_on = path.facts.evidence == {Evidence.LIST, Evidence.PASSED_UP}
        return is_rest and is_passed_on and not self._is_input(path)

    def node(self, path: AccessPath, row: int, depth: int) -> Node:
        """The value of a path, as its use and its types want it."""
        if self.overrides and id(path) in self.overrides:
            return self._vary(self.overrides[id(path)], row)
        if depth > DEEPEST:
            return Leaf(None, path)
        if path.item is None and is_deep_in_tree(path):
            return Leaf(None)
        if path.field_name:
            return Leaf(path.field_name)
        if path.expression:
            return Raw(path.expression)
        if path.shows(Evidence.JSON):
            return self._json(path, row, depth)
        words = path.parts
        is_joined = words is not None and (words.has_fields or words.has_items)
        if words is not None and is_joined and not self._is_input(path):
            parts = self.node(words, row, depth + 1)
            return Branch("joined", (0,), (parts,), path, head=str(words.key))
        return self._instance(path, row, depth) or self._by_shape(path, row, depth)

    def _by_shape(self, path: AccessPath, row: int, depth: int) -> Node:
        """The value of a path of no known class."""
        if path.shows(Evidence.FRAME):
            return self._frame(path, depth)
        if path.is_prompt:
            return self._prompt(path)
        if path.results and not (path.attributes and can_have_attributes(path)):
            return self._function(path, row, depth)
        if path.results or is_stand_in(path):
            return self._stand_in(path, row, depth)
        if path.has_fields:
            return self._record(path, row, depth)
        is_only_set = path.shows(Evidence.CHANGED) and path.is_leaf and not path.facts.is_scalar
        if (path.attributes or is_only_set) and not path.shows(Evidence.MAPPING):
            return self._namespace(path, row, depth)
        item = path.item
        has_records = item is not None and item.keys and not item.shows(Evidence.TUPLE)
        if item is not None and has_records and path.shows(Evidence.ARRAY):
            return self._records(path, item, depth)
        if item is not None:
            return self._many(path, depth)
        return self._leaf(path, row)

    def _json(self, path: AccessPath, row: int, depth: int) -> Node:
        """A text in which a record is written."""
        if path.is_leaf:
            record: Node = Branch("dict", (), (), path)
        else:
            record = self._by_shape(path, row, depth + 1)
        encoded = ".encode()" if path.shows(Evidence.BYTES) else ""
        return Branch("json", (0,), (record,), head=encoded)

    def _function(self, path: AccessPath, row: int, depth: int) -> Node:
        """What can be called, with what its calls give as far as the code looks at that."""
        asked = path.results.items()
        answers = {word: self._answer(word, result, row, depth) for word, result in asked}
        chosen = {word: node for word, node in answers.items() if node is not None}
        head = "await" if path.shows(Evidence.AWAITED) else ""
        return Branch("function", tuple(chosen), tuple(chosen.values()), path, head)

    def _prompt(self, path: AccessPath) -> Node:
        """What asks a person, with the answers in the order of the code."""
        order = path.asked or list(path.results.values())
        rows = (order[:index].count(answer) for index, answer in enumerate(order))
        answers = tuple(self._typed(p, row) for p, row in zip(order, rows, strict=True))
        ends = END_OF_FILE in self.source.text
        return Branch("prompt", tuple(range(len(answers))), answers, path, END_OF_FILE * ends)

    def _typed(self, path: AccessPath, row: int) -> Node:
        """What a person types for the `row`th time that something is asked."""
        assumed = (self.overrides or {}).get(id(path))
        if isinstance(assumed, Leaf) and row == 0:
            return assumed
        return Leaf(self.choose(path, row), path)

    def _answer(self, word: str | None, path: AccessPath, row: int, depth: int) -> Node | None:
        """What a call gives; a population has everything that it is asked for."""
        node = self._told(path, row, depth)
        is_asked = word is not None and path.parent is not None and is_population(path.parent)
        return self._leaf(path, row) if node is None and is_asked and path.is_leaf else node

    def _stand_in(self, path: AccessPath, row: int, depth: int) -> Node:
        """An object of which methods are called."""
        parts: dict[object, Node | None] = {}
        aggregates = AGGREGATES if has_members(path) else {}
        for name in read_attributes(path):
            text = aggregates.get(name)
            parts[name] = Raw(text) if text else self._told(path.attributes[name], row, depth)
        if path.results:
            parts[CALLED] = self._function(path, row, depth)
        if path.has_fields:
            parts |= self._looked_up(path, row, depth)
        if path.attributes.keys() & set(path.facts.constants):  # `if "db" not in g:`
            parts["__contains__"] = Branch("function", (None,), (Raw("True"),))
        if path.item is not None:
            items = self._many(path, depth)
            parts["__iter__"] = Branch("function", (None,), (items,))

        chosen = {name: node for name, node in parts.items() if node is not None}
        return Branch("stand_in", tuple(chosen), tuple(chosen.values()), path)

    def _looked_up(self, path: AccessPath, row: int, depth: int) -> dict[object, Node | None]:
        """The methods by which a stand-in gives what is under its keys."""
        methods: dict[object, dict[object, Node]] = {"__getitem__": {}, "get": {}, "getlist": {}}
        for key, child in path.keys.items():
            if child.assigned or self._is_left_out(child):
                continue
            name = "get" if child.optional else "__getitem__"
            name = "getlist" if child.shows(Evidence.LIST) else name
            methods[name][key] = self.node(child, row, depth + 1)

        nothing = {"__getitem__": {}, "get": {None: Raw("None")}, "getlist": {None: Raw("[]")}}
        asked = {
            name: {**fields, **nothing[str(name)]} for name, fields in methods.items() if fields
        }
        return {
            name: Branch("function", tuple(fields), tuple(fields.values()))
            for name, fields in asked.items()
        }

    def _told(self, path: AccessPath, row: int, depth: int) -> Node | None:
        """The value of a part of a stand-in; None if the code only passes it on, or asks for it."""
        if path.shows(Evidence.QUERIED):
            return None
        if path.is_leaf and path.shows(Evidence.AWAITED):
            return Branch("function", (), (), path, "await")
        is_input = any(entry.path is path for entry in self.reading.inputs)
        if path.is_leaf and not (path.expression or is_telling(path) or is_input):
            return None

        node = self.node(path, row, depth)
        is_empty = isinstance(node, Branch) and not node.children
        return None if is_empty and is_mock(node) else node

    def _instance(self, path: AccessPath, row: int, depth: int) -> Node | None:
        """A member of an enum or an object of a class; None if the path is of no known class."""
        klass = path.klass
        if klass is None:
            return None
        if path.shows(Evidence.ENUM):
            form = member_form(klass, self.source.symbols)
            names = member_names(klass, self.source.symbols)
            return Leaf(self.choose(path, row), path, form, names)

        name = name_in_module(klass, self.source.symbols)
        if path.shows(Evidence.MAPPING):
            return None
        return self._object_of_class(klass, path, name, row, depth)

    def _object_of_class(
        self, klass: ast.ClassDef, path: AccessPath, name: str, row: int, depth: int
    ) -> Node:
        """An object of a class, or of one below it: first of the one that reads most inputs."""
        if not path.subclasses:
            return self._object(klass, path, name, row, depth)

        symbols = self.source.symbols
        own = [] if has_no_objects(klass, symbols) else [klass]
        klasses = sorted([*own, *path.subclasses], key=self._inputs_read, reverse=True)
        chosen = klasses[row % len(klasses)]
        if chosen is not klass:
            name = name_in_module(chosen, symbols)
        return self._object(chosen, path, name, row, depth)

    def _inputs_read(self, klass: ast.ClassDef) -> int:
        """How often the code of a class names an input."""
        names = {entry.path.name for entry in self.reading.inputs}
        return sum(node.attr in names for node in nodes_of(klass, ast.Attribute))

    def _leaf(self, path: AccessPath, row: int) -> Node:
        if path.shows(Evidence.CALLABLE):
            is_told = path.shows(Evidence.TOLD)
            return Branch("stand_in", (), (), path) if is_told else Raw("lambda *_, **__: 0")
        if path.may_be_left_out:
            return Leaf(None, path)

        is_scalar = path.shows(Evidence.TEXT, Evidence.NUMBER)
        if path.shows(Evidence.MAPPING) and not is_scalar:
            return Branch("dict", (), (), path, _kind_of_dict(path))
        if path.is_table:
            style = "array" if path.shows(Evidence.ARRAY) else "series"
            count = max(self.rows, 2)
            values = tuple(Leaf(self.choose(path, index), path) for index in range(count))
            return self._table(style, path, values)
        if is_collection(path):
            style = "set" if path.shows(Evidence.SET) else "list"
            return self._items(style, path, row, self._count(path))

        value = self.choose(path, row)
        is_written = path.facts.is_written_number and is_number(value)
        return Leaf(value, path, "str({})" if is_written else _written_around(path))

    def _count(self, path: AccessPath) -> int:
        """How many items a collection gets: one if it is deep within others, as all multiply.

        The children of a child, in a tree that code walks through, have none.
        """
        if is_deep_in_tree(path):
            return 0
        lists_around = sum(each.via is Via.ITEM for each in path.around())
        rows = self.rows if lists_around <= MOST_LISTS_AROUND else min(self.rows, 1)
        kinds = len(path.item.subclasses) if path.item is not None else 0
        return max(rows, path.facts.least, min(kinds, MOST_KINDS))

    def _items(self, style: str, path: AccessPath, row: int, count: int) -> Branch:
        """A collection of `count` values, from that of `row` on."""
        values = tuple(Leaf(self.choose(path, row + i), path) for i in range(count))
        return Branch(style, tuple(range(count)), values, path)

    def _vary(self, node: Node, row: int) -> Node:
        """A node for another row: its leaves have that row's values."""
        if row == 0:
            return node
        return map_leaves(node, lambda leaf: self._in_row(leaf, row))

    def _in_row(self, leaf: Leaf, row: int) -> Leaf:
        return leaf if leaf.path is None else leaf.with_value(self.choose(leaf.path, row))

    def _record(self, path: AccessPath, row: int, depth: int) -> Node:
        if path.shows(Evidence.TUPLE) or is_row(path):
            return self._tuple(path, row, depth)

        names: list[object] = []
        parts: list[Node] = []
        for key, child in path.keys.items():
            if child.assigned or self._is_left_out(child):
                continue

            names.append(key if child.key_param is None else child.key_param.field_name)
            parts.append(self.node(child, row, depth + 1))
        return Branch("dict", tuple(names), tuple(parts), path, _kind_of_dict(path))

    def _tuple(self, path: AccessPath, row: int, depth: int) -> Node:
        size = max((k for k in path.keys if is_position(k)), default=0) + 1
        parts: list[Node] = []
        for index in range(size):
            child = path.keys.get(index)
            parts.append(Leaf(0) if child is None else self.node(child, row, depth + 1))
        return Branch("tuple", tuple(range(size)), tuple(parts), path)

    def _is_left_out(self, path: AccessPath) -> bool:
        return self.sparse and path.optional and not self._protected(path)

    def _is_input(self, path: AccessPath) -> bool:
        return any(entry.path is path for entry in self.reading.inputs)

    def _protected(self, path: AccessPath) -> bool:
        """Whether the path holds a protected input."""
        below = {id(p) for p in path.walk()}
        return any(id(entry.path) in below for entry in self.reading.inputs)

    def _many(self, path: AccessPath, depth: int) -> Node:
        assert path.item is not None
        is_table = path.facts.holds_data_by_key and path.shows(Evidence.LOOKUP_TABLE)
        if is_table and path.linked:
            return self._lookup_table(path, path.item, path.linked[0], depth)

        indices = range(self._count(path))
        rows = tuple(self.node(path.item, index, depth + 1) for index in indices)
        if path.shows(Evidence.RANKED):
            rows = tuple(_told_apart(row, index) for index, row in enumerate(rows))
        if path.facts.holds_data_by_key:
            return Branch("dict", tuple(f"k{index + 1}" for index in indices), rows, path)
        if path.shows(Evidence.ARRAY):
            return self._table("array", path, rows)
        listed = Branch(style_of_many(path), tuple(indices), rows, path)
        if path.shows(Evidence.STEPPED):
            return Branch("call", (0,), (listed,), head="iter", positional=1)
        return listed

    def _lookup_table(
        self, path: AccessPath, item: AccessPath, key_path: AccessPath, depth: int
    ) -> Node:
        """A dict with an entry for each of the values that it is asked for."""
        keys = tuple(dict.fromkeys(self.choose(key_path, i) for i in range(KEYS_OF_TABLE)))
        rows = tuple(self.node(item, 0, depth + 1) for _ in keys)
        return Branch("dict", keys, rows, path)

    def _frame(self, path: AccessPath, depth: int) -> Node:
        row = path.child_item()
        count = max(self.rows, 2)
        rows = tuple(self._row(row, index, depth + 1) for index in range(count))
        return self._table("frame", path, rows)

    def _row(self, path: AccessPath, row: int, depth: int) -> Branch:
        """A row of a frame, whose columns have names even if the code knows their positions."""
        columns: dict[str, Node] = {}
        for key, child in path.keys.items():
            if child.assigned or self._is_left_out(child):
                continue

            name = child.name if is_position(key) else str(key)
            if child.key_param is not None:
                name = child.key_param.field_name
            columns[name] = self.node(child, row, depth + 1)
        return Branch("dict", tuple(columns), tuple(columns.values()), path)

    def _records(self, path: AccessPath, row: AccessPath, depth: int) -> Node:
        """A numpy array whose items have named fields."""
        dicts = [self._row(row, index, depth + 1) for index in range(max(self.rows, 2))]
        rows = tuple(replace(record, style="tuple") for record in dicts)
        return self._table("records", path, rows)

    def _table(self, style: str, path: AccessPath, items: tuple[Node, ...]) -> Branch:
        head = maker_of(path, self.source.modules)
        return Branch(style, tuple(range(len(items))), items, path, head)

    def _namespace(self, path: AccessPath, row: int, depth: int) -> Node:
        names = read_attributes(path)
        parts = tuple(self.node(path.attributes[name], row, depth + 1) for name in names)
        return Branch("object", names, parts, path)

    def _object(
        self, klass: ast.ClassDef, path: AccessPath, name: str, row: int, depth: int
    ) -> Node:
        """An object of the class with the attributes that the code reads."""
        if path.from_fields and klass not in path.subclasses:
            return self._from_fields(klass, path, name, row, depth)

        symbols = self.source.symbols
        if path.has_fields and is_mapping(klass, symbols):
            record = self._record(path, row, depth + 1)
            return Branch("call", (0,), (record,), path, head=name, positional=1)

        arguments = constructor_names(klass, symbols)
        if takes_any_field(klass, symbols):
            fields = (n for n in read_attributes(path) if not is_method(path.attributes[n]))
            arguments = tuple(dict.fromkeys((*arguments, *fields)))

        names: list[object] = []
        parts: list[Node] = []
        for argument in arguments:
            child = path.attributes.get(argument)
            if child is None or (child.is_variadic and child.is_leaf):
                continue

            names.append(keyword_of(klass, argument, symbols))
            parts.append(self.node(child, row, depth + 1))
        return Branch("call", tuple(names), tuple(parts), path, head=name)

    def _from_fields(
        self, klass: ast.ClassDef, path: AccessPath, name: str, row: int, depth: int
    ) -> Node:
        """An object that is built without its constructor."""
        symbols = self.source.symbols
        attributes = tuple(n for n in read_attributes(path) if not is_method(path.attributes[n]))
        parts: tuple[Node, ...] = tuple(
            self.node(path.attributes[name], row, depth + 1) for name in attributes
        )
        if _has_columns(klass, attributes, symbols):
            return Branch("call", attributes, parts, path, head=name)
        unchecked = bypass(klass, symbols)
        if unchecked:
            return Branch("call", attributes, parts, path, head=f"{name}.{unchecked}")

        names: tuple[object, ...] = tuple(
            mangled(klass, attribute, symbols) for attribute in attributes
        )
        unread = tuple(n for n in abstract_methods(klass, symbols) if n not in attributes)
        names, parts = (*unread, *names), (*(Raw("lambda *_, **__: 0") for _ in unread), *parts)
        if is_mapped(klass, symbols):
            names, parts = ("__module__", *names), (Raw("__name__"), *parts)
        if not needs_no_constructor(klass, symbols):
            names, parts = (CONSTRUCTOR, *names), (Raw("lambda self: None"), *parts)
        return Branch("fields", names, parts, path, head=name)


def _has_columns(klass: ast.ClassDef, names: Sequence[str], symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a class is one of a table that has a column for each of the names.

    Its library has made a constructor for it, and needs what that sets.
    """
    if not is_mapped(klass, symbols) or not takes_any_field(klass, symbols):
        return False
    assigned = own_assignments(klass, symbols)
    return all(name in assigned or declared(klass, name, symbols) for name in names)


def _told_apart(node: Node, row: int) -> Node:
    """A record with a name, if the code reads none: it shows who comes first."""
    is_record = isinstance(node, Branch) and node.style in {"dict", "object"} and node.children
    if not isinstance(node, Branch) or not is_record or "name" in node.names:
        return node
    name = Leaf(NAMES[row % len(NAMES)])
    return replace(node, names=(*node.names, "name"), children=(*node.children, name))


def _kind_of_dict(path: AccessPath) -> str:
    """What makes the dict, if it is no plain one: some have something under every key."""
    return OPEN_TABLE if path.shows(Evidence.OPEN_KEYS) else ""


def _written_around(path: AccessPath) -> str:
    """Python around the value of a path, with `{}` for it; empty if there is none."""
    if path.origin in CLOCKS:
        return CLOCKS[path.origin].format(name=path.text)
    if MEMBERS_OF_VALUE in path.facts.methods:
        return VALUE_WITH_MEMBERS
    if path.shows(Evidence.TIME_OF_DAY):
        return "{time}.fromisoformat({})"
    if path.shows(Evidence.SPAN):
        return "{timedelta}(days={})"
    if path.shows(Evidence.PATH):
        return "{Path}({})"
    if path.shows(Evidence.DECIMAL):
        return "{Decimal}({})"
    return "{}.encode()" if path.shows(Evidence.BYTES) else ""
