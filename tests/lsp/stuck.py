"""Evenhand with an engine that is held up by texts that say so, whatever reading is good at.

    python stuck.py check FOLDER        as `evenhand check FOLDER`
    python stuck.py --stdio             as the language server

`# says match` computes for ever, in C code; `# says fill` takes all memory. Reading a text may take
less processor time than usual, though still a hundred times what an ordinary one needs.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from evenhand.apps.cli import main as command_line
from evenhand.apps.lsp.__main__ import main as language_server
from evenhand.check import checking
from evenhand.check.file_job import Job, job_of
from evenhand.options import CheckOptions
from evenhand.scaling.limits import DEFAULT_LIMITS

STEP_SECONDS = 4.0
SLOW_MATCH = re.compile("(a|aa)+$")


def stuck_job_of(source: str, path: Path, options: CheckOptions, *known: Any) -> Job:
    if "# says match" in source:
        SLOW_MATCH.match("a" * 60 + "b")
    if "# says fill" in source:
        source *= 1 << 40
    return job_of(source, path, options, *known)


if __name__ == "__main__":
    object.__setattr__(DEFAULT_LIMITS, "step_seconds", STEP_SECONDS)
    checking.job_of = stuck_job_of  # type: ignore[attr-defined]
    if "--stdio" in sys.argv:
        language_server()
    else:
        command_line()
