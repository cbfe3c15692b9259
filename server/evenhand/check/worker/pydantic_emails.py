"""Lets models of pydantic have e-mail addresses where the package that checks these is missing."""

from __future__ import annotations

import sys
from typing import Any

MISSING = "email_validator"


def prepared(error: BaseException) -> bool:
    """Whether a model failed for want of that package, and will not do so again."""
    cause = error.__cause__
    if not isinstance(cause, ModuleNotFoundError) or cause.name != MISSING:
        return False
    networks: Any = sys.modules.get("pydantic.networks")
    if networks is None or networks.validate_email is _unchecked:
        return False

    networks.import_email_validator = _not_needed
    networks.validate_email = _unchecked
    return True


def _not_needed() -> None:
    """In the place of the import."""


def _unchecked(value: str) -> tuple[str, str]:
    """A name and an address, as pydantic's own function gives them."""
    return value.partition("@")[0], value
