"""What models say of a table of people: `model.predict_proba(people)[:, 1]`."""

from __future__ import annotations

import ast

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import Environment, Value, merge
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments

OF_ROWS = frozenset({"predict", "decision_function", "score_samples"})
"""Methods of models that give one number for each row."""
OF_CLASSES = "predict_proba"
"""The method that gives a number for each row and each of two classes."""
PROBABILITY = "probability"
CLASSES = 2
AXES = 2
FEWEST_ROWS = 2


def note_prediction(method: AccessPath, arguments: Arguments, result: AccessPath) -> None:
    """What a method that is called like a model's gives for the rows of a table: an array.

    Of whatever rows a model is asked for probabilities, it gives them in one.
    """
    gives_classes = method.name == OF_CLASSES
    if not gives_classes and method.name not in OF_ROWS:
        return
    paths = [path for value in arguments.all for path in value.own_paths]
    is_of_frame = any(path.shows(Evidence.FRAME) for path in paths)
    if not is_of_frame and not gives_classes:
        return

    result.learn(Evidence.ARRAY)
    result.facts.least = FEWEST_ROWS
    if gives_classes:
        row = result.child_item()
        row.learn(Evidence.TUPLE)
        for number in range(CLASSES):
            row.child_key(number).name = PROBABILITY


def at_row_and_column(
    owner: Value, place: ast.expr, tracer: Tracer, env: Environment
) -> Value | None:
    """`table[:, 1]`, `table[0, 1]`: a column or a cell of an array; None for all others."""
    arrays = [path for path in owner.own_paths if path.shows(Evidence.ARRAY)]
    if not arrays or not isinstance(place, ast.Tuple) or len(place.elts) != AXES:
        return None

    row, column = (tracer.evaluate(part, env) for part in place.elts)
    numbers = [each for each in column.constants if type(each) is int and each >= 0]
    if not numbers or row.paths:
        return None

    cells = [path.child_item().child_key(number) for path in arrays for number in numbers]
    tracer.touched.extend(cells)
    return merge([value_of(tracer, cell) for cell in cells]).computed()
