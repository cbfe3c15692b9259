"""Lets the judge say what a difference is for that only the source shows: nothing was run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Protocol, TypeVar

from evenhand.check.catalogue.attributes import NameMatch
from evenhand.check.catalogue.purposes import manners
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.outcomes.responses import Response
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.function_words import FunctionWords, function_words
from evenhand.check.reading.independence.independence_proof import Reach
from evenhand.check.reading.inputs import Input, Reading
from evenhand.check.reading.source import Function, Source, script
from evenhand.check.rules.interface import CheckedFile, SourceFinding
from evenhand.findings import Purpose, Recognised, Span

UNKNOWN = Outcome(OutcomeKind.RETURNED)
"""What comes of asking something that nobody asks."""


class Handed(Protocol):
    """Something about a person that code hands to what decides elsewhere."""

    @property
    def attribute(self) -> str: ...
    @property
    def match(self) -> NameMatch: ...
    @property
    def column(self) -> str:
        """The name of what is varied."""

    @property
    def beside(self) -> tuple[str, ...]:
        """All names that are handed over, its own among them."""

    @property
    def target(self) -> str:
        """What the answer is called; empty if it has no name."""

    @property
    def scope(self) -> ast.AST:
        """The function, or the module, that asks."""

    @property
    def location(self) -> Span: ...
    @property
    def line(self) -> int: ...


H = TypeVar("H", bound=Handed)
Said = Callable[[H], tuple[str, str]]
"""What is a fact, and what it may lead to where people get or lose by it."""


def judged_findings(
    file: CheckedFile,
    decider: str,
    handed: Iterable[H],
    said: Said[H],
    *,
    is_seen_by_runs: Callable[[H], bool],
    is_settled_by_runs: bool = False,
) -> Iterator[SourceFinding]:
    """A finding for each checked attribute that is handed over, as loud as what it is for."""
    words_at = cache(lambda scope: _words_at(scope, file.source))
    for each in handed:
        if each.attribute not in file.loudness.attributes:
            continue
        recognised = _judged(file, decider, each, *words_at(each.scope))
        fact, effect = said(each)
        is_decision = recognised.purpose is Purpose.DECISION
        reason = manners()[recognised.purpose].reason
        yield SourceFinding(
            each.attribute,
            f"{fact}: {effect}" if is_decision else f"{fact} ({reason})",
            each.location,
            each.line,
            each.column,
            recognised,
            is_seen_by_runs=is_seen_by_runs(each),
            is_settled_by_runs=is_settled_by_runs,
        )


def _judged(
    file: CheckedFile, decider: str, handed: Handed, function: Function, words: FunctionWords
) -> Recognised:
    """What a difference in it is for, by the words around it."""
    paths = {name: AccessPath(name, name, Via.PARAMETER) for name in handed.beside}
    varied = Input(paths[handed.column], handed.match, read=True, reach=Reach.UNKNOWN)
    context = CodeContext(
        varied,
        Reading(function, None, tuple(paths.values()), (varied,)),
        file.source,
        file.path,
        file.catalogue,
        words,
        lambda name: name == handed.column,
    )
    difference = Difference(("", ""), (UNKNOWN, UNKNOWN), decider=decider)
    return file.purpose_of(difference, Response(Renaming((), result=handed.target)), context)


def _words_at(scope: ast.AST, source: Source) -> tuple[Function, FunctionWords]:
    function = _function_at(scope, source)
    return function, function_words(function, source)


def _function_at(node: ast.AST, source: Source) -> Function:
    """The function that something is asked in; the whole file, if it is in none."""
    own = (function for function in source.functions if function.node is node)
    return next(own, None) or script(source.tree, source.text)
