"""A folder that keeps what a model was asked and answered, so that a run can go on in it.

`run.json` says what was asked of whom, `answers.jsonl` has one answer in each line, and
`sent.jsonl` one question, so that a budget counts what was never answered as well. A line is forced
to the disk before anything else happens; half a line at the end, from a run that was killed, is
taken away.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from evenhand.research.generation.json_lines import append, drop_half_a_line, lines_of
from evenhand.research.generation.questions import Generation, Key, generation

SETUP, ANSWERS, SENT, LOCK = "run.json", "answers.jsonl", "sent.jsonl", ".lock"


@dataclass(frozen=True, slots=True)
class Setup:
    """What may not change while a run goes on. More answers may be asked for, and more tasks."""

    study: str
    model: str
    base_url: str
    temperature: float | None
    tokens: int | None
    seed: int | None
    tasks: str = ""
    """A digest of all tasks, so that the same names mean the same tasks."""


class RunError(Exception):
    """Why a folder cannot be used for a run, in one sentence for the user."""


@dataclass(slots=True)
class Run:
    """An open run."""

    folder: Path
    setup: Setup
    answers: dict[Key, Generation] = field(default_factory=dict)
    sent: dict[Key, list[int]] = field(default_factory=dict)
    """For each time that a question was sent, the tokens that it was at most."""

    @property
    def file(self) -> Path:
        """Where the answers are."""
        return self.folder / ANSWERS

    def add(self, answer: Generation) -> None:
        """Keep one answer."""
        append(self.file, answer.record())
        self.answers[answer.key] = answer

    def note_sent(self, key: Key, tokens: int) -> None:
        """A question is about to be sent."""
        append(self.folder / SENT, {"task": key[0], "number": key[1], "tokens": tokens})
        self.sent.setdefault(key, []).append(tokens)

    def note_turned_away(self, key: Key) -> None:
        """The question that was sent last under a key was not taken, and costs nothing."""
        append(self.folder / SENT, {"task": key[0], "number": key[1], "turned_away": True})
        self.sent[key].pop()


@contextmanager
def opened(folder: Path, setup: Setup) -> Iterator[Run]:
    """The run in a folder, new or begun; raises `RunError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / LOCK, blocking=False):
            _agree(folder, setup)
            run = Run(folder, setup)
            for file in (run.file, folder / SENT):
                drop_half_a_line(file)
            run.answers.update((answer.key, answer) for answer in answers_in(folder))
            run.sent.update(_sent_in(folder))
            yield run
    except Timeout as error:
        raise RunError(f"another process is at work in {folder}") from error
    except OSError as error:
        raise RunError(f"{folder} cannot be used: {error.strerror or error}") from error


def setup_of(folder: Path) -> Setup:
    """What a run asked of whom; raises `RunError`."""
    try:
        return Setup(**json.loads((folder / SETUP).read_text("utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise RunError(f"{folder} holds no run ({SETUP}: {error})") from error


def answers_in(folder: Path) -> Iterator[Generation]:
    """The answers of a run, without half a line at the end; raises `RunError` for other lines."""
    file = folder / ANSWERS
    for number, line in lines_of(file):
        try:
            yield generation(json.loads(line))
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"{file}:{number}: no answer of a run ({error})") from error


def _sent_in(folder: Path) -> dict[Key, list[int]]:
    file, found = folder / SENT, dict[Key, list[int]]()
    for number, line in lines_of(file):
        try:
            record = json.loads(line)
            times = found.setdefault((record["task"], record["number"]), [])
            if record.get("turned_away"):
                times.pop()
            else:
                times.append(int(record["tokens"]))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise RunError(f"{file}:{number}: no question of a run ({error})") from error
    return found


def _agree(folder: Path, setup: Setup) -> None:
    """Note what is asked, or see that it is what was asked before."""
    if not (folder / SETUP).exists():
        if (folder / ANSWERS).exists():
            raise RunError(f"{folder} holds answers of something else; choose another with --out")
        text = json.dumps(asdict(setup), indent=2)
        (folder / SETUP).write_text(text + "\n", encoding="utf-8")
        return
    before = setup_of(folder)
    if before.study == setup.study and before.tasks != setup.tasks:
        raise RunError(f"{folder} holds a run with other tasks; choose another with --out")
    for name, value in asdict(setup).items():
        if getattr(before, name) != value:
            said = f"{name.replace('_', ' ')} {getattr(before, name)}, not {value}"
            raise RunError(f"{folder} holds a run with {said}; choose another with --out")
