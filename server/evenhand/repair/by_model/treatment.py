"""Says how everyone is to be treated from now on: as whom, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenhand.check.search.input_state import InputState
from evenhand.doors.printable import listed
from evenhand.options import Baseline
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.treatment_choices import Choice, choices
from evenhand.repair.survey.value_groups import Group, groups

MOST_GROUPS = 5
"""Groups of one input that are named."""
MOST_INPUTS = 12
"""Other inputs that are named."""

ONE_GROUP = """\
Treat everyone as one group is treated today, the same group for everybody and in every context:"""
GETS = """\
What the group gets stays as it is. Groups that are not named, and values that the code does not
know, are treated like everyone."""
FIRST = "Take the first of each."
FIRST_OR_PLAIN = "Take the first of each, unless with another a rule goes as a whole."
WITHOUT_RULE = "Take of each that with which a rule goes as a whole."
INSTEAD = """\
Bring in no other input instead, nor a date, chance or a name that stands for who somebody is."""
STAYS = """\
{inputs} may go on to matter, as {they} for that group."""
CONSTANT = """\
Nothing else matters for the outcome, so it may become the same for everyone."""


def inputs_of_people(case: Case) -> list[str]:
    """What must not matter any more: `` `relationship` (marital status) ``, the first first."""
    inputs = (state.input for state in case.survey.states)
    return list(dict.fromkeys(_named(i.path.text, i.attribute) for i in inputs))


def treatment(case: Case) -> Iterator[str]:
    """Paragraphs on whose treatment everyone is to get, and what may go on to matter."""
    best = _best_choice(case)
    by_input = {s.input.path.text: _groups(case, s, best) for s in case.survey.states}
    lines = [f"- `{text}`: {_listed(of_input)}" for text, of_input in by_input.items() if of_input]
    if lines:
        yield ONE_GROUP
        yield "\n".join(lines)
        yield f"{_choice(case, best)} {GETS}"

    others = _other_inputs(case)
    if not others:
        yield f"{INSTEAD} {CONSTANT}"
        return
    they = "it does" if len(others) == 1 else "they do"
    yield f"{INSTEAD} {STAYS.format(inputs=_enumerated(others), they=they)}"


def _best_choice(case: Case) -> Choice | None:
    """As whom everyone is treated by the user's policy; None if that leads nowhere."""
    return next(iter(choices(case.survey, case.attribute, case.job.options.baseline)), None)


def _choice(case: Case, best: Choice | None) -> str:
    """Which of the groups to take."""
    baseline = case.job.options.baseline
    if baseline is Baseline.REMOVED:
        return WITHOUT_RULE
    is_clear = baseline is not Baseline.AUTO or (best is not None and best.is_known)
    return FIRST if is_clear else FIRST_OR_PLAIN


def _groups(case: Case, state: InputState, best: Choice | None) -> list[Group]:
    """The groups of one input, that of the best choice first."""
    path = state.input.path.text
    of_best = best.groups if best is not None else ()
    first = [group for group in of_best if group.input_text == path]
    rest = [group for group in groups(case.survey, state) if group not in first]
    return [*first, *rest]


def _listed(of_input: Sequence[Group]) -> str:
    """`age 28 to 35 | age 36 to 70`; of many, that there are more."""
    more = " | and so on" if len(of_input) > MOST_GROUPS else ""
    return " | ".join(group.label for group in of_input[:MOST_GROUPS]) + more


def _other_inputs(case: Case) -> list[str]:
    """Inputs that matter today and are not to be repaired."""
    texts = dict.fromkeys(f"`{nearby.path.text}`" for nearby in case.survey.nearby)
    return list(texts)


def _named(text: str, attribute: str) -> str:
    """An input with its attribute, if the name of the input is another."""
    words = attribute.replace("_", " ")
    return f"`{text}`" if attribute in text.lower() else f"`{text}` ({words})"


def _enumerated(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; of many, how many more."""
    shown = list(names[:MOST_INPUTS])
    if len(names) > len(shown):
        shown.append(f"{len(names) - len(shown)} more inputs")
    return listed(shown)
