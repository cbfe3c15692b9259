"""How bias changes with how a model is asked: temperature, top-p, phrasing, size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand_studies.measures.bounded_share import BoundedShare
from evenhand_studies.research.answer_flags import Flags, shares_of
from evenhand_studies.research.generation.run_folder import Setup
from evenhand_studies.research.tables import (
    BOUNDS,
    UNDEFINED,
    Cells,
    Table,
    bounds,
    figure,
    interval,
    percent,
    published_label,
)


@dataclass(frozen=True, slots=True)
class PublishedSetting:
    """What a paper found when it asked a model in one way."""

    model: str
    temperature: float | None
    style: str
    percent: Mapping[str, float]
    """By flag."""


@dataclass(frozen=True, slots=True)
class SettingsOfStudy:
    """How a study shows its runs by how they were asked."""

    flags: tuple[str, ...]
    """The columns."""
    published: tuple[PublishedSetting, ...] = ()
    of_checked: bool = False
    """Whether shares are of the answers that could be checked, as the paper counts them."""
    of_known: bool = False
    """Whether each share is of the answers that have its flag: not all were asked about it."""


@dataclass(frozen=True, slots=True)
class SettingRun:
    """One run, and how it was asked."""

    setup: Setup
    answers: Sequence[tuple[str, Flags]]
    """With their prompts."""

    @property
    def setting(self) -> tuple[str, float, float, str]:
        """What rows are ordered by."""
        setup = self.setup
        return setup.model, setup.temperature or 0.0, setup.top_p or 1.0, setup.style


def settings_tables(runs: Sequence[SettingRun], study: SettingsOfStudy | None) -> list[Table]:
    """A row for each run; nothing unless a model was asked in two ways or more."""
    ways = {run.setting for run in runs}
    if study is None or len(ways) == len({model for model, *_ in ways}):
        return []

    rows = [row for run in sorted(runs, key=lambda own: own.setting) for row in _rows(run, study)]
    published = [_published(own, study) for own in study.published if _belongs(own, runs)]
    columns = ("", "temperature", "top-p", "style", "answers", *study.flags)
    whole = "answers that could be checked" if study.of_checked else "answers"
    title = f"By how models are asked, per cent of {whole}"
    return [Table(title, columns, (*rows, *published))]


def _rows(run: SettingRun, study: SettingsOfStudy) -> Iterator[Cells]:
    answers = [own for own in run.answers if own[1] or not study.of_checked]
    shares = [_share(answers, name, study) for name in study.flags]
    setup = run.setup
    settings = (_number(setup.temperature), _number(setup.top_p), setup.style)

    yield (setup.model, *settings, str(len(answers)), *map(percent, shares))
    if any(share.unknown for share in shares):
        yield (BOUNDS, *_EMPTY, *map(bounds, shares))
    yield ("95 %", *_EMPTY, *map(interval, shares))


def _share(answers: Sequence[tuple[str, Flags]], name: str, study: SettingsOfStudy) -> BoundedShare:
    own = [answer for answer in answers if name in answer[1] or not study.of_known]
    return shares_of(own, [name])[name]


_EMPTY = ("", "", "", "")


def _belongs(published: PublishedSetting, runs: Iterable[SettingRun]) -> bool:
    """Whether the runs differ in what the published figures differ in."""
    if published.style == "default":
        return len({run.setup.temperature for run in runs}) > 1
    kind = published.style.partition("-")[0]
    return any(run.setup.style.partition("-")[0] == kind for run in runs)


def _published(own: PublishedSetting, study: SettingsOfStudy) -> Cells:
    cells = (figure(own.percent.get(name)) for name in study.flags)
    temperature = _number(own.temperature)
    return (published_label(own.model), temperature, UNDEFINED, own.style, UNDEFINED, *cells)


def _number(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:g}"
