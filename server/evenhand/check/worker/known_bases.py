"""What missing base classes are known to do: enumerations with labels, forms, records."""

from __future__ import annotations

import contextlib
import enum
from typing import Any


class Labelled(enum.EnumMeta):
    """Lists the values and labels of an enumeration, as Django's choices do."""

    @property
    def choices(cls) -> list[tuple[Any, Any]]:
        """A pair of value and label for each member."""
        return [(member.value, member.label) for member in cls]  # type: ignore[var-annotated]

    @property
    def values(cls) -> list[Any]:
        """The values of all members."""
        return [value for value, _ in cls.choices]

    @property
    def labels(cls) -> list[Any]:
        """The labels of all members."""
        return [label for _, label in cls.choices]


class TextChoices(str, enum.Enum, metaclass=Labelled):
    """Members that are texts, written with a label or without one."""

    label: Any

    def __new__(cls, value: str, label: Any = None) -> Any:
        member = str.__new__(cls, value)
        member._value_, member.label = value, value if label is None else label
        return member

    def __str__(self) -> str:
        return str(self.value)


class IntegerChoices(int, enum.Enum, metaclass=Labelled):
    """Members that are numbers, written with a label or without one."""

    label: Any

    def __new__(cls, value: int, label: Any = None) -> Any:
        member = int.__new__(cls, value)
        member._value_, member.label = value, str(value) if label is None else label
        return member

    def __str__(self) -> str:
        return str(self.value)


class StrEnum(str, enum.Enum):
    """Members that are texts."""

    def __str__(self) -> str:
        return str(self.value)


KNOWN_BASES = {kind.__name__: kind for kind in (TextChoices, IntegerChoices, StrEnum)}
"""By name, the classes that take the place of missing ones."""


class KnownMethods:
    """What subclasses of a missing class ask of it, as far as it gives back what it was given."""

    def clean(self) -> Any:
        """The data of a form."""
        return getattr(self, "cleaned_data", None)

    def validate(self, *values: Any) -> Any:
        """What a serializer was given."""
        return values[0] if values else None

    to_internal_value = validate

    @classmethod
    def model_construct(cls, **fields: Any) -> Any:
        """A record whose fields nobody checks."""
        record = cls.__new__(cls)
        for name, value in fields.items():
            with contextlib.suppress(AttributeError):  # a property without a setter
                setattr(record, name, value)
        return record

    construct = model_construct
