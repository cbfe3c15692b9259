"""The engine: a text goes in, a report comes out.

Programs call the package itself: `evenhand.check(function)`. What that does is in `apps/api`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """This package, which is also the function `evenhand.check`."""

    def __call__(self, subject: Any, **options: Any) -> Any:
        """See `evenhand.apps.api.entry_points.check`."""
        return import_module("evenhand.apps.api.entry_points").check(subject, **options)


sys.modules[__name__].__class__ = _CallablePackage
