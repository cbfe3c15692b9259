"""Text of sources and their values for an editor, which takes it as text and obeys nothing in it.

A message is plain text in which some editors follow links, and a link may
name a command of the editor.
"""

from __future__ import annotations

import re

from evenhand.doors.printable import printable_lines

_LINK_IN_MESSAGE = re.compile(r"\](?=\()")


def plain(text: str) -> str:
    """`text` for a place that shows it as it is, and may be several lines."""
    return printable_lines(text)


def sentence(text: str) -> str:
    """`text` for a diagnostic or a lens, which are read as they are: no mark of code is in them."""
    return plain(text).replace("`", "")


def message(text: str) -> str:
    """`text` for a message, a title or a progress bar: no link, and no mark of code, is in it."""
    return _LINK_IN_MESSAGE.sub("] ", sentence(text))
