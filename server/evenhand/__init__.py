"""Evenhand finds functions that treat people differently because of who they are."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # `typing` would double the time that this import takes
if TYPE_CHECKING:
    from evenhand.apps.api.counterfactuals import counterfactual_pairs as counterfactual_pairs
    from evenhand.apps.api.entry_points import Fixed as Fixed
    from evenhand.apps.api.entry_points import assert_evenhanded as assert_evenhanded
    from evenhand.apps.api.entry_points import check as check
    from evenhand.apps.api.entry_points import fix as fix
    from evenhand.apps.api.report import Answer as Answer
    from evenhand.apps.api.report import Report as Report

__version__ = "0.1.0"

_ENTRY_POINTS, _REPORT = "evenhand.apps.api.entry_points", "evenhand.apps.api.report"
_NAMES = {
    "fix": _ENTRY_POINTS,
    "assert_evenhanded": _ENTRY_POINTS,
    "Fixed": _ENTRY_POINTS,
    "counterfactual_pairs": "evenhand.apps.api.counterfactuals",
    "Report": _REPORT,
    "Answer": _REPORT,
}
"""Where each name is; its module is imported when the name is used."""
__all__ = [
    "Answer",
    "Fixed",
    "Report",
    "assert_evenhanded",
    "check",
    "counterfactual_pairs",
    "fix",
]


def __getattr__(name: str) -> object:
    if name == "check":  # the engine's package, which can be called
        return import_module("evenhand.check")
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_NAMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES, "check"})
