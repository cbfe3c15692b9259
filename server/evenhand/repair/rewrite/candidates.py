"""Writes candidates without a model: everyone is treated as one value of the attribute is today.

For every context c and value a, the new f(c, a) is the old f(c, chosen). Reads that decide
something are replaced by the chosen value, and what became constant is folded: this is partial
evaluation (Jones, Gomard and Sestoft 1993), of the attribute alone.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from math import prod

from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.reading.classes import is_enum
from evenhand.check.reading.enumerations import enum_members
from evenhand.check.reading.source import Source
from evenhand.check.search.arguments.argument_trees import Leaf, leaves
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import usual
from evenhand.repair.rewrite.assumptions import assumptions
from evenhand.repair.rewrite.bindings import bindings_of
from evenhand.repair.rewrite.dead_stores import without_new_dead_stores
from evenhand.repair.rewrite.evaluation_rules import EVALUATION_RULES
from evenhand.repair.rewrite.evaluator import Evaluator, Member
from evenhand.repair.rewrite.expression_folding import ExpressionFolding
from evenhand.repair.rewrite.folding_rules import FOLDING_RULES
from evenhand.repair.rewrite.merged_constants import with_merged_constants
from evenhand.repair.rewrite.merged_lists import with_merged_lists
from evenhand.repair.rewrite.neutral_names import without_neutral_names
from evenhand.repair.rewrite.odd_code import NEVER, Oddity, new_oddities
from evenhand.repair.rewrite.opening_assignments import with_values_set_first
from evenhand.repair.rewrite.returned_constants import with_returned_constants
from evenhand.repair.rewrite.rule_removal import Removal, removals
from evenhand.repair.rewrite.settled_tests import without_settled_tests
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.rewrite.started_sums import with_started_sums
from evenhand.repair.rewrite.statement_folding import CannotEditError, StatementFolding
from evenhand.repair.rewrite.statement_rules import STATEMENT_RULES
from evenhand.repair.rewrite.unused_constants import IsUsed, by_nobody, without_unused_constants
from evenhand.repair.rewrite.unused_imports import without_unused_imports
from evenhand.repair.rewrite.unused_parameters import with_note_on_unused_parameters
from evenhand.repair.survey.attribute_reads import Reads
from evenhand.scalars import Scalar

MOST_COMBINATIONS = 120
"""Combinations of other values for which it is asked whether an expression differs."""
MOST_ALONE = 400
"""Other values of one input, with all others as they are chosen."""
Values = Mapping[str, Scalar]
"""By the text of an input, the value as which everyone is to be treated."""
NOTHING = Removal()


class Way(StrEnum):
    """How a candidate is written, the one that changes least first."""

    FOLDED = "folded"
    FOLDED_THROUGH = "folded through lists and texts"
    ASSUMED = "folded, with comparisons that are not known taken to hold or not"
    SET_FIRST = "set at the start"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A new text of the file that is not proved yet."""

    text: str
    way: Way
    oddities: tuple[Oddity, ...] = ()
    """What reads oddly in it."""

    @property
    def is_plain(self) -> bool:
        """Whether it reads like code that somebody wrote."""
        return not self.oddities and not self.overwrites

    @property
    def overwrites(self) -> bool:
        """Whether it gives parameters other values than the caller has given."""
        return self.way is Way.SET_FIRST

    @property
    def is_sound(self) -> bool:
        """Whether somebody might merge it."""
        return not any(oddity.kind in NEVER for oddity in self.oddities)


def candidates(
    search: SearchState, reads: Reads, values: Values, is_used_elsewhere: IsUsed = by_nobody
) -> list[Candidate]:
    """New texts of the file in which everyone is treated as `values`, all different.

    Those that read best come first, and texts that nobody would merge are left out. Names that are
    used elsewhere stay defined.
    """
    old = search.source.text
    made = [
        Candidate(text, way, tuple(with_deep_stack(new_oddities, old, text)))
        for text, way in _texts(search, reads, values, is_used_elsewhere)
    ]
    sound = [candidate for candidate in made if candidate.is_sound]
    return sorted(sound, key=lambda candidate: not candidate.is_plain)


