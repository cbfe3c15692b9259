"""What a rule is: a code, a title, a severity, and the question when it applies.

There are three kinds of rule, by what they look at:

    VerdictRule     what a search found out about one function and one attribute
    SourceRule      the text of a file, without running it
    AllowanceRule   a comment that allows a difference, once all other findings are known

A rule is the constant `RULE` of a module `evhNNN_name.py` in this folder, where `registry` finds
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenhand.findings import Allowance, Recognised, RuleCode, Severity, Span

if TYPE_CHECKING:
    from evenhand.check.catalogue import Catalogue
    from evenhand.check.outcomes.code_contexts import CodeContext
    from evenhand.check.outcomes.differences import Difference
    from evenhand.check.outcomes.responses import Response
    from evenhand.check.reading.source import Source
    from evenhand.check.rules.loudness import Loudness
    from evenhand.check.search.judgements import Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What all rules have."""

    code: RuleCode
    title: str
    """A few words, as in the heading of the rule's page."""
    repairable: bool = False
    """Whether rewriting the function can remove the finding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRule(Rule):
    """A rule about one function and one attribute; at most one applies to a judgement."""

    severity: Severity | None
    """None: the severity that the profile gives the attribute."""
    applies: Callable[[Judgement], bool]
    message: Callable[[str, Judgement], str]
    """The finding in one sentence, from the function's name and a judgement that applies."""
    only_where_warned: bool = False
    """Only for attributes whose differences are warnings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRule(Rule):
    """A rule about the text of a file; its findings can be allowed."""

    claim: str
    """What a function does that has such a finding, before the attributes."""
    severity: Severity
    """Of findings that are not judged."""
    check: Callable[[CheckedFile], Iterable[SourceFinding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowanceRule(Rule):
    """A rule about the comments that allow differences."""

    severity: Severity
    check: Callable[[AllowanceUse], Iterable[str]]
    """One message for each thing that is wrong with the allowance."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What a rule about the text of a file looks at."""

    source: Source
    path: str
    catalogue: Catalogue
    loudness: Loudness
    purpose_of: Callable[[Difference, Response, CodeContext], Recognised]
    """The judge's answer to what a difference is for."""
    header_of: Callable[[str], tuple[str, ...]]
    """The columns of a file of data, by its name as the code has it; none if it may not be read."""


@dataclass(frozen=True, slots=True)
class SourceFinding:
    """One finding of a source rule."""

    attribute: str
    message: str
    location: Span
    line: int
    """Of what decides by it, where an allowance silences it, too; often that of `location`."""
    name: str
    """The name in the code that means the attribute."""
    recognised: Recognised | None = None
    """What the difference is for; None if nobody has judged it."""
    is_seen_by_runs: bool = False
    """Whether it says nothing new of a function for which runs have found the attribute."""
    is_settled_by_runs: bool = False
    """Whether runs of the function know better, if they have found nothing, too."""


@dataclass(frozen=True, slots=True)
class AllowanceUse:
    """An allowance, and the findings that it silenced."""

    allowance: Allowance
    attributes: frozenset[str]
    """Attributes of the findings that it silenced."""
    judged: bool
    """Whether functions were run; if not, an allowance may look unused although it is not."""
