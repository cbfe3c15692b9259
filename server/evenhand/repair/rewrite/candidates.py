"""Writes candidates without a model: everyone is treated as one value of the attribute is today.

For every context c and value a, the new f(c, a) is the old f(c, chosen). Reads that decide
something are replaced by the chosen value, and what became constant is folded: this is partial
evaluation (Jones, Gomard and Sestoft 1993), of the attribute alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from math import prod

from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.probing.arguments.argument_trees import Leaf, leaves
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.values.choosing import usual
from evenhand.check.reading.classes import is_enum
from evenhand.check.reading.enumerations import enum_members
from evenhand.check.reading.source import Source
from evenhand.repair.rewrite.bindings import bindings_of
from evenhand.repair.rewrite.dead_stores import without_new_dead_stores
from evenhand.repair.rewrite.evaluation_rules import EVALUATION_RULES
from evenhand.repair.rewrite.evaluator import Evaluator, Member
from evenhand.repair.rewrite.expression_folding import ExpressionFolding
from evenhand.repair.rewrite.folding_rules import FOLDING_RULES
from evenhand.repair.rewrite.opening_assignments import with_values_set_first
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.rewrite.statement_folding import CannotEditError, StatementFolding
from evenhand.repair.rewrite.statement_rules import STATEMENT_RULES
from evenhand.repair.rewrite.unused_parameters import with_note_on_unused_parameters
from evenhand.repair.survey.attribute_reads import Reads
from evenhand.scalars import Scalar

MOST_COMBINATIONS = 120
"""Combinations of other values for which it is asked whether an expression differs."""
MOST_ALONE = 400
"""Other values of one input, with all others as they are chosen."""
Values = Mapping[str, Scalar]
"""By the text of an input, the value as which everyone is to be treated."""


class Way(StrEnum):
    """How a candidate is written, the one that changes least first."""

    FOLDED = "folded"
    FOLDED_THROUGH = "folded through lists and texts"
    SET_FIRST = "set at the start"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A new text of the file that is not proved yet."""

    text: str
    way: Way


def candidates(search: SearchState, reads: Reads, values: Values) -> Iterator[Candidate]:
    """New texts of the file in which everyone is treated as `values`, all different."""
    source = search.source
    seen = {source.text}
    for way in (Way.FOLDED, Way.FOLDED_THROUGH):
        try:
            text = with_deep_stack(_folded, search, reads, values, way)
        except (CannotEditError, RecursionError):
            continue
        if text not in seen and _parses(text):
            seen.add(text)
            name = search.reading.function.name
            yield Candidate(with_deep_stack(_tidied, source.text, text, name), way)

    wraps = _wraps(search)
    written = {path: _in_code(source, v, wraps.get(path, "")) for path, v in values.items()}
    plain = with_values_set_first(search, written)
    if plain is not None and plain not in seen and _parses(plain):
        yield Candidate(plain, Way.SET_FIRST)


def _folded(search: SearchState, reads: Reads, values: Values, way: Way) -> str:
    source = search.source
    bindings = bindings_of(source.tree)
    wraps = _wraps(search)

    def evaluator(chosen: Values) -> Evaluator:
        in_code = {p: _in_code(source, value, wraps.get(p, "")) for p, value in chosen.items()}
        values_at = {
            node: in_code[path.text] for node, path in reads.paths.items() if path.text in in_code
        }
        return Evaluator(source, values_at, bindings, EVALUATION_RULES)

    expressions = ExpressionFolding(
        SourceText(source.text),
        reads,
        evaluator(values),
        [evaluator(other) for other in _other_values(search, values)],
        FOLDING_RULES,
        thorough=way is Way.FOLDED_THROUGH,
    )
    return StatementFolding(expressions, STATEMENT_RULES).rewritten(source.tree)


def _tidied(old: str, new: str, function: str) -> str:
    return with_note_on_unused_parameters(old, without_new_dead_stores(old, new), function)


def _other_values(search: SearchState, values: Values) -> list[Values]:
    """What other people may have: one input changed, and samples of all of them changed."""
    domains = {s.input.path.text: s.domain for s in search.states if s.input.path.text in values}
    one_changed = ((path, value) for path, domain in domains.items() for value in domain)
    alone = [{**values, path: value} for path, value in islice(one_changed, MOST_ALONE)]

    together = _combinations(domains) if len(domains) > 1 else []
    return [other for other in (*alone, *together) if other != values]


def _combinations(domains: Mapping[str, Sequence[Scalar]]) -> list[Values]:
    """Combinations of values, evenly spread over all that there are."""
    number = prod(map(len, domains.values()))
    step = max(1, number // MOST_COMBINATIONS)
    return [_combination(domains, index * step) for index in range(-(-number // step))]


def _combination(domains: Mapping[str, Sequence[Scalar]], index: int) -> Values:
    """The one with a number, when those of the last domain change fastest."""
    values: dict[str, Scalar] = {}
    for path in reversed(list(domains)):
        index, place = divmod(index, len(domains[path]))
        values[path] = domains[path][place]
    return {path: values[path] for path in domains}


def _wraps(search: SearchState) -> dict[str, str]:
    """How values are wrapped in the calls, by the text of the input: `Gender({})`."""
    wraps: dict[str, str] = {}
    for _, leaf in leaves(search.build(1, usual(search.domain)).as_tree()):
        if isinstance(leaf, Leaf) and leaf.path is not None and leaf.wrap:
            wraps[leaf.path.text] = leaf.wrap
    return wraps


def _in_code(source: Source, value: Scalar, wrap: str) -> object:
    """A value as the code meets it: a member if it is wrapped in an enumeration."""
    klass = source.symbols.get(wrap.partition("(")[0])
    if isinstance(klass, ast.ClassDef) and is_enum(klass, source.symbols):
        for name, member in enum_members(klass):
            if member == value:
                return Member(f"{klass.name}.{name}", member)
    return value


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
