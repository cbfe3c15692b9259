"""Lists the frameworks that build a class from its body: which of them made a class.

A new framework is a module in `frameworks/` and an entry of `FRAMEWORKS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from evenhand.check.reading.frameworks.attrs_classes import ATTRS
from evenhand.check.reading.frameworks.django_models import CHOICES, MODELS
from evenhand.check.reading.frameworks.framework_signs import ClassFramework
from evenhand.check.reading.frameworks.msgspec_structs import MSGSPEC
from evenhand.check.reading.frameworks.pydantic_models import PYDANTIC
from evenhand.check.reading.frameworks.sqlalchemy_models import SQLALCHEMY
from evenhand.check.reading.frameworks.standard_classes import (
    DATACLASSES,
    ENUMS,
    NAMED_TUPLES,
    TYPED_DICTS,
)

FRAMEWORKS: Mapping[str, ClassFramework] = {
    "dataclasses": DATACLASSES,
    "attrs": ATTRS,
    "pydantic": PYDANTIC,
    "msgspec": MSGSPEC,
    "named tuples": NAMED_TUPLES,
    "typed dicts": TYPED_DICTS,
    "enum": ENUMS,
    "choices": CHOICES,
    "sqlalchemy": SQLALCHEMY,
    "models": MODELS,
}
"""The first one whose signs a class has made it."""


def makes_by_function(function: str) -> ClassFramework | None:
    """The framework whose function of that name makes a record from a list of names."""
    return next((each for each in FRAMEWORKS.values() if function in each.functions), None)


def framework_of(
    decorators: Iterable[str], bases: Iterable[str], calls: Iterable[str]
) -> ClassFramework | None:
    """The framework that makes a class with these decorators, bases and calls in its body.

    A call in the body is a sign only if no decorator and no base is one.
    """
    by_decorator, by_base, in_body = set(decorators), set(bases), tuple(calls)
    for framework in FRAMEWORKS.values():
        if framework.decorators & by_decorator or framework.bases & by_base:
            return framework

    frameworks = (f for f in FRAMEWORKS.values() if f.tells and _matches_any(f.tells, in_body))
    return next(frameworks, None)


def declares(framework: ClassFramework, call: str) -> bool:
    """Whether a call, such as `models.CharField`, declares a field of a class of the framework."""
    alike = [f for f in FRAMEWORKS.values() if f.makes is framework.makes and f.declares]
    return any(_matches_any(other.declares, [call]) for other in alike)


def _matches_any(pattern: str, calls: Iterable[str]) -> bool:
    return any(re.fullmatch(pattern, call) for call in calls)
