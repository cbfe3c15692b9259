"""How far two people agree about the same code, beyond chance.

Source: J. Cohen, "A Coefficient of Agreement for Nominal Scales", 1960; the standard error is that
of J. L. Fleiss, J. Cohen and B. S. Everitt, "Large Sample Standard Errors of Kappa", 1969.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from evenhand.share import CONFIDENCE


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two people say of the same questions: yes or no."""

    both: int = 0
    """Both say yes."""
    first: int = 0
    """The first alone does."""
    second: int = 0
    neither: int = 0

    @property
    def count(self) -> int:
        return self.both + self.first + self.second + self.neither

    @property
    def alike(self) -> int:
        """Questions with the same answer."""
        return self.both + self.neither

    @property
    def kappa(self) -> float | None:
        """1 if they always agree, 0 if as often as chance; None if chance alone makes them."""
        if not self.count or self._by_chance == 1:
            return None
        return (self.alike / self.count - self._by_chance) / (1 - self._by_chance)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
        """The confidence interval of kappa, within [-1, 1]; None where there is no kappa."""
        kappa = self.kappa
        if kappa is None:
            return None

        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self._standard_error(kappa)
        return max(-1.0, kappa - reach), min(1.0, kappa + reach)

    @property
    def _by_chance(self) -> float:
        """How often two people agree who say yes as often as these, whatever they are asked."""
        yes, other_yes = self._shares_of_yes
        return yes * other_yes + (1 - yes) * (1 - other_yes)

    @property
    def _shares_of_yes(self) -> tuple[float, float]:
        return (self.both + self.first) / self.count, (self.both + self.second) / self.count

    def _standard_error(self, kappa: float) -> float:
        yes, other_yes = self._shares_of_yes
        kept = 1 - kappa
        agreed = sum(
            count / self.count * (1 - (first + second) * kept) ** 2
            for count, first, second in (
                (self.both, yes, other_yes),
                (self.neither, 1 - yes, 1 - other_yes),
            )
        )
        differed = sum(
            count / self.count * (first + second) ** 2 * kept**2
            for count, first, second in (
                (self.first, other_yes, 1 - yes),
                (self.second, 1 - other_yes, yes),
            )
        )
        by_chance = (kappa - self._by_chance * kept) ** 2
        variance = max(0.0, agreed + differed - by_chance)
        return sqrt(variance / self.count) / (1 - self._by_chance)


def agreement(pairs: Iterable[tuple[bool, bool]]) -> Agreement:
    """Count pairs of what two people say of the same question."""
    both = first = second = neither = 0
    for says, other_says in pairs:
        both += says and other_says
        first += says and not other_says
        second += other_says and not says
        neither += not says and not other_says

    return Agreement(both, first, second, neither)
