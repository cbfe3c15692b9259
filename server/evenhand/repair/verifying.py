"""Whether a new text may be offered as a repair: nothing is taken on trust.

Old and new text run side by side for the same contexts; then the new one is searched for a
difference, with other random contexts and a larger budget than the search that found the bias.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from evenhand.findings import VerdictKind
from evenhand.probing.contexts import Context
from evenhand.probing.judging import Renaming, comparable, same_outcome
from evenhand.probing.nodes import Scalar, leaves, set_value
from evenhand.probing.runs import Loaded, Open, Outcome
from evenhand.probing.search import search
from evenhand.probing.states import Judgement, State
from evenhand.probing.trial import Steps, Trial
from evenhand.repair.surveying import CALLS, Survey, Varied, mattering, paths_of

BAD = frozenset({VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.NOT_CHECKED})
COMBINATIONS = 24
"""Values of all repaired inputs together, for which the old text is asked."""
FRESH_SEED = 1
LONGEST = 80
"""Characters of an outcome in a message."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How much of what the function did is as it was."""

    compared: int
    """Calls of the new text, each compared with the old."""
    unchanged: int
    """Of them: those with the very outcome that they had."""
    alike: int
    """Contexts in which everyone gets what one value of the attribute got."""
    contexts: int

    @property
    def share_unchanged(self) -> float:
        return self.unchanged / self.compared if self.compared else 1.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Old against new text."""

    kept: Kept
    problem: str = ""
    """Why the new text is no repair, in one sentence; empty where nothing was found."""


def compare(survey: Survey, text: str) -> Steps[Comparison]:
    """Run the new text for every context of the survey, and hold it against the old."""
    survey.trial.start_anew(CALLS)
    olds = yield from _olds(survey)
    loaded: Loaded = yield Open(replace(survey.trial.module, source=text), watch=False)
    if loaded.problem is not None:
        return Comparison(Kept(0, 0, 0, 0), f"it does not load: {loaded.problem}")
    entries = [(s, e) for s in survey.states for e in survey.varied[s.input.place.text]]
    tries = [e.spot.with_value(v) for _, e in entries for v in e.outcomes]
    news = iter((yield from survey.trial.perform(tries)))
    compared = unchanged = alike = 0
    for state, entry in entries:
        found = {v: next(news) for v in entry.outcomes}
        problem = _problem(survey, state, entry, found, olds)
        if problem:
            return Comparison(Kept(compared, unchanged, alike, len(entries)), problem)
        compared += len(found)
        unchanged += sum(same_outcome(found[v], o, Renaming(())) for v, o in entry.outcomes.items())
        alike += 1
    problem = yield from _forgotten(survey)
    return Comparison(Kept(compared, unchanged, alike, len(entries)), problem)


def judge(trial: Trial, protected: frozenset[str]) -> Steps[tuple[tuple[Judgement, ...], str]]:
    """Search the new text for differences; the judgements, and why it is no repair.

    `protected` are the attributes for which there must be none.
    """
    judgements: tuple[Judgement, ...] = yield from search(trial)
    for judgement in judgements:
        if judgement.input.attribute in protected and judgement.kind in BAD:
            return judgements, _still(judgement)
    return judgements, ""


def values_of(survey: Survey) -> dict[str, tuple[Scalar, ...]]:
    """Every value that the old text was tried with, by the text of its input."""
    trial = survey.trial
    known = {p.text: trial.domain(p) for p in trial.reading.places if id(p) in trial.domains}
    return known | {s.input.place.text: tuple(s.domain) for s in trial.states}


def _olds(survey: Survey) -> Steps[Mapping[int, list[tuple[tuple[Scalar, ...], Outcome]]]]:
    """By context: what the old text does for combinations of the repaired inputs' values."""
    loaded: Loaded = yield Open(survey.trial.module, watch=False)
    if loaded.problem is not None:
        return {}
    plan: list[tuple[int, tuple[Scalar, ...], Context]] = []
    contexts = {id(e.spot.context): e.spot.context for f in survey.varied.values() for e in f}
    domains = [_telling(survey, s) for s in survey.states]
    for key, context in contexts.items():
        plan += [(key, values, c) for values, c in _combined(survey, context, domains)]
    outcomes = yield from survey.trial.perform([c for _, _, c in plan])
    found: dict[int, list[tuple[tuple[Scalar, ...], Outcome]]] = {}
    for (key, values, _), outcome in zip(plan, outcomes, strict=True):
        if comparable(outcome):
            found.setdefault(key, []).append((values, outcome))
    return found


def _combined(
    survey: Survey, context: Context, domains: Sequence[Sequence[Scalar]]
) -> Iterator[tuple[tuple[Scalar, ...], Context]]:
    """The context with everyone's attributes at each combination of values."""
    states = survey.states
    for index, values in enumerate(product(*domains)):
        if index >= COMBINATIONS:
            return
        tree: Any = context.as_tree()
        for state, value in zip(states, values, strict=True):
            for path in paths_of(context, state.input.place):
                tree = set_value(tree, path, value)
        yield values, context.with_tree(tree)


def _telling(survey: Survey, state: State) -> list[Scalar]:
    """Values of an input that the old text tells apart, one of each kind."""
    from evenhand.repair.choices import groups

    found = [g.value for g in groups(survey, state)]
    return found or list(state.domain[:2])


