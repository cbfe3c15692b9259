"""Whether a new text may be offered as a repair: nothing is taken on trust.

Old and new text run side by side for the same contexts; then the new one is searched for a
difference, with other random contexts and a larger budget than the search that found the bias.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from evenhand.check.probing.argument_trees import Scalar, leaves
from evenhand.check.probing.input_state import Judgement, State
from evenhand.check.probing.outcome_comparison import Renaming, comparable, same_outcome
from evenhand.check.probing.requests import Loaded, Open, Outcome
from evenhand.check.probing.search import search
from evenhand.check.probing.search_state import Steps, Trial
from evenhand.check.sentences import explain
from evenhand.findings import VerdictKind
from evenhand.repair.proof.kept_echoes import echo_kept, mislabelled
from evenhand.repair.proof.old_outcomes import Before
from evenhand.repair.survey.surveying import CALLS, Survey, Varied, mattering

BAD = frozenset({VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.NOT_CHECKED})
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
    """Contexts in which everyone gets what the people of `like` got."""
    contexts: int
    like: tuple[Scalar, ...] = ()
    """Values of the attributes: those that explain the most contexts."""

    @property
    def share_unchanged(self) -> float:
        return self.unchanged / self.compared if self.compared else 1.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Old against new text."""

    kept: Kept
    problem: str = ""
    """Why the new text is no repair, in one sentence; empty where nothing was found."""


def compare(survey: Survey, olds: Before, text: str) -> Steps[Comparison]:
    """Run the new text for every context of the survey, and hold it against the old."""
    survey.trial.start_anew(CALLS)
    loaded: Loaded = yield Open(replace(survey.trial.module, source=text), watch=False)
    if loaded.problem is not None:
        return Comparison(Kept(0, 0, 0, 0), f"it does not load: {explain(loaded.problem)}")
    entries = [(s, e) for s in survey.states for e in survey.varied[s.input.path.text]]
    tries = [e.spot.with_value(v) for _, e in entries for v in e.outcomes]
    news = iter((yield from survey.trial.perform(tries)))
    compared = unchanged = 0
    like: Counter[tuple[Scalar, ...]] = Counter()
    for state, entry in entries:
        found = {v: next(news) for v in entry.outcomes}
        problem = _problem(survey, state, entry, found, olds)
        if problem:
            return Comparison(Kept(compared, unchanged, 0, len(entries)), problem)
        compared += len(found)
        unchanged += sum(same_outcome(found[v], o, Renaming(())) for v, o in entry.outcomes.items())
        like.update(_explained(survey, entry, found, olds))
    values, alike = like.most_common(1)[0] if like else ((), 0)
    problem = yield from _forgotten(survey)
    return Comparison(Kept(compared, unchanged, alike, len(entries), values), problem)


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
    known = {p.text: trial.domain(p) for p in trial.reading.paths if id(p) in trial.domains}
    return known | {s.input.path.text: tuple(s.domain) for s in trial.states}


def _problem(
    survey: Survey,
    state: State,
    entry: Varied,
    found: Mapping[Scalar, Outcome],
    olds: Before,
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
            return f"it cannot be run for {value!r}: {_cut(explain(new.explanation) or new.text)}"
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
        kept = not alone or echo_kept(new, before, old, one, value)
        if not kept or any(mislabelled(new, s, o) for s, o in zip(survey.states, own, strict=True)):
            return f"it writes another {attribute} into its result than the person has"
    return ""


def _explained(
    survey: Survey,
    entry: Varied,
    found: Mapping[Scalar, Outcome],
    olds: Before,
) -> set[tuple[Scalar, ...]]:
    """Values that the people of one context are all treated as; one of them stands for all."""
    value = next(iter(found), None)
    if value is None:
        return set()
    own = _own_values(survey, entry, value)
    known = olds.get(id(entry.spot.context), ())
    return {k[0] for k in known if _matches(found[value], k, own)}


Own = tuple[tuple[Scalar, ...], ...]
"""For each repaired input: the values that the people of a context have."""


def _own_values(survey: Survey, entry: Varied, value: Scalar) -> Own:
    tree = entry.spot.with_value(value).as_tree()
    return tuple(
        tuple(leaf.value for _, leaf in leaves(tree) if leaf.path is state.input.path)
        for state in survey.states
    )


def _matches(new: Outcome, known: tuple[tuple[Scalar, ...], Outcome], own: Own) -> bool:
    """Whether the outcome is one that was there before, people's own values aside."""
    values, before = known
    pairs = {(o, v) for many, v in zip(own, values, strict=True) for o in many}
    return same_outcome(new, before, Renaming(tuple(sorted(pairs, key=repr))))


def _forgotten(survey: Survey) -> Steps[str]:
    """Another input that mattered and does not any more; the new text is the one that is open."""
    matter = yield from mattering(survey.trial, survey.nearby)
    for nearby in survey.nearby:
        if id(nearby.path) not in matter:
            return f"it does not look at `{nearby.path.text}` any more"
    return ""


def _still(judgement: Judgement) -> str:
    name, probe = judgement.input.attribute, judgement.probe
    if judgement.kind is VerdictKind.NOT_CHECKED or probe is None:
        return f"it cannot be checked for {name}: {explain(judgement.explanation)}"
    one, other = (repr(v) for v in probe.values)
    first, second = (_cut(o.text) for o in probe.outcomes)
    return f"{one} and {other} ({name}) still get different outcomes: {first} and {second}"


def _said(outcome: Outcome) -> str:
    return _cut(outcome.text) if outcome.kind == "raised" else f"returns {_cut(outcome.text)}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
