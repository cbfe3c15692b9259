"""EVH201: a model is fitted to, or asked with, a column that says who a person is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evenhand.check.catalogue.purposes import manners
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.deciders import MODEL
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.outcomes.responses import Response
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.function_words import FunctionWords, function_words
from evenhand.check.reading.independence.independence_proof import Reach
from evenhand.check.reading.inputs import Input, Reading
from evenhand.check.reading.source import Function, Source, script
from evenhand.check.rules.interface import CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.model_features import Feature, features
from evenhand.findings import Purpose, Recognised, RuleCode, Severity

UNKNOWN = Outcome(OutcomeKind.RETURNED)
"""What comes of asking a model that nobody asks."""


def _check(file: CheckedFile) -> Iterator[SourceFinding]:
    functions: dict[ast.AST, tuple[Function, FunctionWords]] = {}
    for feature in features(file.source, file.catalogue, file.header_of):
        if feature.attribute in file.loudness.attributes:
            if feature.scope not in functions:
                function = _function_at(feature.scope, file.source)
                functions[feature.scope] = function, function_words(function, file.source)
            recognised = _judged(feature, file, *functions[feature.scope])
            yield SourceFinding(
                feature.attribute,
                _message(feature, recognised.purpose),
                feature.location,
                feature.line,
                feature.column,
                recognised,
                is_seen_by_runs=not feature.is_fitted,
            )


def _message(feature: Feature, purpose: Purpose) -> str:
    """`` `Sex` (gender) is a feature of the model that is fitted on line 8: ... ``"""
    attribute = feature.attribute.replace("_", " ")
    column = f"`{feature.column}`"
    if feature.column != attribute:
        column += f" ({attribute})"

    if feature.is_fitted:
        fact = f"{column} is a feature of the model that is fitted on line {feature.line}"
        effect = "what it learns may treat people differently"
    else:
        fact = f"{column} is given to the model that is asked on line {feature.line}"
        effect = "its answer may treat people differently"
    if purpose is Purpose.DECISION:
        return f"{fact}: {effect}"
    return f"{fact} ({manners()[purpose].reason})"


def _judged(
    feature: Feature, file: CheckedFile, function: Function, words: FunctionWords
) -> Recognised:
    """What a model's answers are for, by the words around it: its columns are its inputs."""
    paths = {name: AccessPath(name, name, Via.PARAMETER) for name in feature.beside}
    own = paths[feature.column]
    input_ = Input(own, feature.match, read=True, reach=Reach.UNKNOWN)
    context = CodeContext(
        input_,
        Reading(function, None, tuple(paths.values()), (input_,)),
        file.source,
        file.path,
        file.catalogue,
        words,
        lambda name: name == feature.column,
    )
    difference = Difference(("", ""), (UNKNOWN, UNKNOWN), decider=MODEL)
    response = Response(Renaming((), result=feature.target))
    return file.purpose_of(difference, response, context)


def _function_at(node: ast.AST, source: Source) -> Function:
    """The function that a model is called in; the whole file, if it is in none."""
    own = (function for function in source.functions if function.node is node)
    return next(own, None) or script(source.tree, source.text)


RULE = SourceRule(
    code=RuleCode("EVH201"),
    title="a protected attribute is a feature of a model",
    severity=Severity.INFORMATION,
    check=_check,
)
