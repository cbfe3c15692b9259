"""What a finding says, for a person in a hurry."""

from __future__ import annotations

from evenhand.probing.nodes import Scalar
from evenhand.probing.runs import Outcome


def biased(name: str, who: tuple[str, str], outcomes: tuple[Outcome, Outcome]) -> str:
    """`score` is 10 higher for 'male' than for 'female'; `who` as `people` says it."""
    shown = f"`{name}`"
    first, second = who
    one, other = outcomes
    if one.kind == "raised" and other.kind == "raised":
        return f"{shown} refuses for another reason {first} than {second}"
    difference = gap(one, other)
    if difference is not None:
        change = f"{_amount(abs(difference))} {'higher' if difference > 0 else 'lower'}"
        return f"{shown} is {change} {first} than {second}"
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


def gap(one: Outcome, other: Outcome) -> float | None:
    """How much larger the first number is, where both calls return numbers."""
    a, b = one.value, other.value
    if one.kind != "returned" or other.kind != "returned":
        return None
    if isinstance(a, bool) or isinstance(b, bool):
        return None
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and a != b:
        return float(a) - float(b)
    return None


GOOD = frozenset(
    (
        "approved approve accepted accept eligible high hired hire strong yes "
        "selected qualified excellent good pass passed likely recommended "
        "suitable admitted"
    ).split()
)
BAD = frozenset(
    (
        "denied deny rejected reject ineligible low weak no unqualified poor "
        "fail failed unlikely not declined unsuitable"
    ).split()
)


def direction(values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]) -> str:
    """Who gains and by how much: `male +10`; empty where outcomes are not ordered."""
    difference = gap(*outcomes)
    if difference is not None:
        favoured = values[0] if difference > 0 else values[1]
        return f"{favoured} +{_amount(abs(difference))}"
    ranks = [_rank(o.value) for o in outcomes]
    if None in ranks or ranks[0] == ranks[1]:
        return ""
    assert ranks[0] is not None
    assert ranks[1] is not None
    return f"{values[0] if ranks[0] > ranks[1] else values[1]} favoured"


def _rank(value: object) -> int | None:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        words = value.lower().replace("-", " ").split()
        if any(w in BAD for w in words):
            return -1
        if any(w in GOOD for w in words):
            return 1
    return None


def _who(title: str, text: str, value: Scalar) -> str:
    if isinstance(value, bool):
        return f"where `{text}` is {str(value).lower()}"
    return f"for {value!r}" if isinstance(value, str) else f"for {title} {value}"


def _amount(value: float) -> str:
    return f"{round(value, 4):g}" if abs(value) < 1e6 else f"{round(value, 2):,}"


def _short(outcome: Outcome) -> str:
    if outcome.kind == "raised":
        return outcome.error[0] if outcome.error else "an error"
    return outcome.text
