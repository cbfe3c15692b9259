"""From the bytes of a file to Python source text."""

from __future__ import annotations

import codecs
import io
import tokenize


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


def _encoding(data: bytes) -> str:
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            raise
        # The first lines are not what they claim to be, or are not UTF-8; decoding says where.
        return "utf-8"
