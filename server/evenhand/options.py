"""What decides a verdict, or a repair, besides the text: settings and interpreter, all resolved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from evenhand.findings import Purpose, Severity
from evenhand.isolation import Isolation
from evenhand.user_answers import Answer


class Baseline(StrEnum):
    """As whom a repair treats everyone."""

    AUTO = "auto"
    """The favourable side, where one is known; else as most values are treated."""
    MOST = "most"
    """As most values are treated."""
    FAVOURABLE = "favourable"
    """As those who come off best."""
    REMOVED = "removed"
    """As those to whom no rule about the attribute applies: the rule goes."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What decides a verdict, or a repair, besides the text."""

    python: str
    """The user's interpreter, in which the code runs."""
    search_path: tuple[str, ...] = ()
    """Workspace folders from which the file may import."""
    readable: tuple[str, ...] | None = None
    """Folders of which the file and what it imports may be read; None: those of `search_path`."""
    attributes: frozenset[str] | None = None
    """Names of the attributes to check; None: those of the profile."""
    profile: str = "default"
    """`default`, `legal`, `paper` or `strict`."""
    purposes: tuple[tuple[Purpose, Severity | None], ...] = ()
    """How differences of a purpose are shown at most, where the user chose it; None: not."""
    extra_attributes: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    """Attributes that the user added: name, identifier words, values."""
    not_people: frozenset[str] = frozenset()
    """Names that mean no attribute of a person, whatever the catalogue says."""
    isolation: Isolation = Isolation.AUTO
    not_run: str = ""
    """Why nothing may run, so that the source is only read; empty if it may."""
    seconds: float = 30.0
    """Processor time that the calls of one function may take before the clock ends them."""
    deep: bool = False
    """Ask CrossHair, if it is installed, about inputs that were found to make no difference."""
    rate: bool = False
    """Say of each difference how many of many made-up people it touches."""
    baseline: Baseline = Baseline.AUTO
    """As whom a repair treats everyone; it decides no verdict."""
    answers: tuple[Answer, ...] = ()
    """What the user has answered to findings of this repository."""
