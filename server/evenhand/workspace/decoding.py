"""Decode the bytes of a Python file, and encode an edited text as that file was."""

from __future__ import annotations

import codecs
import tokenize
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from evenhand.lines import blocks, lines_of_bytes, lines_with_ends, with_plain_ends

_NEVER_SOURCE = ("idna", "punycode", "undefined")
"""Codecs of Python for single names, which take for ever to decode a file, and for nothing."""
_LONGEST_PROBLEM = 120


class NotTextError(Exception):
    """The bytes are not Python source text; the message completes `file: ...`."""


class NotEncodedError(Exception):
    """A text cannot be written as a file was; the message completes `file: ...`."""


def decode(data: bytes) -> str:
    """The source text in `data`, by its byte order mark and PEP 263, with `\\n` line ends.

    Raises `NotTextError`.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise NotTextError("is UTF-16, which Python does not read; save it as UTF-8")
    if b"\0" in data:
        raise NotTextError("is no text (it has zero bytes)")

    encoding = _encoding(data)
    try:
        return with_plain_ends(data.decode(encoding))
    except UnicodeDecodeError as error:
        raise NotTextError(f"is no {error.encoding} text{_at(data, error)}") from error
    except (ValueError, LookupError) as error:  # whatever a codec may raise
        raise NotTextError(_no_python(error)) from error


def encode(text: str, before: bytes) -> bytes:
    """`text` as the bytes of the file that was `before`: its encoding, mark and line ends.

    Lines that have not changed keep their bytes; new ones end as most lines of the file do.
    Raises `NotEncodedError` if the encoding lacks a new character, and whenever the result would
    not be read as `text`.
    """
    old = _EncodedLines.of(before)
    new = lines_with_ends(text)
    pieces: list[bytes] = []
    for block in blocks([line.text for line in old.lines], [line.rstrip("\n") for line in new]):
        if block.same:
            pieces += [line.data for line in old.lines[block.start : block.stop]]
        else:
            pieces += [old.encoded(line) for line in new[block.new_start : block.new_stop]]

    after = old.mark + b"".join(old.ended(pieces, open_at_end=not text.endswith("\n")))
    if not _reads_as(after, text):
        raise NotEncodedError(f"does not read the same once it is written as {old.encoding}")
    return after


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a file."""

    text: str
    """Without its end."""
    data: bytes
    """With its end."""


@dataclass(frozen=True, slots=True)
class _EncodedLines:
    """The lines of a file, each with its own bytes."""

    mark: bytes
    """The byte order mark, or nothing."""
    encoding: str
    lines: tuple[_Line, ...]
    usual_end: bytes
    """What most lines end with."""

    @staticmethod
    def of(data: bytes) -> _EncodedLines:
        """Raises `NotEncodedError` if a line cannot be read without the lines before it."""
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        encoding = "utf-8" if mark else _encoding(data)
        lines = lines_of_bytes(data.removeprefix(mark))
        texts = [_text_of_line(line, encoding) for line in lines]
        if "".join(texts) != data.removeprefix(mark).decode(encoding):
            raise NotEncodedError(_unsafe(encoding))

        pairs = zip(texts, lines, strict=True)
        numbered = tuple(_Line(text.rstrip("\r\n"), line) for text, line in pairs)
        return _EncodedLines(mark, encoding, numbered, _usual_end(lines))

    def encoded(self, line: str) -> bytes:
        """A new line in the file's encoding; raises `NotEncodedError`."""
        bare = line.rstrip("\n")
        try:
            data = bare.encode(self.encoding)
        except UnicodeEncodeError as error:
            lacking = error.object[error.start]
            raise NotEncodedError(f"is {self.encoding}, which has no {lacking!a}") from error
        except ValueError as error:
            raise NotEncodedError(f"cannot be written as {self.encoding}") from error
        return data + self.usual_end

    def ended(self, lines: Sequence[bytes], *, open_at_end: bool) -> list[bytes]:
        """The lines, each with an end; the last without one if it is to stay open."""
        ended = [line if _end(line) else line + self.usual_end for line in lines]
        if ended and open_at_end:
            ended[-1] = ended[-1].removesuffix(_end(ended[-1]))
        return ended


def _text_of_line(line: bytes, encoding: str) -> str:
    """One line by itself; raises `NotEncodedError` if that is not one line of text."""
    try:
        text = line.decode(encoding)
    except ValueError as error:
        raise NotEncodedError(_unsafe(encoding)) from error

    is_one_line = len(lines_with_ends(text)) == 1 and text.endswith(_end(line).decode("ascii"))
    if not is_one_line:
        raise NotEncodedError(_unsafe(encoding))
    return text


def _reads_as(data: bytes, text: str) -> bool:
    try:
        return decode(data) == text
    except NotTextError:
        return False


def _end(line: bytes) -> bytes:
    """What a line ends with: nothing, or its line end."""
    return line[len(line.rstrip(b"\r\n")) :]


def _usual_end(lines: Sequence[bytes]) -> bytes:
    """The most common line end; a line feed if there is none."""
    ends = Counter(filter(None, map(_end, lines)))
    return ends.most_common(1)[0][0] if ends else b"\n"


def _encoding(data: bytes) -> str:
    """The encoding that a file names, else UTF-8; raises `NotTextError` if Python knows none."""
    lines = chain(lines_of_bytes(_beginning(data)), [b""])
    try:
        encoding = tokenize.detect_encoding(lambda: next(lines, b""))[0]
        codec = codecs.lookup(encoding).name
    except SyntaxError as error:
        if _is_utf8(data):
            raise NotTextError(_no_python(error)) from error
        return "utf-8"  # and decoding says in which line it is not
    except (LookupError, ValueError) as error:
        raise NotTextError(_no_python(error)) from error

    if codec in _NEVER_SOURCE:
        raise NotTextError(f"is no text that Python reads (it names the encoding {codec})")
    return encoding


def _beginning(data: bytes) -> bytes:
    """The first two lines, in which the encoding is named."""
    end = 0
    for _ in range(2):
        ends = [at for at in (data.find(b"\n", end), data.find(b"\r", end)) if at >= 0]
        if not ends:
            return data
        end = min(ends) + 1
        if data[end - 1 : end + 1] == b"\r\n":
            end += 1
    return data[:end]


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _at(data: bytes, error: UnicodeDecodeError) -> str:
    """Where decoding stopped; nothing if the codec did not decode the file's own bytes."""
    if error.object not in (data, data.removeprefix(codecs.BOM_UTF8)):
        return ""
    return f" (line {len(lines_of_bytes(error.object[: error.start] + b'x'))})"


def _no_python(error: Exception) -> str:
    problem = str(error)
    if len(problem) > _LONGEST_PROBLEM:
        problem = f"{problem[:_LONGEST_PROBLEM]}…"
    return f"is no text that Python reads ({problem})"


def _unsafe(encoding: str) -> str:
    return f"is {encoding}, whose lines cannot be changed one by one; save it as UTF-8"
