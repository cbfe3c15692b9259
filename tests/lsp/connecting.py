"""The type of the fixture that starts servers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import editor

Connect = Callable[..., Awaitable[editor.Editor]]
"""Start a server by a command on folders; see `connect` in `conftest.py`."""
