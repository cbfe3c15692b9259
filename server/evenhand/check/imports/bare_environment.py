"""An environment for jedi in which no interpreter is started and no module imported.

jedi reads Python files, but imports extension modules, into this very process, where it finds them
on the path of its environment. Here that path is empty.
"""

from __future__ import annotations

import warnings

import jedi

warnings.filterwarnings("ignore", r"Module \S+ not importable in path", UserWarning)


class BareEnvironment(jedi.InterpreterEnvironment):  # type: ignore[misc]
    """This interpreter without any module of its own."""

    def get_sys_path(self) -> list[str]:
        """No folder at all; those of the project are added by the project."""
        return []
