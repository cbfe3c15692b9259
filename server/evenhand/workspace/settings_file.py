"""Changes one setting of a project, and nothing else in its file.

Comments, order and spaces of the file stay as they are. What cannot be edited so is left alone.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand.doors.files import Unreadable, is_there, read_bytes
from evenhand.doors.project import folders_up
from evenhand.doors.writing import NotWritten, remove_content, replace_content, write_file
from evenhand.workspace.pyproject import MOST_BYTES, document_of
from evenhand.workspace.setting_values import name_of_thing
from evenhand.workspace.settings import kebab

NAME = "pyproject.toml"
KEY = "not-people"
LONGEST_NAME = 60
"""Characters of a name that is offered to be written."""
_BY_HAND = "it is written in a way that only you can edit: change `{key}` yourself"


class NotEditedError(Exception):
    """Why settings could not be edited; the message completes `was not written: ...`."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Texts that a list of settings is to have besides its own."""

    key: str
    values: tuple[str, ...]
    are_names: bool = False
    """Whether texts that have the same words are the same."""

    def identity(self, value: str) -> str:
        """What tells a text from others."""
        return name_of_thing(value) if self.are_names else value


@dataclass(frozen=True, slots=True)
class Chosen:
    """What an entry of a table of settings is to say."""

    table: str
    key: str
    value: str | bool


Change = Listed | Chosen


@dataclass(frozen=True, slots=True)
class Written:
    """A file of settings that was changed."""

    path: Path
    before: bytes | None
    """None if it was not there."""
    after: bytes


def not_people(names: Iterable[str]) -> Listed:
    """These names are about no person."""
    return Listed(KEY, tuple(names), are_names=True)


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


def change_settings(path: Path, change: Change, within: Path) -> Written | NotWritten:
    """Change the settings in a file, which need not exist.

    Links may not lead out of the folder `within`.
    """
    before = read_bytes(path, MOST_BYTES, within)
    if isinstance(before, Unreadable) and not before.absent:
        return NotWritten(before.reason)

    old = None if isinstance(before, Unreadable) else before
    try:
        after = with_change((old or b"").decode(), change).encode()
    except UnicodeDecodeError:
        return NotWritten("it is no UTF-8 text")
    except NotEditedError as error:
        return NotWritten(str(error))
    if old is None:
        problem = write_file(path, after, within)
    else:
        problem = replace_content(path, old, after, within)
    return problem or Written(path, old, after)


def take_back(written: Written, within: Path) -> NotWritten | None:
    """Bring a file of settings back to what it was; None if that was done."""
    if written.before is None:
        return remove_content(written.path, written.after, within)
    return replace_content(written.path, written.after, written.before, within)


def with_change(text: str, change: Change) -> str:
    """The text of a pyproject.toml with a change of its settings; raises `NotEditedError`."""
    if "\r\n" in text and text.count("\r\n") == text.count("\n"):
        return _changed(text.replace("\r\n", "\n"), change).replace("\n", "\r\n")
    return _changed(text, change)


def _changed(text: str, change: Change) -> str:
    try:
        before = document_of(text)
    except (ValueError, RecursionError) as error:
        raise NotEditedError("it is not valid TOML") from error

    wanted = change.key if isinstance(change, Listed) else change.table
    own = _own_settings(before)
    key = next((written for written in own if kebab(written) == kebab(wanted)), wanted)
    if isinstance(change, Listed):
        return _with_texts(text, before, key, change)
    return _with_entry(text, before, key, change)


def _with_texts(text: str, before: Mapping[str, Any], key: str, change: Listed) -> str:
    """The text with what its list lacks."""
    present = _own_settings(before).get(key, [])
    if not isinstance(present, list) or not all(isinstance(each, str) for each in present):
        raise NotEditedError(f"`{key}` must be a list of texts")

    known = {"", *map(change.identity, present)}
    new = {change.identity(value): value for value in reversed(change.values)}
    added = [value for identity, value in reversed(new.items()) if identity not in known]
    return _edited(text, before, key, [*present, *added], added) if added else text


def _with_entry(text: str, before: Mapping[str, Any], key: str, change: Chosen) -> str:
    """The text with an entry of its table."""
    present = _own_settings(before).get(key, {})
    if not isinstance(present, Mapping):
        raise NotEditedError(_BY_HAND.format(key=key))
    own = next((name for name in present if kebab(name) == kebab(change.key)), change.key)
    entry = {own: change.value}
    return _edited(text, before, key, {**present, **entry}, entry)


def _own_settings(document: Mapping[str, Any]) -> Mapping[str, Any]:
    tool = document.get("tool", {})
    own = tool.get("evenhand", {}) if isinstance(tool, Mapping) else tool
    if not isinstance(own, Mapping):
        raise NotEditedError("`tool.evenhand` must be a table")
    return own


def _edited(
    text: str, before: Mapping[str, Any], key: str, whole: object, added: list[str] | dict[str, Any]
) -> str:
    """The text in which a key has its `whole` new value, by what is `added` to it."""
    edited = _written(text, key, added)
    expected: dict[str, Any] = copy.deepcopy(dict(before))
    expected.setdefault("tool", {}).setdefault("evenhand", {})[key] = whole
    if not _says(edited, expected):
        raise NotEditedError(_BY_HAND.format(key=key))
    return edited


def _says(text: str, expected: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == expected
    except ValueError:
        return False


def _written(text: str, key: str, added: list[str] | dict[str, Any]) -> str:
    """The text with something more below a key; tables that are missing are made."""
    # Nothing else needs this library, and it takes a while to import.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AbstractTable

    try:
        document = tomlkit.parse(text)
        tool = document.setdefault("tool", tomlkit.table(is_super_table=True))
        tool.setdefault("evenhand", tomlkit.table())
        own = document["tool"]["evenhand"]
        if key in own and isinstance(added, dict):
            own[key].update(added)
        elif key in own:
            own[key].extend(added)
        elif isinstance(own, AbstractTable):
            own.append(key, added)
        else:  # a table in pieces
            own[key] = added
        return tomlkit.dumps(document)
    except (TOMLKitError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise NotEditedError(_BY_HAND.format(key=key)) from error
