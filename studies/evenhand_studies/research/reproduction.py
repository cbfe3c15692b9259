"""Whether a run can be repeated: what was found about its answers then, and what is found now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand import __version__
from evenhand_studies.research.answer_flags import Flags, shares_of
from evenhand_studies.research.generation.questions import Key
from evenhand_studies.research.item_records import as_json
from evenhand_studies.research.tables import UNDEFINED, Cells, Table, percent

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one answer."""

    key: Key
    flags: Flags
    found: Any
    """All that the study keeps of it, as JSON."""
    evenhand: str
    """The version that found it."""

    def record(self) -> dict[str, Any]:
        """As it is kept in a run's folder."""
        task, number = self.key
        return {
            "task": task,
            "number": number,
            "evenhand": self.evenhand,
            "flags": dict(self.flags),
            "found": self.found,
        }


def findings_of(
    answers: Iterable[Record], flags: Iterable[Flags], found: Iterable[object]
) -> Iterator[Finding]:
    """What is found now about the answers of a run."""
    for answer, own, what in zip(answers, flags, found, strict=True):
        yield Finding((answer["task"], answer["number"]), own, as_json(what), __version__)


def finding(record: Record) -> Finding:
    """The reverse of `Finding.record`; raises KeyError if a field is missing."""
    key = (record["task"], record["number"])
    return Finding(key, record["flags"], record["found"], record["evenhand"])


@dataclass(frozen=True, slots=True)
class Repetition:
    """The findings about the same answers, then and now."""

    pairs: Sequence[tuple[Finding, Finding]]

    @property
    def differing(self) -> list[tuple[Finding, Finding]]:
        """The answers whose verdicts differ."""
        return [(then, now) for then, now in self.pairs if then.flags != now.flags]

    @property
    def other_evidence(self) -> int:
        """Answers with the same verdicts but another witness, reason or figure."""
        return sum(then.flags == now.flags and then.found != now.found for then, now in self.pairs)

    def tables(self) -> list[Table]:
        """By flag, the shares then and now; and every verdict that differs."""
        names = dict.fromkeys(name for pair in self.pairs for own in pair for name in own.flags)
        by_flag = Table(
            "Answers judged again, per cent",
            ("", "answers", "then", "now", "differ"),
            tuple(self._cells(name) for name in names),
            self._sentence(),
        )
        return [by_flag, *self._differences()]

    def _cells(self, name: str) -> Cells:
        then, now = (
            shares_of(((pair[side].key[0], pair[side].flags) for pair in self.pairs), [name])[name]
            for side in (0, 1)
        )
        count = sum(first.flags.get(name) != other.flags.get(name) for first, other in self.pairs)
        return (name, str(len(self.pairs)), percent(then), percent(now), str(count))

    def _sentence(self) -> str:
        differing = len(self.differing)
        verdicts = f"{differing} of {len(self.pairs)} answers have other verdicts than then"
        return f"{verdicts}; {self.other_evidence} more have the same with other evidence."

    def _differences(self) -> Iterator[Table]:
        rows = tuple(row for then, now in self.differing for row in _rows(then, now))
        if rows:
            columns = ("", "answer", "flag", "then", "now")
            yield Table("Verdicts that differ", columns, rows)


def repetition(kept: Iterable[Finding], now: Iterable[Finding]) -> Repetition:
    """Of the answers with findings from both times."""
    before = {own.key: own for own in kept}
    return Repetition([(before[own.key], own) for own in now if own.key in before])


def circumstances(rows: Iterable[tuple[str, Iterable[object], Iterable[object]]]) -> Table:
    """How a run was made and how it is repeated: for each name, the values then and now."""
    cells = tuple((name, _listed(then), _listed(now)) for name, then, now in rows)
    return Table("How the run was made, and how it is repeated", ("", "then", "now"), cells)


def _rows(then: Finding, now: Finding) -> Iterator[Cells]:
    task, number = then.key
    for name in dict.fromkeys((*then.flags, *now.flags)):
        before, after = then.flags.get(name), now.flags.get(name)
        if before != after:
            yield (task, str(number), name, _truth(before), _truth(after))


def _truth(value: bool | None) -> str:
    if value is None:
        return "not checked"
    return "yes" if value else "no"


def _listed(values: Iterable[object]) -> str:
    texts = dict.fromkeys("none" if value is None else str(value) for value in values)
    return ", ".join(filter(None, texts)) or UNDEFINED
