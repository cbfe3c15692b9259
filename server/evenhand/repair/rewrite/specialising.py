"""Repairs that need no model: everyone is treated as one value of the attribute is today.

For every context c and value a, the new f(c, a) is the old f(c, chosen): the reads that decide
something are replaced by the chosen value, and what became constant is folded.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from math import prod

from evenhand.check.probing.argument_trees import Leaf, Scalar, leaves
from evenhand.check.probing.search_state import Trial
from evenhand.check.reading.classes import enum_members, is_enum
from evenhand.check.reading.source import Source
from evenhand.repair.rewrite.bindings import bindings_of
from evenhand.repair.rewrite.blocks import Blocks, CannotEditError
from evenhand.repair.rewrite.evaluating import Evaluator, Member
from evenhand.repair.rewrite.folding import Folder
from evenhand.repair.rewrite.pinning import pinned
from evenhand.repair.rewrite.source_pieces import Text
from evenhand.repair.rewrite.tidying import tidied
from evenhand.repair.survey.attribute_reads import Reads

MOST_OTHERS = 120
"""Combinations of other values for which it is asked whether an expression differs."""
Values = Mapping[str, Scalar]
"""By the text of the input, the value as which everyone is to be treated."""


@dataclass(frozen=True, slots=True)
class Written:
    """A new text of the file, and how it was made."""

    text: str
    way: str
    """`folded`, `folded through lists and texts`, or `set at the start`."""


def specialised(trial: Trial, reads: Reads, values: Values) -> Iterator[Written]:
    """New texts of the file, the one that changes the least first; not yet proved."""
    source = trial.source
    seen = {source.text}
    for way, thorough in (("folded", False), ("folded through lists and texts", True)):
        try:
            text = _folded(trial, reads, values, thorough)
        except CannotEditError:
            continue
        if text in seen or not _parses(text):
            continue
        seen.add(text)
        yield Written(tidied(source.text, text, trial.reading.function.name), way)
    wraps = _wraps(trial)
    coded = {t: _in_code(trial.source, v, wraps.get(t, "")) for t, v in values.items()}
    plain = pinned(trial, coded)
    if plain is not None and plain not in seen and _parses(plain):
        yield Written(plain, "set at the start")


def _folded(trial: Trial, reads: Reads, values: Values, thorough: bool) -> str:
    source = trial.source
    wraps = _wraps(trial)
    bindings = bindings_of(source.tree)

    def evaluator(chosen: Values) -> Evaluator:
        known = {
            node: _in_code(source, chosen[path.text], wraps.get(path.text, ""))
            for node, path in reads.places.items()
            if path.text in chosen
        }
        return Evaluator(source, known, bindings)

    others = [evaluator(v) for v in _others(trial, values)]
    folder = Folder(Text(source.text), reads, evaluator(values), others, thorough)
    return Blocks(folder).rewritten(source.tree)


def _others(trial: Trial, values: Values) -> list[dict[str, Scalar]]:
    """What other people may have: together, and alone where there are too many."""
    domains = {s.input.path.text: s.domain for s in trial.states if s.input.path.text in values}
    alone = [{**values, path: v} for path, domain in domains.items() for v in domain]
    together = product(*domains.values()) if len(domains) > 1 else ()
    step = max(1, prod(map(len, domains.values())) // MOST_OTHERS)
    combined = [dict(zip(domains, v, strict=True)) for v in islice(together, 0, None, step)]
    return [o for o in (*alone, *combined) if o != values]


def _wraps(trial: Trial) -> dict[str, str]:
    """How values are wrapped in the calls: `Gender({})`."""
    return {
        leaf.path.text: leaf.wrap
        for _, leaf in leaves(trial.build(1, trial.usual()).as_tree())
        if isinstance(leaf, Leaf) and leaf.path is not None and leaf.wrap
    }


def _in_code(source: Source, value: Scalar, wrap: str) -> object:
    klass = source.symbols.get(wrap.partition("(")[0])
    if isinstance(klass, ast.ClassDef) and is_enum(klass, source.symbols):
        for name, member in enum_members(klass):
            if member == value:
                return Member(f"{klass.name}.{name}", member)
    return value


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
