"""Fill page templates. A page has no script, loads nothing, and allows one style sheet by hash."""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from importlib.resources import files
from typing import Any

from chameleon import PageTemplate

from evenhand.doors.printable import printable_lines


def filled(package: str, template: str, **values: Any) -> str:
    """The page that `template`, a file of `package`, makes of `values`.

    Names and values in it are text: markup in them is escaped, and so are characters that hide or
    turn what is written. The template also gets `style`, the style sheet, and `policy`, which
    allows it alone.
    """
    style = _resource("evenhand.pages", "page.css")
    policy = f"default-src 'none'; style-src '{_hash(style)}'"
    html: str = PageTemplate(_resource(package, template))(style=style, policy=policy, **values)
    return printable_lines(html)


def minute(time: datetime) -> str:
    """`2026-05-01 12:30 UTC`"""
    return f"{time:%Y-%m-%d %H:%M} UTC"


def _resource(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
