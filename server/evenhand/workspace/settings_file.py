"""Adds names that are not about people to a project's settings, and changes nothing else in them.

Comments, order and spaces of the file stay as they are. What cannot be edited so is left alone.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evenhand.doors.files import Unreadable, is_there, read_bytes
from evenhand.doors.project import folders_up
from evenhand.doors.writing import NotWritten, replace_content, write_file
from evenhand.workspace.pyproject import MOST_BYTES, document_of
from evenhand.workspace.setting_values import name_of_thing
from evenhand.workspace.settings import kebab

NAME = "pyproject.toml"
KEY = "not-people"
LONGEST_NAME = 60
"""Characters of a name that is offered to be written."""
_BY_HAND = f"it is written in a way that only you can edit: add the name to `{KEY}` yourself"


class NotEditedError(Exception):
    """Why settings could not be edited; the message completes `was not written: ...`."""


def is_worth_a_setting(name: str) -> bool:
    """Whether a name can be offered: it has letters, and a person can take it in."""
    return len(name) <= LONGEST_NAME and bool(name_of_thing(name))


def settings_file_for(file: Path, source: Path | None, folder: Path | None = None) -> Path:
    """Where settings of `file` are written: in the `source` of those that hold for it.

    If they have none, it is the nearest pyproject.toml. If there is none, it is a new one: in
    `folder` if settings of the file are looked for there, or else where its project begins.
    """
    if source is not None:
        return source

    folders = folders_up(file.parent)
    present = (candidate / NAME for candidate in folders if is_there(candidate / NAME))
    new_in = folder if folder is not None and folder in folders else folders[-1]
    return next(present, new_in / NAME)


def add_not_people(path: Path, names: Sequence[str], within: Path) -> NotWritten | None:
    """Add names to the settings in a file, which need not exist; None if that was done.

    Links may not lead out of the folder `within`.
    """
    before = read_bytes(path, MOST_BYTES, within)
    if isinstance(before, Unreadable) and not before.absent:
        return NotWritten(before.reason)

    try:
        if isinstance(before, Unreadable):
            return write_file(path, with_not_people("", names).encode(), within)
        after = with_not_people(before.decode(), names).encode()
    except UnicodeDecodeError:
        return NotWritten("it is no UTF-8 text")
    except NotEditedError as error:
        return NotWritten(str(error))
    return replace_content(path, before, after, within)


def with_not_people(text: str, names: Iterable[str]) -> str:
    """The text of a pyproject.toml with these names besides its own; raises `NotEditedError`."""
    if "\r\n" in text and text.count("\r\n") == text.count("\n"):
        return _with_names(text.replace("\r\n", "\n"), names).replace("\n", "\r\n")
    return _with_names(text, names)


def _with_names(text: str, names: Iterable[str]) -> str:
    try:
        before = document_of(text)
    except (ValueError, RecursionError) as error:
        raise NotEditedError("it is not valid TOML") from error

    key, present = _present(before)
    present_words = {"", *map(name_of_thing, present)}
    new = {name_of_thing(name): name for name in reversed(list(names))}
    added = [name for words, name in reversed(new.items()) if words not in present_words]
    if not added:
        return text

    edited = _edited(text, key, added)
    expected: dict[str, Any] = copy.deepcopy(dict(before))
    own = expected.setdefault("tool", {}).setdefault("evenhand", {})
    own[key] = [*present, *added]
    if not _says(edited, expected):
        raise NotEditedError(_BY_HAND)
    return edited


def _says(text: str, expected: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == expected
    except ValueError:
        return False


def _present(document: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The key of the names, as the file spells it, and those that are there."""
    tool = document.get("tool", {})
    own = tool.get("evenhand", {}) if isinstance(tool, Mapping) else tool
    if not isinstance(own, Mapping):
        raise NotEditedError("`tool.evenhand` must be a table")

    key = next((written for written in own if kebab(written) == KEY), KEY)
    names = own.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise NotEditedError(f"`{key}` must be a list of texts")
    return key, names


def _edited(text: str, key: str, names: Sequence[str]) -> str:
    """The text with some names behind those of the key; tables that are missing are made."""
    # Nothing else needs this library, and it takes a while to import.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AbstractTable

    try:
        document = tomlkit.parse(text)
        tool = document.setdefault("tool", tomlkit.table(is_super_table=True))
        tool.setdefault("evenhand", tomlkit.table())
        own = document["tool"]["evenhand"]
        if key in own:
            own[key].extend(names)
        elif isinstance(own, AbstractTable):
            own.append(key, names)
        else:  # a table in pieces
            own[key] = names
        return tomlkit.dumps(document)
    except (TOMLKitError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise NotEditedError(_BY_HAND) from error
