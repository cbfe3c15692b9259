"""Constants of what cannot be had: `FEMALE`, `Gender.Female`, `Role.ADMIN.value`, `Types.single`.

Each is taken for its own word: the search gives the word to whatever is compared with it.
"""

from __future__ import annotations

from evenhand.check.catalogue.splitting import words_of
from evenhand.check.reading.access_paths import MEMBER_PARTS, AccessPath, Via
from evenhand.check.reading.world_names import WORLD_NAMES

KINDS = frozenset("type kind status statut enum choice category level".split())
"""Words, with their plurals, of classes whose members are written in small letters."""


def word_of(path: AccessPath) -> str:
    """The word that a constant stands for; empty if a path is none.

    Of small letters are columns, too (`Person.age`): they are told apart by the class.
    """
    owner = path.parent
    is_part = owner is not None and path.name in MEMBER_PARTS and path.via is Via.ATTRIBUTE
    if owner is not None and is_part:
        return word_of(owner)
    if not _is_plain_name(path):
        return ""
    if path.name.isupper():
        return path.name if path.via in {Via.WORLD, Via.ATTRIBUTE} else ""

    is_member = path.via is Via.ATTRIBUTE and owner is not None and _is_class(owner)
    return path.name if is_member and _is_written_so(path) else ""


def _is_plain_name(path: AccessPath) -> bool:
    """Whether it is a name of the world that is neither called nor read nor computed with."""
    if path.root.via is not Via.WORLD or len(path.name) < 2:
        return False
    is_read = path.results or path.has_fields or path.attributes.keys() - MEMBER_PARTS
    return not is_read and not path.facts.is_numeric


def may_hold(path: AccessPath) -> bool:
    """Whether a path has a value that somebody chose, and is no name of a module itself."""
    if path.root.via is not Via.WORLD:
        return True
    is_given = any(part.via in {Via.RESULT, Via.KEY, Via.ITEM} for part in path.around())
    return is_given or path.root.origin in WORLD_NAMES


def _is_class(path: AccessPath) -> bool:
    """Whether a name is written like that of a class: `Gender`, and not `GENDER`."""
    is_name = path.via in {Via.WORLD, Via.ATTRIBUTE}
    return is_name and path.name[:1].isupper() and not path.name.isupper()


def _is_written_so(path: AccessPath) -> bool:
    """Whether a member is written as those of its class are."""
    if path.name[0].isupper():
        return True
    assert path.parent is not None
    words = words_of(path.parent.name)
    ends = {words[0], words[-1]} | {words[0].removesuffix("s"), words[-1].removesuffix("s")}
    return not KINDS.isdisjoint(ends)
