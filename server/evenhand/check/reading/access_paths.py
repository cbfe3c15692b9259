"""Access paths: what a function reads, from a parameter down to one person's gender."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from itertools import islice

from evenhand.check.catalogue.splitting import singular, without_form
from evenhand.check.reading.evidence import Evidence, PathFacts
from evenhand.check.reading.result_names import name_of_question, result_name, shown_question
from evenhand.check.reading.source import constant_text

NEW_CONTAINERS = frozenset({"dict", "list", "set"})
MOST_LINKED = 200
"""Other paths that one path remembers."""
DEEPEST = 50
"""Paths within each other; the deepest one stands for its own parts too."""
HELD = "value"
"""What a member of an enumeration calls that which it holds."""
MEMBER_PARTS = frozenset({HELD, "name", "label"})
"""What is asked of a member of an enumeration."""
TABLE_NAMES = frozenset({"df", "data", "frame"})
"""Names whose items are rows."""


SENT = frozenset("form args json get_json POST GET query_params".split())
"""Names of what holds the fields that somebody sent."""


PROMPT = "builtins.input"
"""What asks a person at a terminal."""
UNNAMED_ANSWER = "input"
"""How the name of an answer begins that no variable has yet."""


class Via(StrEnum):
    """How a path is reached from the one around it."""

    PARAMETER = "parameter"
    KEY = "key"
    """`person["gender"]`, `person.get("gender")`, a column of a frame's row."""
    ATTRIBUTE = "attribute"
    """`applicant.gender`, or an argument of the constructor that sets it."""
    ITEM = "item"
    """An element of a list, a row of a frame, a value of a dict of records."""
    PARTS = "parts"
    """What a text is split into: `line.split(";")`."""
    WORLD = "world"
    """A name of the module that stands for something outside of it: `request`, `frappe.get_doc`."""
    RESULT = "result"
    """What a call of it gives: `repo.get(id)`, `person("age", period)`."""


class ParameterKind(Enum):
    """How a call passes a parameter, in the words of `inspect`."""

    POSITIONAL_ONLY = auto()
    POSITIONAL_OR_KEYWORD = auto()
    VAR_POSITIONAL = auto()
    """`*scores`."""
    KEYWORD_ONLY = auto()
    VAR_KEYWORD = auto()
    """`**details`."""


