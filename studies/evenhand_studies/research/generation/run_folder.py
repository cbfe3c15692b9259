"""A folder that keeps what a model was asked and answered, so that a run can be resumed.

    run.json        what was asked of whom
    answers.jsonl   an answer in each line
    sent.jsonl      when a question was sent, so that a budget also counts what was never answered
    prompts.jsonl   the whole text of each question, with its hash
    sessions.jsonl  for each session: when, where and with which versions it asked
    verdicts.jsonl  what was found out about each answer when it was first judged

Each line is on the disk before anything else happens. Half a line at the end, from a run that was
killed, is removed when the run is opened again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from evenhand.doors.files import Unreadable, is_there, read_text
from evenhand.doors.project import root_around
from evenhand.doors.writing import leads_out, write_file
from evenhand_studies.research.generation.json_lines import append, drop_half_a_line, lines_of
from evenhand_studies.research.generation.prompt_styles import PromptStyle
from evenhand_studies.research.generation.questions import (
    Generation,
    Key,
    Question,
    generation,
    prompt_record,
)

SETUP = "run.json"
ANSWERS = "answers.jsonl"
SENT = "sent.jsonl"
PROMPTS = "prompts.jsonl"
SESSIONS = "sessions.jsonl"
VERDICTS = "verdicts.jsonl"
LOCK = ".lock"


class RunError(Exception):
    """Why a folder cannot be used for a run, in one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What may not change during a run. More answers may be asked for, and more tasks."""

    study: str
    model: str
    base_url: str
    temperature: float | None
    tokens: int | None
    seed: int | None
    tasks: str = ""
    """A digest of all tasks, so that the same names mean the same tasks."""
    top_p: float | None = None
    """None: the endpoint's own, as in older runs."""
    style: str = PromptStyle.DEFAULT
    """What the tasks were asked along with, or shown behind."""
    completions: bool = False
    """Whether a base model was to go on with a text, and not to answer in a chat."""


@dataclass(slots=True)
class Run:
    """An open run."""

    folder: Path
    setup: Setup
    answers: dict[Key, Generation] = field(default_factory=dict)
    sent: dict[Key, list[int]] = field(default_factory=dict)
    """For each time that a question was sent, the most tokens that it may have had."""

    @property
    def file(self) -> Path:
        """The file of the answers."""
        return self.folder / ANSWERS

    def add(self, answer: Generation) -> None:
        """Keep one answer; raises OSError if it cannot be written."""
        append(self.file, answer.record())
        self.answers[answer.key] = answer

    def note_sent(self, key: Key, tokens: int) -> None:
        """Keep that a question is about to be sent; raises OSError."""
        self._note(key, tokens=tokens)
        self.sent.setdefault(key, []).append(tokens)

    def note_turned_away(self, key: Key) -> None:
        """Keep that the question which was sent last under a key costs nothing; raises OSError."""
        self._note(key, turned_away=True)
        self.sent[key].pop()

    def begin_session(self, questions: Iterable[Question], session: dict[str, Any]) -> None:
        """Keep what is asked in full, each once, and how; raises OSError."""
        kept = {json.loads(line)["task"] for _, line in lines_of(self.folder / PROMPTS)}
        for question in questions:
            if question.task not in kept:
                append(self.folder / PROMPTS, prompt_record(question))
                kept.add(question.task)
        append(self.folder / SESSIONS, session)

    def _note(self, key: Key, **event: int) -> None:
        task, number = key
        append(self.folder / SENT, {"task": task, "number": number, **event})


@contextmanager
def opened(folder: Path, setup: Setup) -> Iterator[Run]:
    """The run in a folder, new or resumed.

    Raises `RunError` if another process uses the folder, or if it holds another run.
    """
    try:
        refuse_ways_out(folder)
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / LOCK, blocking=False):
            _begin_or_resume(folder, setup)
            yield _read(folder, setup)
    except Timeout as error:
        raise RunError(f"another process is at work in {folder}") from error
    except OSError as error:
        raise RunError(f"{folder} cannot be used: {error.strerror or error}") from error


def setup_of(folder: Path) -> Setup:
    """What a run asked of whom; raises `RunError` if the folder holds none."""
    text = read_text(folder / SETUP)
    if isinstance(text, Unreadable):
        raise RunError(f"{folder} holds no run ({SETUP}: {text.reason})")
    try:
        return Setup(**json.loads(text))
    except (ValueError, TypeError, RecursionError) as error:
        raise RunError(f"{folder} holds no run ({SETUP}: {error})") from error


def answers_in(folder: Path) -> Iterator[Generation]:
    """The answers of a run, without half a line at the end; raises `RunError` for other lines."""
    file = folder / ANSWERS
    for number, line in lines_of(file):
        try:
            yield generation(json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RunError(f"{file}:{number}: no answer of a run ({error})") from error


def refuse_ways_out(folder: Path) -> None:
    """Raise `RunError` if a link leads from the folder, or from one of its files, elsewhere."""
    files = (folder / name for name in (SETUP, ANSWERS, SENT, PROMPTS, SESSIONS, VERDICTS, LOCK))
    if leads_out(folder, root_around(folder, Path.cwd())) or any(
        leads_out(file, folder) for file in files
    ):
        raise RunError(f"{folder} cannot be used: a link in it leads elsewhere")


def _read(folder: Path, setup: Setup) -> Run:
    run = Run(folder, setup)
    for file in (run.file, folder / SENT, folder / PROMPTS, folder / SESSIONS):
        drop_half_a_line(file)

    run.answers.update((answer.key, answer) for answer in answers_in(folder))
    run.sent.update(_sent_in(folder))
    return run


def _sent_in(folder: Path) -> dict[Key, list[int]]:
    """The `sent` of a run; raises `RunError` for lines that are none of its questions."""
    file = folder / SENT
    sent: dict[Key, list[int]] = {}

    for number, line in lines_of(file):
        try:
            _replay(json.loads(line), sent)
        except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
            raise RunError(f"{file}:{number}: no question of a run ({error})") from error

    return sent


def _replay(event: dict[str, Any], sent: dict[Key, list[int]]) -> None:
    """Do what `note_sent` or `note_turned_away` did when it wrote this line."""
    times = sent.setdefault((event["task"], event["number"]), [])
    if event.get("turned_away"):
        times.pop()
    else:
        times.append(int(event["tokens"]))


def _begin_or_resume(folder: Path, setup: Setup) -> None:
    """Write down what is asked, or check that it is what was asked before."""
    if is_there(folder / SETUP):
        _check_same(folder, setup_of(folder), setup)
    elif is_there(folder / ANSWERS):
        raise RunError(f"{folder} holds answers of something else; choose another with --out")
    else:
        text = json.dumps(asdict(setup), indent=2)
        problem = write_file(folder / SETUP, f"{text}\n".encode(), folder)
        if problem is not None:
            raise RunError(f"{folder / SETUP} was not written: {problem.reason}")


def _check_same(folder: Path, before: Setup, setup: Setup) -> None:
    """Raise `RunError` unless both are equal."""
    if before.study == setup.study and before.tasks != setup.tasks:
        raise RunError(f"{folder} holds a run with other tasks; choose another with --out")

    for name, value in asdict(setup).items():
        old = getattr(before, name)
        if old != value:
            difference = f"{name.replace('_', ' ')} {old}, not {value}"
            raise RunError(f"{folder} holds a run with {difference}; choose another with --out")
