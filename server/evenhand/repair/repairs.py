"""What comes of repairing one function: repairs that are proved, and candidates that are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.lines import lines_of
from evenhand.models.language_model import Usage
from evenhand.options import Baseline
from evenhand.repair.objections import Objection
from evenhand.repair.proof.obligations import Proof

OFFLINE = "offline"
"""The strategy of a repair that no model wrote."""


@dataclass(frozen=True, slots=True)
class ModelWork:
    """How a model came to write a repair."""

    strategy: str
    """How it was asked."""
    rounds: int
    usage: Usage
    """Of all rounds."""
    dollars: float | None
    """What the usage cost; None if prices or usage are not known."""
    note: str = ""
    """What the model wants the user to know, in its own words; empty if nothing."""

    @property
    def summary(self) -> str:
        """`2 attempts, 1,514 tokens, $0.0061`."""
        return ", ".join(_summary(self))


@dataclass(frozen=True, slots=True)
class Repair:
    """A new text of the file that is proved to treat everyone alike."""

    title: str
    """What it does, as an order: `Treat everyone as 'male' is treated today`."""
    effect: str
    """What changes for whom, a line for each change: `'female' gains 1`, `nobody loses`."""
    text: str
    """The whole file."""
    proof: Proof | None
    """None if what the code does is not changed: a comment allows the difference."""
    model_work: ModelWork | None = None
    """None if no model wrote it."""
    awaits_word: bool = False
    """A person has to agree: to the reason for which it allows a difference, or to what it does."""
    removes_rules: bool = False
    """Whether rules are gone in it, and nothing is written in their place."""
    reads_oddly: bool = False
    """A constant stands in it in place of the attribute, or a parameter is overwritten."""
    only_takes: bool = False
    """Everybody gets the same, by which some lose and nobody gains."""
    attributes: tuple[str, ...] = ()
    """Those by which alone it removes the rules, if others of the function stay."""
    reason_to_allow: str = ""
    """Of an allowance, which repairs nothing: why the task rests on the attribute."""

    @property
    def is_allowance(self) -> bool:
        """Whether a comment allows the difference, and nothing is repaired."""
        return self.proof is None

    @property
    def effects(self) -> list[str]:
        """The effect in lines, one for each group."""
        return lines_of(self.effect)

    @property
    def strategy(self) -> str:
        """`offline`, or how the model was asked."""
        return self.model_work.strategy if self.model_work is not None else OFFLINE

    @property
    def by_model(self) -> str:
        """Attempts, tokens and cost of the model that wrote it; empty if none did."""
        return self.model_work.summary if self.model_work is not None else ""

    @property
    def note(self) -> str:
        """What the model says that the user should know; empty if nothing, or if none wrote it."""
        work = self.model_work
        return f"Note of the model: {work.note}" if work is not None and work.note else ""

    @property
    def evidence(self) -> str:
        """What was tried, in words; empty if there was nothing to try."""
        return "; ".join(_evidence(self.proof)) if self.proof is not None else ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that is not offered, and why."""

    title: str
    objection: Objection

    @property
    def reason(self) -> str:
        """The objection in words."""
        return self.objection.sentence


@dataclass(frozen=True, slots=True)
class WayOut:
    """A baseline that leads to a repair, for a person to choose."""

    baseline: Baseline
    words: str
    """What it does to whom: `Treat everyone as age 65 and below is treated today; nobody gains`."""
    takes_away: bool = False
    """Whether it ends a protection, a relief or an age limit; the words begin with that."""
    attributes: tuple[str, ...] = ()
    """Those to name, if it leaves the rules by others."""


@dataclass(frozen=True, slots=True)
class Repairs:
    """All that came of one function."""

    function: str
    attributes: tuple[str, ...] = ()
    """Those that make no difference any more in a repair."""
    offered: tuple[Repair, ...] = ()
    """That of the baseline first; without a chosen one, what only takes comes last."""
    rejected: tuple[Rejected, ...] = ()
    problem: str = ""
    """Why there is no repair at all, in words; empty if there is one."""
    ways_out: tuple[WayOut, ...] | None = None
    """Where nothing is taken unasked, what a person can choose; None: nobody has looked for it."""
    stays: str = ""
    """What further attributes go on deciding, as a clause; empty if nothing."""
    open_attributes: tuple[str, ...] = ()
    """Attributes beside those of a repair, of which a person has to say what becomes of them."""

    @property
    def awaits_word(self) -> bool:
        """Whether something is offered, but nothing that nobody has to agree to."""
        return bool(self.offered) and all(repair.awaits_word for repair in self.offered)


def _summary(work: ModelWork) -> Iterator[str]:
    yield "1 attempt" if work.rounds == 1 else f"{work.rounds} attempts"
    if work.usage.sent is not None and work.usage.received is not None:
        yield f"{work.usage.sent + work.usage.received:,} tokens"
    if work.dollars is not None:
        yield f"${work.dollars:.4f}"


def _evidence(proof: Proof) -> Iterator[str]:
    yield f"Proved by {proof.pairs} pairs of calls"
    if proof.treated_as:
        yield f"everyone gets what {proof.treated_as} got"
