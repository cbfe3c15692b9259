"""Decode the bytes of a Python file, and encode an edited text as that file was."""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


class NotTextError(Exception):
    """The bytes are not Python source text; the message completes `file: ...`."""


def decode(data: bytes) -> str:
    """The source text in `data`, by its byte order mark and PEP 263, with `\\n` line ends.

    Raises `NotTextError`.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise NotTextError("is UTF-16, which Python does not read; save it as UTF-8")
    if b"\0" in data:
        raise NotTextError("is no text (it has zero bytes)")

    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotTextError(f"is no {error.encoding} text (line {line})") from error
    except (SyntaxError, LookupError) as error:
        raise NotTextError(f"is no text that Python reads ({error})") from error

    return text.replace("\r\n", "\n").replace("\r", "\n")


def encode(text: str, before: bytes) -> bytes:
    """`text` as the bytes of the file that was `before`: its encoding, mark and line ends.

    Lines that have not changed keep their own line end; new ones get the file's most common one.
    Raises `UnicodeEncodeError` if the encoding lacks a new character.
    """
    encoding = _encoding(before)
    old_lines = _LINE.findall(before.decode(encoding))[:-1]
    old_texts = [line.rstrip("\r\n") for line in old_lines]
    new_texts = text.removesuffix("\n").split("\n")
    line_end = _usual_line_end(old_lines, old_texts)

    lines: list[str] = []
    matcher = SequenceMatcher(None, old_texts, new_texts, autojunk=False)
    for kind, old_start, old_stop, new_start, new_stop in matcher.get_opcodes():
        if kind == "equal":
            lines += old_lines[old_start:old_stop]
        else:
            lines += [line + line_end for line in new_texts[new_start:new_stop]]

    encoded = "".join(lines)
    if not text.endswith("\n"):
        encoded = encoded.rstrip("\r\n")
    return encoded.encode(encoding)


def _usual_line_end(lines: Sequence[str], texts: Sequence[str]) -> str:
    """The most common end of `lines`, whose `texts` are without it."""
    ends = Counter(line[len(text) :] for line, text in zip(lines, texts, strict=True))
    usual = ends.most_common(1)[0][0] if ends else ""
    return usual or "\n"


def _encoding(data: bytes) -> str:
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            raise
        # The first lines name the wrong encoding or are not UTF-8; decoding will say where.
        return "utf-8"
