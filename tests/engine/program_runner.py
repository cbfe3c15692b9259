"""Runs programs that Evenhand prints, each in a copy of one process that has imported packages.

    python program_runner.py MODULE ...

Each line of its input is a JSON list of a folder and a program's text; the answer is a JSON list of
the error in which the program ends, or an empty text, and of what it has printed.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import json
import os
import sys
import traceback

from witness_program import apart


def main(modules: list[str]) -> None:
    for name in modules:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        folder, program = json.loads(line)
        print(apart(functools.partial(run, folder, program)), flush=True)


def run(folder: str, program: str) -> tuple[str, str]:
    """How a program ends, and what it prints."""
    os.chdir(folder)
    sys.path[0] = folder
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})
        except BaseException:
            error = traceback.format_exc()
    return error, printed.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
