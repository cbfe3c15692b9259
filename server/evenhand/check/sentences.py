"""What a finding says, for a person in a hurry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evenhand.check.probing.argument_trees import Scalar
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.who_gains import Leaning, amount

if TYPE_CHECKING:
    from evenhand.check.reading.inputs import Input

INSIDE = "it runs only inside"
"""How the reason of a nested function begins, which is checked with the one around it."""


def biased(
    name: str, who: tuple[str, str], outcomes: tuple[Outcome, Outcome], lean: Leaning | None
) -> str:
    """`score` is 10 higher for 'male' than for 'female'; `who` as `people` says it."""
    shown = f"`{name}`"
    first, second = who
    one, other = outcomes
    if one.kind == "raised" and other.kind == "raised":
        return f"{shown} refuses for another reason {first} than {second}"
    if lean is not None and lean.amount is not None:
        change = f"{amount(lean.amount)} {'higher' if lean.first else 'lower'}"
        what = f"makes `{lean.where}`" if lean.where else "is"
        return f"{shown} {what} {change} {first} than {second}"
    texts = tuple(_short(o) for o in outcomes)
    if one.printed != other.printed and one.text == other.text:
        return f"{shown} prints something else {first} than {second}"
    if texts[0] != texts[1] and len(texts[0]) + len(texts[1]) <= 90:
        return f"{shown} gives {texts[0]} {first} and {texts[1]} {second}"
    return f"{shown} gives another result {first} than {second}"


def refuses(name: str, refused: str, served: str, outcome: Outcome) -> str:
    """`consent` raises ValueError for age 15 and serves age 30."""
    error = outcome.error[0] if outcome.error else "an error"
    return f"`{name}` raises {error} {refused}, and works {served}"


def people(title: str, text: str, values: tuple[Scalar, Scalar]) -> tuple[str, str]:
    """Whom the two calls are about: `for 'male'`, `for age 30`, `where `veteran` is true`."""
    first, second = (_who(title, text, v) for v in values)
    both_flags = all(isinstance(v, bool) for v in values)
    return first, f"where it is {str(values[1]).lower()}" if both_flags else second


def groups(name: str, title: str) -> str:
    return f"`{name}` sorts people by {title} but treats every group alike"


def not_checked(entry: Input, reason: str) -> str:
    """Which branch the attribute decides, if any, and why the function was not run."""
    branch = entry.path.branch
    if branch is None:
        return f"not checked: {reason}"
    return f"`{entry.path.text}` decides the branch on line {branch.line}; not checked: {reason}"


def _who(title: str, text: str, value: Scalar) -> str:
    if isinstance(value, bool):
        return f"where `{text}` is {str(value).lower()}"
    return f"for {value!r}" if isinstance(value, str) else f"for {title} {value}"


def _short(outcome: Outcome) -> str:
    if outcome.kind == "raised":
        return outcome.error[0] if outcome.error else "an error"
    return outcome.text
