"""Patterns of files as .gitignore has them, compared in linear time.

Whoever wrote a folder wrote its patterns and its names. So a pattern becomes a regular expression
that never goes back: a star takes as little as the text behind it needs, and keeps it. The work for
one pattern and one path is at most their lengths multiplied.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LONGEST, MOST = 1_000, 2_000
"""Characters of a pattern, and patterns of one origin; what is beyond is left out."""

_MARK = "below"
_BELOW = f"(?P<{_MARK}>/)"
"""What is matched lies in a folder of that name, or is one."""
_FOLDERS = r"(?:[^/]++/)*?"
"""As few folders as possible."""
_ENDS = r"(?=/|\Z)"
_NEVER = "(?!)"
_ANY = "[^/]++"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line."""

    regex: re.Pattern[str]
    """Of paths; those of folders end with a slash."""
    excludes: bool
    """False: the line begins with `!`."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """The lines of one file or setting; the last one that fits a path decides."""

    patterns: tuple[Pattern, ...] = ()
    left_out: str = ""
    """What could not be used, which completes `file: ...`; empty if everything was."""
    work: int = 0
    """About how much a comparison with a path of ordinary length takes."""

    def verdict(self, path: str) -> bool | None:
        """Whether a path is excluded (True) or included on purpose (False); None: no pattern.

        A pattern that fits the path itself comes before one that fits a folder around it.
        """
        around: bool | None = None
        for pattern in reversed(self.patterns):
            match = pattern.regex.match(path)
            if match is None:
                continue
            if match.lastgroup is None:
                return pattern.excludes
            if around is None:
                around = pattern.excludes
        return around


def patterns_of(lines: Iterable[str]) -> Patterns:
    """The patterns in some lines; comments and what Git ignores as well are left out."""
    return _patterns_of(tuple(lines))


@functools.lru_cache(maxsize=64)
def _patterns_of(lines: tuple[str, ...]) -> Patterns:
    written = [line for line in map(_stripped, lines) if line and not line.startswith("#")]
    usable = [line for line in written if len(line) <= LONGEST][:MOST]
    patterns = tuple(pattern for line in usable if (pattern := _pattern(line)) is not None)

    problem = ""
    if len(usable) < len(written):
        problem = f"has more than {MOST:,} patterns or one of more than {LONGEST:,} characters"
        problem += f", so {len(written) - len(usable):,} of them were left out"
    return Patterns(patterns, problem, sum(map(_work, usable)))


def _work(line: str) -> int:
    return 1 + line.count("*") * len(line) // 20


def _stripped(line: str) -> str:
    return line if line.endswith("\\ ") else line.rstrip()


def _pattern(line: str) -> Pattern | None:
    """The pattern in a line; None if it fits nothing."""
    excludes = not line.startswith("!")
    text = line if excludes else line[1:]
    if not text or line == "/":
        return None

    names = text.split("/")
    globs = [name if name == "**" else _glob(name) for name in _normal(names)]
    if None in globs:
        return None
    regex = _regex([glob for glob in globs if glob is not None], folders_only=not names[-1])
    return Pattern(re.compile(r"\A" + regex, re.DOTALL), excludes)


def _normal(written: Sequence[str]) -> list[str]:
    """The names of a pattern: `**` for any folders, at its end for everything below."""
    names = list(written)
    if not names[0]:
        del names[0]
    elif (len(names) == 1 or names[1:] == [""]) and names[0] != "**":
        names.insert(0, "**")

    if not names[-1]:
        names[-1] = "**"
    pairs = zip(names, [*names[1:], ""], strict=True)
    return [name for name, following in pairs if not name == following == "**"]


def _regex(names: list[str], folders_only: bool) -> str:
    """The regular expression of a pattern, whose names are such already, except `**`."""
    if names in (["**"], ["**", _ANY, "**"]):
        return f".*?{_BELOW}" if folders_only else "." if names == ["**"] else ".*?/"
    if names == ["**", _ANY]:
        return "."

    below = names[-1] == "**"
    *first, last = _blocks(names)
    before = "".join(f"(?>{block}/)" for block in first)
    if below:
        return before + last.inside + (_BELOW if folders_only else "/")
    # Most paths do not fit, and the first part says so at once.
    return before + f"(?={last.inside})(?:{last.at_the_end}|{last.inside}{_BELOW})"


@dataclass(frozen=True, slots=True)
class _Block:
    """Names that follow one another in a path."""

    names: tuple[str, ...]
    floats: bool
    """Whether other folders may come before it."""

    def __str__(self) -> str:
        return self.inside

    @property
    def inside(self) -> str:
        """Where it comes first."""
        joined = "/".join(self.names)
        return _FOLDERS + joined if self.floats else joined

    @property
    def at_the_end(self) -> str:
        """Where the path ends with it."""
        joined = "/".join(self.names) + r"\Z"
        if not self.floats:
            return joined
        folders = f"(?:[^/]++/){{{len(self.names) - 1}}}"
        return rf"(?>{_FOLDERS}(?={folders}[^/]++\Z)){joined}"


def _blocks(names: list[str]) -> list[_Block]:
    """The names between any `**`."""
    blocks: list[_Block] = []
    block: list[str] = []
    floats = names[0] == "**"
    for name in [*names[floats:], "**"]:
        if name != "**":
            block.append(name)
        elif block:
            blocks.append(_Block(tuple(block), floats))
            block, floats = [], True
    return blocks


def _glob(name: str) -> str | None:
    """The regular expression of one whole name; None if Git gives the pattern up."""
    if not name.strip("*") and name:
        return _ANY

    pieces = _pieces(name)
    if pieces is None:
        return None
    first, *others = pieces
    if not others:
        return first + _ENDS

    *inner, last = others
    middle = "".join(f"(?>[^/]*?{piece})" for piece in inner if piece)
    return f"(?>{first}{middle}[^/]*{last}{_ENDS})"


def _pieces(name: str) -> list[str] | None:
    """The regular expressions between the stars of a name, each of a fixed length."""
    pieces, index = [""], 0
    while index < len(name):
        char, index = name[index], index + 1
        if char == "*":
            pieces.append("")
        elif char == "?":
            pieces[-1] += "[^/]"
        elif char == "[":
            end = _end_of_class(name, index)
            if end is None:
                return None
            pieces[-1] += _class(name[index:end])
            index = end + 1
        elif char == "\\":
            if index == len(name):
                return None
            pieces[-1] += re.escape(name[index])
            index += 1
        else:
            pieces[-1] += re.escape(char)
    return pieces


def _end_of_class(name: str, start: int) -> int | None:
    """The index of the `]` that ends a class; a `]` that comes first is one of its characters."""
    first = start + 1 if name[start : start + 1] in ("!", "^") else start
    end = name.find("]", first + 1 if name[first : first + 1] == "]" else first)
    return None if end < 0 else end


def _class(text: str) -> str:
    """The regular expression of a class such as `a-z`, `!a` or `]x`; never a slash."""
    negative = text[0] in ("!", "^")
    items, index = "", int(negative)
    while index < len(text):
        if text[index + 1 : index + 2] == "-" and index + 2 < len(text):
            low, high = text[index], text[index + 2]
            items += f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""
            index += 3
        else:
            items += re.escape(text[index])
            index += 1

    if negative:
        return f"[^/{items}]"
    return f"(?!/)[{items}]" if items else _NEVER
