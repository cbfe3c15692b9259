"""From the bytes of a file to Python source text."""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from collections import Counter
from difflib import SequenceMatcher

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


class NotTextError(Exception):
    """The bytes are no Python source text; the message says why, in one clause."""


def decode(data: bytes) -> str:
    """The source text in `data`, by its byte order mark and PEP 263, with `\\n` line ends."""
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

    Raises UnicodeEncodeError where the encoding has no room for a new character.
    """
    encoding = _encoding(before)
    old = _LINE.findall(before.decode(encoding))[:-1]
    plain = [line.rstrip("\r\n") for line in old]
    new = text.split("\n")
    last = new.pop() if text.endswith("\n") else None
    ends = Counter(line[len(body) :] for line, body in zip(old, plain, strict=True))
    usual = ends.most_common(1)[0][0] if ends else "\n"
    made: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, plain, new, autojunk=False).get_opcodes():
        made += old[a:b] if kind == "equal" else [line + (usual or "\n") for line in new[c:d]]
    whole = "".join(made)
    return (whole.rstrip("\r\n") if last is None else whole).encode(encoding)


def _encoding(data: bytes) -> str:
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            raise
        # The first lines are not what they claim to be, or are not UTF-8; decoding says where.
        return "utf-8"