def without_rules(
    search: SearchState,
    reads: Reads,
    wanted: Collection[str],
    kept: Collection[int],
    reached: Collection[ast.AST],
    is_used_elsewhere: IsUsed = by_nobody,
) -> Iterator[tuple[str, Removal]]:
    """Texts without the rules of the function by some attributes, all different.

    `reached` is what of the file it may use, where the rules may be, too.
    """

    def is_named(name: str) -> bool:
        match = search.catalogue.match_name(name)
        return match is not None and match.is_own and match.attribute.name in wanted

    def is_traced(node: ast.expr) -> bool:
        attributes = reads.rests_on.get(id(node), frozenset())
        return attributes != frozenset() and attributes <= {*wanted} and id(node) not in reads.mixed

    source, name = search.source, search.reading.function.name
    seen = {source.text}
    function = search.reading.function.node
    helpers = [
        node
        for node in _helpers(function, reached)
        if any(isinstance(part, ast.match_case) or is_traced(part) for part in _parts_of(node))
    ]
    modules = {
        alias.asname or alias.name
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    for removal in removals(function, helpers, is_traced, is_named, modules, kept):
        paths = dict.fromkeys(removal.nodes, search.states[0].input.path)
        around = replace(reads, paths=paths, patterns=frozenset())
        with contextlib.suppress(CannotEditError, RecursionError):
            folded = with_deep_stack(_folded, search, around, {}, Way.ASSUMED, removal)
            if folded not in seen and _parses(folded):
                seen.add(folded)
                yield (
                    with_deep_stack(_tidied, source.text, folded, name, is_used_elsewhere),
                    removal,
                )


def _helpers(function: ast.AST, reached: Collection[ast.AST]) -> Iterator[ast.AST]:
    """The functions and methods of what is reached, without the function itself."""
    own = {id(node) for node in ast.walk(function)}
    inner = {id(node): node for definition in reached for node in ast.walk(definition)}
    for node in inner.values():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and id(node) not in own:
            yield node


def _parts_of(node: ast.AST) -> Iterator[ast.expr | ast.match_case]:
    parts = (ast.expr, ast.match_case)
    return (inner for inner in ast.walk(node) if isinstance(inner, parts))


def _texts(
    search: SearchState, reads: Reads, values: Values, is_used_elsewhere: IsUsed
) -> Iterator[tuple[str, Way]]:
    """New texts that can be parsed, each once."""
    source, name = search.source, search.reading.function.name
    seen = {source.text}
    for folded, way in _foldings(search, reads, values):
        if folded in seen or not _parses(folded):
            continue
        tidied = with_deep_stack(_tidied, source.text, folded, name, is_used_elsewhere)
        is_known = tidied in seen
        seen |= {folded, tidied}
        if way is not Way.ASSUMED or not is_known:
            yield tidied, way

    wraps = _wraps(search)
    written = {path: _in_code(source, v, wraps.get(path, "")) for path, v in values.items()}
    plain = with_values_set_first(search, written)
    if plain is not None and plain not in seen and _parses(plain):
        yield plain, Way.SET_FIRST


def _foldings(search: SearchState, reads: Reads, values: Values) -> Iterator[tuple[str, Way]]:
    for way in (Way.FOLDED, Way.FOLDED_THROUGH):
        with contextlib.suppress(CannotEditError, RecursionError):
            yield with_deep_stack(_folded, search, reads, values, way), way

    evaluate = with_deep_stack(_evaluators, search, reads)
    for assumed in with_deep_stack(assumptions, search, evaluate(values)):
        with contextlib.suppress(CannotEditError, RecursionError):
            removal = Removal(assumed)
            yield with_deep_stack(_folded, search, reads, values, Way.ASSUMED, removal), Way.ASSUMED


def _folded(
    search: SearchState,
    reads: Reads,
    values: Values,
    way: Way,
    removal: Removal = NOTHING,
) -> str:
    evaluator, assumed = _evaluators(search, reads), removal.outcomes
    chosen = evaluator(values)
    chosen.assumed = assumed
    if values:
        others = [evaluator(other) for other in _other_values(search, values)]
    else:  # the conditions alone decide, and come out otherwise for other people
        others = [evaluator(values)]
        others[0].assumed = {node: not holds for node, holds in assumed.items()}
    expressions = ExpressionFolding(
        SourceText(search.source.text),
        reads,
        chosen,
        others,
        FOLDING_RULES,
        thorough=way is Way.FOLDED_THROUGH,
        left=removal.left,
    )
    return StatementFolding(expressions, STATEMENT_RULES, removal.gone).rewritten(
        search.source.tree
    )


def _evaluators(search: SearchState, reads: Reads) -> Callable[[Values], Evaluator]:
    """Evaluators of the file's expressions, one for each choice of values."""
    source, wraps = search.source, _wraps(search)
    bindings = bindings_of(source.tree)
    names = {state.input.path.text: state.input.path.name for state in search.states}

    def evaluator(chosen: Values) -> Evaluator:
        in_code = {p: _in_code(source, value, wraps.get(p, "")) for p, value in chosen.items()}
        values_at = {
            node: in_code[path.text] for node, path in reads.paths.items() if path.text in in_code
        }
        columns = {names[path]: value for path, value in in_code.items() if path in names}
        return Evaluator(source, values_at, bindings, EVALUATION_RULES, columns)

    return evaluator


def _tidied(old: str, new: str, function: str, is_used_elsewhere: IsUsed) -> str:
    alive = without_new_dead_stores(old, without_settled_tests(old, new))
    merged = with_merged_lists(old, with_merged_constants(old, alive))
    begun = with_started_sums(old, without_neutral_names(old, merged))
    returned = with_returned_constants(old, begun)
    used = without_unused_constants(old, returned, is_used_elsewhere)
    return with_note_on_unused_parameters(old, without_unused_imports(old, used), function)


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
    for _, leaf in leaves(search.build(1, usual(search.values.of)).as_tree()):
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
