"""Student's t distribution, for figures of few prompts.

Source: W. H. Press et al., "Numerical Recipes", third edition, section 6.4 (the incomplete beta
function as a continued fraction) and 6.14.3 (Student's distribution).
"""

from __future__ import annotations

from functools import cache
from math import exp, lgamma, log

_TINY = 1e-300
_STEPS = 500
_PRECISION = 1e-14


def two_sided_p(t: float, degrees: int) -> float:
    """How probable a value as far from 0 as `t`, or further, is; in [0, 1]."""
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))


@cache
def t_quantile(confidence: float, degrees: int) -> float:
    """How far from 0 values lie with the probability `confidence`, such as 2.228 for 0.95 and 10.

    `degrees` is 1 or more.
    """
    low, high = 0.0, 1.0
    while two_sided_p(high, degrees) > 1 - confidence:
        low, high = high, 2 * high

    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        if two_sided_p(middle, degrees) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return min(1.0, max(0.0, x))

    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _continued_fraction(a, b, x) / a
    return 1 - front * _continued_fraction(b, a, 1 - x) / b


def _continued_fraction(a: float, b: float, x: float) -> float:
    """Lentz's method."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    fraction = d

    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / _not_zero(1 + step * d)
            c = _not_zero(1 + step / c)
            fraction *= c * d
        if abs(c * d - 1) < _PRECISION:
            break

    return fraction


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
