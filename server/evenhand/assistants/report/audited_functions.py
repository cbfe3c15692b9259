"""One function of one suggestion, and what became of it. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from evenhand.assistants.ledger.records import Entry, Fate, RecordedFate, RecordedVerdict

UNKNOWN = "not known"
OPEN = "open"


@dataclass(frozen=True, slots=True)
class AuditedFunction:
    """One function of one suggestion."""

    entry: Entry
    name: str
    unequal: tuple[RecordedVerdict, ...]
    """Verdicts that say that it treats people differently."""
    fate: RecordedFate | None

    @property
    def is_biased(self) -> bool:
        """Whether it treats people differently for any attribute."""
        return bool(self.unequal)

    @property
    def week(self) -> str:
        """The week in which it was suggested."""
        return week_of(self.entry.suggestion.time)

    @property
    def workspace(self) -> str:
        """The folder that was open, as far as it is known."""
        return self.entry.suggestion.workspace or UNKNOWN

    @property
    def assistant(self) -> str:
        """The assistant and its model, as far as they are known."""
        suggestion = self.entry.suggestion
        return " · ".join(filter(None, (suggestion.assistant, suggestion.model))) or UNKNOWN

    @property
    def state(self) -> str:
        """`repaired`, `allowed`, `edited`, `deleted`, or `open` if it is as it was suggested."""
        if self.fate is None or self.fate.fate is Fate.KEPT:
            return OPEN
        return self.fate.fate.value


def audited_functions(entry: Entry) -> list[AuditedFunction]:
    """The functions of a suggestion, without those that no assistant wrote."""
    unequal: dict[str, list[RecordedVerdict]] = defaultdict(list)
    for verdict in entry.unequal:
        unequal[verdict.function].append(verdict)

    fates = {fate.function: fate for fate in entry.fates}
    names = dict.fromkeys((*entry.suggestion.functions, *unequal))
    return [
        AuditedFunction(entry, name, tuple(unequal[name]), fates.get(name))
        for name in names
        if name not in entry.disowned
    ]


def week_of(day: date) -> str:
    """The week by ISO 8601: `2026-W47`."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"