@dataclass(eq=False, slots=True)
class AccessPath:
    """Something that a function reads about the world."""

    name: str
    """The word that a catalogue is asked about: `gender`."""
    text: str
    """As the source writes it: `person["gender"]`."""
    via: Via
    parent: AccessPath | None = None
    key: object = None
    """The dict key or tuple index that leads here, for `Via.KEY`."""
    keys: dict[object, AccessPath] = field(default_factory=dict)
    attributes: dict[str, AccessPath] = field(default_factory=dict)
    item: AccessPath | None = None
    parts: AccessPath | None = None
    """What the code splits it into, if it is a text."""
    results: dict[str | None, AccessPath] = field(default_factory=dict)
    """What calls of it give, by the text that they ask with; None: all other calls."""
    facts: PathFacts = field(default_factory=PathFacts)
    """What the code reveals about its values."""
    linked: list[AccessPath] = field(default_factory=list)
    """Other paths that it is compared with."""
    key_param: AccessPath | None = None
    """The parameter that names this field, as `ethnicity` in `person[ethnicity]`."""
    field_name: str = ""
    """This parameter holds the name of a field, not a value of its own; empty: it does not."""
    annotation: ast.expr | None = None
    default: ast.expr | None = None
    klass: ast.ClassDef | None = None
    """The class to build, where one is known."""
    subclasses: list[ast.ClassDef] = field(default_factory=list)
    """Classes that are below its own, and do otherwise what the code asks its object for."""
    from_fields: bool = False
    """Its object is built without the constructor, with the attributes that are read."""
    is_untaken: bool = False
    """No argument of its object's constructor gives it a value."""
    expression: str = ""
    """Python for its value, which is always the same; empty: the value is chosen."""
    parameter_kind: ParameterKind | None = None
    """None: it is no parameter."""
    question: str = ""
    """What a person is asked at a prompt, if it is what `input()` gives there."""
    asked: list[AccessPath] = field(default_factory=list)
    """Of what asks a person: its answers in the order of a run; empty if that of the code does."""
    made_by: str = ""
    """What makes the table that it is: `polars.DataFrame`; empty if its uses have to tell."""
    optional: bool = False
    assigned: bool = False
    """The function itself writes it (a new column, a new key)."""
    origin: str = ""
    """What the name was imported as, for `Via.WORLD`: `flask.request` for `request`."""
    patched: str = ""
    """What is patched for a name of the world that a function imports by itself:
    `app.limits:MAX_AGE`; empty: the name of the module."""
    is_module: bool = False
    """Whether the name was imported as a module, for `Via.WORLD`."""
    made_of: tuple[AccessPath, ...] = ()
    """What the call was given whose result it is."""
    depth: int = 0
    """How many paths are around it."""

    def __post_init__(self) -> None:
        if self.parent is not None:
            self.depth = self.parent.depth + 1

    def child_key(self, key: object) -> AccessPath:
        """What is under a key or an index of it: the same path for the same key."""
        if self.depth >= DEEPEST:
            return self
        if key not in self.keys:
            name = key if isinstance(key, str) else f"{self.name}_{_quoted(key)}"
            text = f"{self.text}[{_quoted(key)}]"
            self.keys[key] = AccessPath(name, text, Via.KEY, self, key)

        return self.keys[key]

    def child_attribute(self, name: str) -> AccessPath:
        """An attribute of it: the same path for the same name."""
        if self.depth >= DEEPEST:
            return self
        if name not in self.attributes:
            self.attributes[name] = AccessPath(name, f"{self.text}.{name}", Via.ATTRIBUTE, self)

        return self.attributes[name]

    def child_parts(self, separator: str) -> AccessPath:
        """What it is split into; the first separator decides how its parts are joined."""
        if self.depth >= DEEPEST:
            return self
        if self.parts is None:
            text = f"{self.text}.split({_quoted(separator)})"
            self.parts = AccessPath(self.name, text, Via.PARTS, self, separator)
            self.parts.learn(Evidence.TUPLE)

        return self.parts

    def child_item(self) -> AccessPath:
        """One of its items, which stands for all of them."""
        if self.depth >= DEEPEST:
            return self
        if self.item is None:
            name = item_name(self.name)
            self.item = AccessPath(name, name, Via.ITEM, self)

        return self.item

    def child_result(self, question: str | None = None) -> AccessPath:
        """What a call of it gives; with `question`, what calls give that ask with that text."""
        if self.depth >= DEEPEST:
            return self
        if question not in self.results:
            names = (path.name for path in self.around())
            name = result_name(names) if question is None else name_of_question(question)
            asked = shown_question(question)
            text = f"{self.text}({asked})"
            self.results[question] = AccessPath(name, text, Via.RESULT, self)

        return self.results[question]

    def child_answer(self, place: str, question: str) -> AccessPath:
        """What a person types in: the same path for a call at one place with one question."""
        key = f"{place} {question}"
        if key not in self.results:
            label = question.strip(" :?>\n") or str(len(self.results) + 1)
            text = f'input("{question}")' if question else "input()"
            answer = AccessPath(f"{UNNAMED_ANSWER}_{label}", text, Via.RESULT, self)
            answer.question = question
            self.results[key] = answer
        return self.results[key]

    @property
    def is_prompt(self) -> bool:
        """Whether it is `input`, which asks a person."""
        return self.via is Via.WORLD and self.origin == PROMPT

    @property
    def is_typed_in(self) -> bool:
        """Whether it is what a person types in at a prompt."""
        return self.parent is not None and self.parent.is_prompt

    @property
    def is_asked_by_text(self) -> bool:
        """Whether only calls give it that ask with a text of their own: `get_doc("Tax Slab")`."""
        if self.parent is None or self.via is not Via.RESULT:
            return False
        return self.parent.results.get(None) is not self

    @property
    def is_sent(self) -> bool:
        """Whether it is a field of what was sent as text: JSON, a form, the query of an address."""
        wholes = islice(self.around(), 1, None)
        return any(path.shows(Evidence.JSON, Evidence.FORM) or path.name in SENT for path in wholes)

    @property
    def root(self) -> AccessPath:
        """The outermost path around it: a parameter, the receiver or a name of the world."""
        *_, outermost = self.around()
        return outermost

    def walk(self) -> Iterator[AccessPath]:
        """This path and all below it."""
        todo = [self]
        while todo:
            path = todo.pop()
            yield path

            items = [path.item] if path.item is not None else []
            if path.parts is not None:
                items.append(path.parts)
            parts = [*path.keys.values(), *path.attributes.values(), *path.results.values()]
            todo += reversed([*parts, *items])

    def around(self) -> Iterator[AccessPath]:
        """This path, then all that it is a part of, outwards."""
        path: AccessPath | None = self
        while path is not None:
            yield path
            path = path.parent

    def learn(self, *evidence: Evidence) -> None:
        """Add what the code reveals about its values."""
        self.facts.evidence.update(evidence)

    def shows(self, *evidence: Evidence) -> bool:
        """Whether there is evidence of at least one of these."""
        return not self.facts.evidence.isdisjoint(evidence)

    def link(self, other: AccessPath) -> None:
        """Remember that the code compares the two paths."""
        is_linked = any(other is path for path in self.linked)
        is_full = len(self.linked) >= MOST_LINKED or len(other.linked) >= MOST_LINKED
        if other is self or is_linked or is_full:
            return

        self.linked.append(other)
        other.linked.append(self)

    # ---------------------------------------------------------------- what it is

    @property
    def is_table(self) -> bool:
        """Whether it is a frame, or a column or an array by itself."""
        is_part = self.via in {Via.KEY, Via.ITEM} and not self.shows(Evidence.ANNOTATED)
        is_alone = not is_part and self.shows(Evidence.COLUMN, Evidence.ARRAY)
        return self.shows(Evidence.FRAME) or is_alone

    @property
    def may_name_field(self) -> bool:
        """Whether it may hold the name of a column: a parameter that nothing says more of."""
        facts = self.facts
        is_other = facts.is_numeric or facts.has_known_type or facts.shows(Evidence.BOOLEAN)
        return self.via is Via.PARAMETER and self.is_leaf and not (is_other or self.is_table)

    @property
    def is_row_of_frame(self) -> bool:
        """Whether it stands for the rows of a frame."""
        frame = self.parent if self.via is Via.ITEM else None
        return frame is not None and frame.shows(Evidence.FRAME)

    @property
    def is_column_of_frame(self) -> bool:
        """Whether it is a key of the rows of a frame."""
        return self.parent is not None and self.parent.is_row_of_frame

    @property
    def is_outside(self) -> bool:
        """Whether it comes from the world or from a call, and nobody types it in."""
        if self.is_typed_in:
            return False
        return any(whole.via in {Via.WORLD, Via.RESULT} for whole in self.around())

    @property
    def is_of_class(self) -> bool:
        """Whether it is a class, or read from one and not from a person: `Person.age < 30`."""
        owner = self if self.parent is None else self.parent
        return owner.via is Via.WORLD and owner.name[:1].isupper()

    @property
    def empty_default(self) -> str:
        """The type of a new container, in which a function may keep something: `seen={}`."""
        default = self.default
        if isinstance(default, ast.Call) and not default.args and not default.keywords:
            made = default.func.id if isinstance(default.func, ast.Name) else ""
            return made if made in NEW_CONTAINERS else ""
        if isinstance(default, ast.Dict):
            return "" if default.keys else "dict"
        return "list" if isinstance(default, ast.List) and not default.elts else ""

    @property
    def may_be_left_out(self) -> bool:
        """Whether it is a collection or a function that is None by default."""
        none_by_default = isinstance(self.default, ast.Constant) and self.default.value is None
        return none_by_default and self.shows(
            Evidence.MAPPING, Evidence.LIST, Evidence.LIST_METHODS, Evidence.CALLABLE
        )

    @property
    def may_be_frame(self) -> bool:
        """Whether nothing speaks against a frame: it is no part of a row, and no other type."""
        return self.via not in {Via.KEY, Via.ITEM} and not self.shows(
            Evidence.TEXT,
            Evidence.NUMBER,
            Evidence.MAPPING,
            Evidence.LIST,
            Evidence.COLUMN,
            Evidence.OBJECT,
        )

    # ---------------------------------------------------------------- shape

    @property
    def is_leaf(self) -> bool:
        """Whether no part of it is read."""
        is_called = bool(self.results)
        return not self.keys and not self.attributes and self.item is None and not is_called

    @property
    def has_items(self) -> bool:
        """Whether something is known of each of its items."""
        item = self.item
        if item is None:
            return False
        return not item.is_leaf or item.parts is not None or bool(item.facts.constants)

    @property
    def has_fields(self) -> bool:
        """Whether it is read by key; keys that the function itself writes do not count."""
        return any(not child.assigned for child in self.keys.values())

    @property
    def is_variadic(self) -> bool:
        """Whether it is `*rest` or `**rest`."""
        return self.parameter_kind in {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}


def item_name(name: str) -> str:
    """A name for one item of what has `name`: `employees` gives `employee`, `df` gives `row`."""
    return "row" if name in TABLE_NAMES else singular(name)


def is_plural(name: str) -> bool:
    """Whether a name means several: `trained_sessions`."""
    return item_name(name.lower()) != name.lower()


def named_field(key: AccessPath) -> str:
    """The field that a parameter names: its default, or its own name."""
    default = constant_text(key.default)
    if default is not None:
        return default
    if key.root.via is not Via.WORLD:
        return key.name
    is_part = key.name in MEMBER_PARTS and key.parent is not None
    return without_form(key.parent.name if is_part and key.parent is not None else key.name)


def _quoted(key: object) -> str:
    if isinstance(key, str) and '"' not in key:
        return f'"{key}"'
    try:
        return repr(key)
    except ValueError:  # Python does not write out an integer of thousands of digits
        return f"<{type(key).__name__}>"
