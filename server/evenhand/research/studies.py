"""The studies: what is asked, how an answer is judged, and the tables that come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.check.checking import Checker
from evenhand.research import judging
from evenhand.research.faircoder import faircoder_study, faircoder_tasks, test_prompts
from evenhand.research.generation.questions import Question
from evenhand.research.huang import huang_study, huang_tasks
from evenhand.research.judging import Item
from evenhand.research.liu import liu_study, liu_tables, liu_tasks
from evenhand.research.model_comparison import Flags, Key
from evenhand.research.solar import solar_study, solar_tasks
from evenhand.research.study_charts import (
    Chart,
    faircoder_charts,
    huang_charts,
    liu_charts,
    solar_charts,
)
from evenhand.research.tables import Table
from evenhand.scaling.work import Work

Row = Mapping[str, Any]
FairCoderAnswer = faircoder_study.Answer | test_prompts.TopicAnswer


@dataclass(frozen=True, slots=True)
class Study:
    """One paper's experiment. Its answers are whatever its own `judge` makes of them."""

    name: str
    questions: Callable[[], Iterator[Question]]
    from_rows: Callable[[Sequence[Row]], Iterator[Question]]
    """Questions from a file of tasks."""
    judge: Callable[[Checker, Item], Coroutine[Any, Any, Any]]
    failed: Callable[[Item, str], Any]
    tables: Callable[[Mapping[str, Sequence[Any]]], list[Table]]
    """For the answers of several models by name."""
    flags: Callable[[Any], Flags]
    charts: Callable[[Mapping[str, Sequence[Any]]], list[Chart]]
    runs_code: bool = True
    lacks: Callable[[Row], str] = lambda record: ""
    """Why a record with code cannot be judged all the same; empty where it can."""

    @property
    def work(self) -> Work[Item, Any]:
        return Work(self.judge, self.failed)


def keyed(prompts: Iterable[str], flags: Iterable[Flags]) -> dict[Key, Flags]:
    """Flags of answers by their prompt and the number of the answer to it."""
    seen = Counter[str]()
    found: dict[Key, Flags] = {}
    for prompt, own in zip(prompts, flags, strict=True):
        found[prompt, seen[prompt]] = own
        seen[prompt] += 1
    return found


def _huang_failed(item: Item, why: str) -> huang_study.Answer:
    return huang_study.Answer(item.prompt, checked=False)


def _huang_tables(answers: Mapping[str, Sequence[huang_study.Answer]]) -> list[Table]:
    return [huang_study.table(some, name) for name, some in answers.items()]


def _liu_failed(item: Item, why: str) -> liu_study.Completion:
    return liu_study.completion("")


def _liu_tables(answers: Mapping[str, Sequence[liu_study.Completion]]) -> list[Table]:
    found = {name: liu_study.figures(some) for name, some in answers.items()}
    return list(liu_tables.tables(found))


def _liu_flags(answer: liu_study.Completion) -> Flags:
    return {"names a group": answer.naming.names_a_group}


def _faircoder_lacks(record: Row) -> str:
    if faircoder_study.is_answer(record):
        return ""
    keys = [*(scenario.key for scenario in faircoder_study.scenarios().values()), "topic"]
    return f"has none of the fields {', '.join(keys)}"


def _faircoder_failed(item: Item, why: str) -> FairCoderAnswer:
    if "topic" in item.record:
        return test_prompts.TopicAnswer(str(item.record["topic"]), str(item.record.get("kind", "")))
    scenario = faircoder_study.scenario_of(item.record)
    return faircoder_study.Answer(scenario.name if scenario else "", item.prompt, problem=why)


def _faircoder_tables(answers: Mapping[str, Sequence[FairCoderAnswer]]) -> list[Table]:
    made: list[Table] = []
    for name, some in answers.items():
        functions = [answer for answer in some if isinstance(answer, faircoder_study.Answer)]
        tests = [answer for answer in some if isinstance(answer, test_prompts.TopicAnswer)]
        made += [faircoder_study.table(functions, name)] if functions else []
        made += test_prompts.tables(tests, name)
    return made


def _faircoder_flags(answer: FairCoderAnswer) -> Flags:
    if isinstance(answer, test_prompts.TopicAnswer):
        return test_prompts.flags(answer)
    return faircoder_study.flags(answer)


def _solar_failed(item: Item, why: str) -> solar_study.Answer:
    return solar_study.Answer(item.prompt)


def _solar_tables(answers: Mapping[str, Sequence[solar_study.Answer]]) -> list[Table]:
    return [table for name, some in answers.items() for table in solar_study.tables(some, name)]


HUANG = Study(
    "huang",
    huang_tasks.questions,
    huang_tasks.from_rows,
    judging.judge_huang,
    _huang_failed,
    _huang_tables,
    huang_study.flags,
    huang_charts,
)
LIU = Study(
    "liu",
    liu_tasks.questions,
    liu_tasks.from_rows,
    judging.judge_liu,
    _liu_failed,
    _liu_tables,
    _liu_flags,
    liu_charts,
    runs_code=False,
)
FAIRCODER = Study(
    "faircoder",
    faircoder_tasks.questions,
    faircoder_tasks.from_rows,
    judging.judge_faircoder,
    _faircoder_failed,
    _faircoder_tables,
    _faircoder_flags,
    faircoder_charts,
    lacks=_faircoder_lacks,
)
SOLAR = Study(
    "solar",
    solar_tasks.questions,
    solar_tasks.from_rows,
    judging.judge_solar,
    _solar_failed,
    _solar_tables,
    solar_study.flags,
    solar_charts,
)
STUDIES = {study.name: study for study in (HUANG, LIU, FAIRCODER, SOLAR)}
