"""What a run keeps besides its answers, so that it can be repeated: prompts, sessions, verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout

from evenhand_studies.research.generation.json_lines import append_all, drop_half_a_line, lines_of
from evenhand_studies.research.generation.questions import Key, Question, prompted
from evenhand_studies.research.generation.run_folder import (
    LOCK,
    PROMPTS,
    SESSIONS,
    VERDICTS,
    RunError,
    refuse_ways_out,
)

Record = Mapping[str, Any]
T = TypeVar("T")


def prompts_in(folder: Path) -> list[tuple[Question, bool]]:
    """What a run asked, and whether it still has the hash that it was kept with.

    Raises `RunError`.
    """
    return _read(folder / PROMPTS, prompted)


def sessions_in(folder: Path) -> list[Record]:
    """When, where and with which versions a run asked; raises `RunError`."""
    return _read(folder / SESSIONS, _record)


def verdicts_in(folder: Path, read: Callable[[Record], T]) -> list[T]:
    """What `read` makes of what was found out about each answer; raises `RunError`."""
    return _read(folder / VERDICTS, lambda value: read(_record(value)))


def keep_verdicts(folder: Path, records: Iterable[Record]) -> None:
    """Keep what was found out about answers, each once: the first finding stands.

    Raises `RunError`.
    """
    try:
        refuse_ways_out(folder)
        with FileLock(folder / LOCK, blocking=False):
            drop_half_a_line(folder / VERDICTS)
            kept = set(verdicts_in(folder, _key))
            append_all(folder / VERDICTS, (own for own in records if _key(own) not in kept))
    except Timeout as error:
        raise RunError(f"another process is at work in {folder}") from error
    except OSError as error:
        raise RunError(f"{folder} cannot be written ({error.strerror or error})") from error


def _read(file: Path, read: Callable[[Any], T]) -> list[T]:
    """What `read` makes of each line; nothing without the file."""
    try:
        return [_read_line(file, number, line, read) for number, line in lines_of(file)]
    except OSError as error:
        raise RunError(f"{file} cannot be read ({error})") from error


def _read_line(file: Path, number: int, line: str, read: Callable[[Any], T]) -> T:
    try:
        return read(json.loads(line))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RunError(f"{file}:{number}: not a line of a run ({error})") from error


def _key(record: Record) -> Key:
    return record["task"], record["number"]


def _record(value: object) -> Record:
    if not isinstance(value, dict):
        raise TypeError("no object")
    return value
