"""What is left to repair once what the task rests on is allowed, whoever writes the repair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evenhand.check.checking import Checker
from evenhand.repair.allowing import (
    Basis,
    allowance,
    await_word,
    bases,
    title_with_allowance,
    with_allowances,
)
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import Case, examine


@dataclass(frozen=True, slots=True)
class Scope:
    """A case, and what of it is allowed rather than repaired."""

    whole: Case
    text: str
    """Of the file, with the comments that allow."""
    kept: tuple[Basis, ...] = ()

    @property
    def is_all_allowed(self) -> bool:
        """Whether nothing is left to repair."""
        return self.whole.wanted <= {basis.attribute for basis in self.kept}

    @property
    def attribute(self) -> str | None:
        """The attribute for which the repair was asked, if it is not allowed."""
        is_kept = self.whole.attribute in {basis.attribute for basis in self.kept}
        return None if is_kept else self.whole.attribute

    @property
    def allowed(self) -> Repairs:
        """The offer to allow all of it."""
        return Repairs(
            self.whole.function.name, self._attributes, (allowance(self.text, self.kept),)
        )

    def beside_allowances(self, made: Repairs) -> Repairs:
        """Repairs of the rest, whose text allows the others."""
        if not self.kept:
            return made
        offered = tuple(map(self._with_allowance, made.offered))
        attributes = {*made.attributes, *(basis.attribute for basis in self.kept)}
        return replace(made, attributes=tuple(sorted(attributes)), offered=offered)

    @property
    def _attributes(self) -> tuple[str, ...]:
        return tuple(sorted(self.whole.wanted))

    def _with_allowance(self, repair: Repair) -> Repair:
        title = title_with_allowance(repair.title, self.kept)
        return replace(repair, title=title, awaits_word=repair.awaits_word or await_word(self.kept))


def scope_of(case: Case, kept: Sequence[Basis] | None = None) -> Scope:
    """What of a case is allowed; without `kept`, whatever the task rests on."""
    kept = bases(case) if kept is None else kept
    text = with_allowances(case, kept)
    return Scope(case, case.source) if text is None else Scope(case, text, tuple(kept))


async def to_be_asked(checker: Checker, scope: Scope) -> Case:
    """The case that a model is asked about; raises `NoRepairError`."""
    if not scope.kept:
        return scope.whole
    job, name = scope.whole.job, scope.whole.function.name
    return await examine(checker, scope.text, job.path, job.options, name, scope.attribute)
