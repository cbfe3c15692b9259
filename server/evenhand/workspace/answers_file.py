"""Keeps what a user has answered to findings, outside of all repositories: a file for each."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import platformdirs

from evenhand.doors.files import Unreadable, read_text, real_path
from evenhand.doors.writing import write_file
from evenhand.lines import lines_of
from evenhand.user_answers import Answer, AnswerKind
from evenhand.workspace.own_files import BusyError, locked

CI = "CI"
"""The variable of the environment that says that nobody sits here: answers are not used."""


class AnswersError(Exception):
    """Why answers cannot be read or kept, in one sentence for the user."""


def answers_file(root: Path) -> Path:
    """Where the answers about a repository are; raises `AnswersError`."""
    real = real_path(root)
    if isinstance(real, Unreadable):
        raise AnswersError(f"{root} cannot be read ({real.reason})")
    name = hashlib.sha256(str(real).encode(errors="surrogatepass")).hexdigest()[:24]
    folder = platformdirs.user_data_path("evenhand", appauthor=False) / "answers"
    return folder / f"{name}.jsonl"


def answers_that_count(root: Path) -> tuple[Answer, ...]:
    """Those about a repository, with absolute paths.

    None in CI, and none if they cannot be read: `evenhand answers list` says why.
    """
    if os.environ.get(CI):
        return ()
    try:
        kept = answers_about(root)
    except AnswersError:
        return ()
    return tuple(replace(answer, file=str(root / answer.file)) for answer in kept)


def answers_about(root: Path) -> tuple[Answer, ...]:
    """All answers about a repository, the oldest first; raises `AnswersError`."""
    file = answers_file(root)
    text = read_text(file, within=file.parent)
    if isinstance(text, Unreadable):
        if text.absent:
            return ()
        raise AnswersError(f"{file} cannot be read ({text.reason})")
    try:
        return tuple(_answer(json.loads(line)) for line in lines_of(text) if line.strip())
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise AnswersError(f"{file} is damaged; delete it, and answer again") from error


def remember(root: Path, answers: Sequence[Answer]) -> None:
    """Keep further answers, whose paths are absolute; raises `AnswersError`."""
    own = [replace(answer, file=_within(root, answer.file)) for answer in answers]
    with _locked(root):
        _write(root, [*answers_about(root), *own])


def take_back(root: Path, answers: Sequence[Answer]) -> None:
    """Forget answers that were just given, whose paths are absolute; raises `AnswersError`."""
    given = {replace(answer, file=_within(root, answer.file)) for answer in answers}
    with _locked(root):
        _write(root, [answer for answer in answers_about(root) if answer not in given])


def forget(root: Path, numbers: Collection[int] | None) -> int:
    """Forget some answers by their place from 1, or all; how many. Raises `AnswersError`."""
    with _locked(root):
        kept = answers_about(root)
        left = [a for n, a in enumerate(kept, 1) if numbers is not None and n not in numbers]
        _write(root, left)
    return len(kept) - len(left)


def _answer(record: dict[str, object]) -> Answer:
    texts = {key: str(value) for key, value in record.items() if key not in ("kind", "signals")}
    signals = record["signals"]
    listed = tuple(map(str, signals)) if isinstance(signals, list) else ()
    return Answer(kind=AnswerKind(str(record["kind"])), signals=listed, **texts)


def _within(root: Path, file: str) -> str:
    path = Path(file)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    file = answers_file(root)
    try:
        with locked(file):
            yield
    except BusyError as error:
        raise AnswersError(f"{file} cannot be written ({error})") from error


def _write(root: Path, answers: Sequence[Answer]) -> None:
    file = answers_file(root)
    lines = [json.dumps(asdict(answer), ensure_ascii=False) + "\n" for answer in answers]
    problem = write_file(file, "".join(lines).encode(), within=file.parent)
    if problem is not None:
        raise AnswersError(f"{file} was not written: {problem.reason}")