def _problem(
    survey: Survey,
    state: State,
    entry: Varied,
    found: Mapping[Scalar, Outcome],
    olds: Mapping[int, Sequence[tuple[tuple[Scalar, ...], Outcome]]],
) -> str:
    """What is wrong with the new outcomes of one spot."""
    values = list(found)
    attribute = state.input.attribute
    for value in values[1:]:
        both = found[values[0]], found[value]
        if survey.trial.difference(state, *both, (values[0], value)):
            return f"it still tells {values[0]!r} from {value!r} ({attribute})"
    known = list(olds.get(id(entry.spot.context), ()))
    for value, new in found.items():
        if not comparable(new):
            return f"it cannot be run for {value!r}: {_cut(new.reason or new.text)}"
        old = entry.outcomes[value]
        if same_outcome(new, old, Renaming(())):
            continue
        if new.kind == "raised" and old.kind == "returned":
            return f"it {_cut(new.text)} where it returned {_cut(old.text)}"
        own = _own_values(survey, entry, value)
        match = next((i for i, k in enumerate(known) if _matches(new, k, own)), None)
        if match is None:
            return f"it {_said(new)} for {value!r}, which nobody got before"
        values_before, before = known[match]
        known.insert(0, known.pop(match))  # most likely the next one's, too
        one = values_before[list(survey.states).index(state)]
        alone = max(map(len, own)) == 1  # several people may stand in another order
        kept = not alone or _echo_kept(new, before, old, one, value)
        if not kept or any(
            _mislabelled(new, s, o) for s, o in zip(survey.states, own, strict=True)
        ):
            return f"it writes another {attribute} into its result than the person has"
    return ""


Own = tuple[tuple[Scalar, ...], ...]
"""For each repaired input: the values that the people of a context have."""


def _own_values(survey: Survey, entry: Varied, value: Scalar) -> Own:
    tree = entry.spot.with_value(value).as_tree()
    return tuple(
        tuple(leaf.value for _, leaf in leaves(tree) if leaf.place is state.input.place)
        for state in survey.states
    )


def _matches(new: Outcome, known: tuple[tuple[Scalar, ...], Outcome], own: Own) -> bool:
    """Whether the outcome is one that was there before, people's own values aside."""
    values, before = known
    pairs = {(o, v) for many, v in zip(own, values, strict=True) for o in many}
    return same_outcome(new, before, Renaming(tuple(sorted(pairs, key=repr))))


def _mislabelled(new: Outcome, state: State, own: tuple[Scalar, ...]) -> bool:
    """Whether somebody stands in the outcome with an attribute that nobody there has."""
    name = state.input.place.name
    written = set(_labelled(new.value, name))
    for _, tree in new.changed:
        written |= set(_labelled(tree, name))
    return any(w in state.domain and w not in own for w in written)


def _labelled(tree: Any, name: str) -> Iterator[Scalar]:
    """Texts that stand under `name` in an outcome: in records, objects and columns."""
    if isinstance(tree, dict):
        if tree.get("t") == "frame" and name in tree.get("c", ()):
            column = tree["c"].index(name)
            yield from (row[column] for row in tree["v"] if isinstance(row[column], str))
        for part in tree.values():
            yield from _labelled(part, name)
    elif isinstance(tree, list):
        if len(tree) == 2 and tree[0] == name and isinstance(tree[1], str):
            yield tree[1]
        for part in tree:
            yield from _labelled(part, name)


def _echo_kept(new: Outcome, other: Outcome, old: Outcome, one: Scalar, own: Scalar) -> bool:
    """Whether what repeated the person's own value still does."""
    return _tree_kept(new.value, other.value, old.value, one, own) and all(
        _tree_kept(a[1], b[1], c[1], one, own)
        for a, b, c in zip(new.changed, other.changed, old.changed, strict=False)
    )


def _tree_kept(new: Any, other: Any, old: Any, one: Scalar, own: Scalar) -> bool:
    if isinstance(new, dict) and isinstance(other, dict) and isinstance(old, dict):
        return all(_tree_kept(new[k], other.get(k), old.get(k), one, own) for k in new)
    if isinstance(new, list) and isinstance(other, list) and isinstance(old, list):
        return len({len(new), len(other), len(old)}) > 1 or all(
            _tree_kept(a, b, c, one, own) for a, b, c in zip(new, other, old, strict=True)
        )
    echoed = isinstance(other, str) and other == one and old == own and one != own
    return not echoed or new == own


def _forgotten(survey: Survey) -> Steps[str]:
    """Another input that mattered and does not any more; the new text is the one that is open."""
    matter = yield from mattering(survey.trial, survey.nearby)
    for nearby in survey.nearby:
        if id(nearby.place) not in matter:
            return f"it does not look at `{nearby.place.text}` any more"
    return ""


def _still(judgement: Judgement) -> str:
    name, probe = judgement.input.attribute, judgement.probe
    if judgement.kind is VerdictKind.NOT_CHECKED or probe is None:
        return f"it cannot be checked for {name}: {judgement.reason}"
    one, other = (repr(v) for v in probe.values)
    first, second = (_cut(o.text) for o in probe.outcomes)
    return f"{one} and {other} ({name}) still get different outcomes: {first} and {second}"


def _said(outcome: Outcome) -> str:
    return _cut(outcome.text) if outcome.kind == "raised" else f"returns {_cut(outcome.text)}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
