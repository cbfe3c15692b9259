"""What is known of a framework that makes classes: how it is recognised, and what it makes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Makes(Enum):
    """What a framework makes of a class."""

    RECORD = auto()
    """An object whose constructor takes the annotated fields."""
    MAPPED = auto()
    """An object whose constructor takes any of the fields that the class's body declares."""
    DICT = auto()
    """A dict with the annotated keys."""
    ENUM = auto()
    """An enum, whose members are what the class assigns."""


@dataclass(frozen=True, slots=True)
class ClassFramework:
    """The names that show that a class belongs to a framework; of dotted names, the last part."""

    makes: Makes
    decorators: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    """Functions that make a record from a list of names: `namedtuple("P", "age gender")`."""
    declares: str = ""
    """A pattern for calls that declare a field in a class's body: `age = Column(Integer)`."""
    tells: str = ""
    """A pattern for those of these calls that no other class has; empty: they show nothing."""
    bypass: str = ""
    """A class method that takes fields and checks none: `model_construct`; empty: it has none."""
    checks: frozenset[str] = frozenset()
    """Decorators of methods that the constructor calls to check or complete an object."""
    takes_anything: bool = False
    """Its constructor checks nothing, so that no object has to be built without it."""
    bare_arguments: bool = False
    """The constructor calls a field without the underscores in front of its name."""
