"""What comes of repairing one function: repairs that are proved, and candidates that are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.models.language_model import Usage
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

    @property
    def summary(self) -> str:
        """`cot2, 2 rounds, 1,204 + 310 tokens, $0.0061`."""
        return ", ".join(_summary(self))


@dataclass(frozen=True, slots=True)
class Repair:
    """A new text of the file that is proved to treat everyone alike."""

    title: str
    """What it does, as an order: `Treat everyone as 'male' is treated today`."""
    effect: str
    """What changes for whom: `female +1; nobody loses`; empty if no change can be ordered."""
    text: str
    """The whole file."""
    proof: Proof
    model_work: ModelWork | None = None
    """None if no model wrote it."""

    @property
    def strategy(self) -> str:
        """`offline`, or how the model was asked."""
        return self.model_work.strategy if self.model_work is not None else OFFLINE

    @property
    def by_model(self) -> str:
        """Strategy, rounds, tokens and cost of the model that wrote it; empty if none did."""
        return self.model_work.summary if self.model_work is not None else ""

    @property
    def evidence(self) -> str:
        """What was tried, in words."""
        return "; ".join(_evidence(self.proof))


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
class Repairs:
    """All that came of one function."""

    function: str
    attributes: tuple[str, ...] = ()
    """Those that make no difference any more in a repair."""
    offered: tuple[Repair, ...] = ()
    """The most favourable first."""
    rejected: tuple[Rejected, ...] = ()
    problem: str = ""
    """Why there is no repair at all, in words; empty if there is one."""


def _summary(work: ModelWork) -> Iterator[str]:
    yield work.strategy
    yield "1 round" if work.rounds == 1 else f"{work.rounds} rounds"
    if work.usage.sent is not None and work.usage.received is not None:
        yield f"{work.usage.sent:,} + {work.usage.received:,} tokens"
    if work.dollars is not None:
        yield f"${work.dollars:.4f}"


def _evidence(proof: Proof) -> Iterator[str]:
    kept = proof.kept
    yield f"No difference in {proof.pairs} pairs of calls"
    share = round(100 * kept.share_unchanged)
    yield f"the outcome is what it was in {share} % of {kept.compared} calls"

    if kept.alike < kept.contexts:
        people = " and ".join(map(repr, kept.like))
        share = round(100 * kept.alike / kept.contexts)
        yield f"everyone gets what {people} got in {share} % of the contexts"

    before, after = proof.complexity
    yield f"complexity {before}" + (f" → {after}" if after != before else " as before")
    old_lines, new_lines = proof.lines
    if old_lines != new_lines:
        yield f"{old_lines} → {new_lines} lines"
