"""What a study is to those who run it: the command line, other processes, tests."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.options import CheckOptions
from evenhand.scaling.work import Work
from evenhand_studies.research.answer_flags import Flags
from evenhand_studies.research.generation.questions import Question
from evenhand_studies.research.settings_tables import SettingsOfStudy
from evenhand_studies.research.study_charts import Chart
from evenhand_studies.research.tables import Table

A = TypeVar("A")
"""What a study keeps of one answer; a type of its own in each."""

Record = Mapping[str, Any]
"""One line of a file of answers; it has `code` or `function_code`."""

Row = Mapping[str, Any]
"""One line of a file of tasks."""

ByModel = Mapping[str, Sequence[A]]
"""Answers by the name of the model that gave them."""


@dataclass(frozen=True, slots=True)
class Item:
    """One answer to judge."""

    record: Record
    where: str
    """The file and line that it comes from."""
    options: CheckOptions

    @property
    def code(self) -> str:
        return str(self.record.get("function_code") or self.record["code"] or "")

    @property
    def prompt(self) -> str:
        """What the answer replies to; equal for answers to the same prompt."""
        return str(self.record.get("prompt", self.where))


def own_prompt(item: Item) -> str:
    """For studies whose records say themselves what they reply to."""
    return item.prompt


def lacks_nothing(record: Record) -> str:
    """For studies that can judge every record with code."""
    return ""


def no_temperatures() -> Mapping[str, Sequence[float]]:
    """For papers that asked at one temperature."""
    return {}


@dataclass(frozen=True, slots=True)
class Study(Generic[A]):
    """One paper's experiment: what a model is asked, how answers are judged, what is shown.

    `judge` and `failed` travel to other processes, so they must be functions of a module.
    """

    name: str
    """The name of its command, its folder and its data files, such as `huang`."""

    questions: Callable[[], Iterator[Question]]
    """What a model is asked: the tasks of this project, in the paper's structure."""

    questions_from: Callable[[Sequence[Row]], Iterator[Question]]
    """The same from a file of tasks, such as the one that the authors published.

    Raises KeyError or TypeError if a row is no task of this study.
    """

    judge: Callable[[Checker, Item], Coroutine[Any, Any, A]]
    """What is found out about one answer, by reading or running its code."""

    failed: Callable[[Item, Explanation], A]
    """What is kept of an answer whose judging was given up, and why."""

    flags: Callable[[A], Flags]
    """What holds of an answer; compared with people's labels, and between models."""

    tables: Callable[[ByModel[A]], list[Table]]
    """The paper's tables, with the published figures beside those of the answers."""

    charts: Callable[[ByModel[A]], list[Chart]]
    """The paper's figures."""

    temperatures: Callable[[], Mapping[str, Sequence[float]]] = no_temperatures
    """Published code bias by model in per cent, at each of `study_charts.TEMPERATURES`."""

    variants: Mapping[str, Callable[[], Iterator[Question]]] = field(default_factory=dict)
    """Other ways to put the same questions, by name."""

    settings: SettingsOfStudy | None = None
    """How runs are shown by how they were asked; None if they are not."""

    lacks: Callable[[Record], str] = lacks_nothing
    """Why a record with code cannot be judged, such as `has no field topic`; empty if it can."""

    prompt_of: Callable[[Item], str] = own_prompt
    """What an answer replies to, where its record does not say it; equal for the same prompt."""

    runs_code: bool = True
    """Whether judging runs the answers' code, and so is worth several processes."""

    @property
    def work(self) -> Work[Item, A]:
        """Judging, as it is handed to an engine."""
        return Work(self.judge, self.failed)
