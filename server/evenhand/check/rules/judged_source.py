"""Lets the judge say what a difference is for that only the source shows: nothing was run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cache

from evenhand.check.catalogue.attributes import NameMatch
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
from evenhand.check.rules.interface import CheckedFile
from evenhand.findings import Recognised

UNKNOWN = Outcome(OutcomeKind.RETURNED)
"""What comes of asking something that nobody asks."""
Judging = Callable[[NameMatch, str, Iterable[str], str, ast.AST], Recognised]
"""By the match and name of what is varied, all names beside it, what the answer is called, and the
function or module that asks."""


def judging(file: CheckedFile, decider: str) -> Judging:
    """The judge for what a file hands to one kind of decider, by the words around it."""

    @cache
    def words_at(scope: ast.AST) -> tuple[Function, FunctionWords]:
        function = _function_at(scope, file.source)
        return function, function_words(function, file.source)

    def judged(
        match: NameMatch, name: str, beside: Iterable[str], result: str, scope: ast.AST
    ) -> Recognised:
        function, words = words_at(scope)
        paths = {each: AccessPath(each, each, Via.PARAMETER) for each in beside}
        varied = Input(paths[name], match, read=True, reach=Reach.UNKNOWN)
        context = CodeContext(
            varied,
            Reading(function, None, tuple(paths.values()), (varied,)),
            file.source,
            file.path,
            file.catalogue,
            words,
            lambda own: own == name,
        )
        difference = Difference(("", ""), (UNKNOWN, UNKNOWN), decider=decider)
        return file.purpose_of(difference, Response(Renaming((), result=result)), context)

    return judged


def _function_at(node: ast.AST, source: Source) -> Function:
    """The function that something is asked in; the whole file, if it is in none."""
    own = (function for function in source.functions if function.node is node)
    return next(own, None) or script(source.tree, source.text)
