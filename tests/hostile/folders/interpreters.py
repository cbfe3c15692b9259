"""Folders that bring a Python, or something for a Python to start with."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from folders.definition import Directory, Door, Entry, HostileFolder, Link, Pipe, Program

DOORS = (Door.CHECK, Door.SERVER)
SHOWN = (*DOORS, Door.DOCTOR)
"""What is said about its Python is looked at, too."""
ALL = (*SHOWN, Door.FIX, Door.AUDIT, Door.MCP)
RUNS = Program('@runs@exec "@python@" "$@"\n')
CONFIGURED = "home = @bin@\n"
RUNS_IN_PYTHON = "open('@outside@/ran', 'w').close()\n"
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"


def _brings(
    name: str,
    what: str,
    entries: Mapping[str | bytes, Entry],
    doors: tuple[Door, ...] = DOORS,
    **environment: str,
) -> HostileFolder:
    """A folder whose Python nobody has agreed to: neither the user nor the editor."""
    return HostileFolder(name, what, entries, doors, trusted=False, environment=environment)


FOLDERS = [
    _brings(
        "venv_is_a_program",
        "A program in the place of the virtual environment's Python.",
        {".venv/bin/python": RUNS, ".venv/pyvenv.cfg": CONFIGURED},
        ALL,
    ),
    _brings(
        "other_names_of_a_venv",
        "Programs in all the places where a virtual environment may be.",
        {
            f"{folder}/bin/{name}": RUNS
            for folder in ("venv", ".venv", "env", ".env", ".tox/py", "sub/.venv")
            for name in ("python", "python3", "python3.11")
        },
    ),
    _brings(
        "venv_is_a_link",
        "A virtual environment that is a link to a folder of the sources.",
        {".venv": Link("tools/env"), "tools/env/bin/python": RUNS},
    ),
    _brings(
        "python_is_a_link",
        "A virtual environment whose Python is a link to a program of the sources.",
        {".venv/bin/python3": Link("../../tools/run"), "tools/run": RUNS},
    ),
    _brings(
        "path_file",
        "A real Python that a line of a `.pth` file has run something first.",
        {
            ".venv/bin/python": Link("@python@"),
            ".venv/pyvenv.cfg": CONFIGURED,
            f".venv/lib/{VERSION}/site-packages/x.pth": f"import os; {RUNS_IN_PYTHON}",
        },
        SHOWN,
    ),
    _brings(
        "site_customized",
        "A real Python that starts with modules of its environment.",
        {
            ".venv/bin/python": Link("@python@"),
            ".venv/pyvenv.cfg": CONFIGURED,
            f".venv/lib/{VERSION}/site-packages/sitecustomize.py": RUNS_IN_PYTHON,
            f".venv/lib/{VERSION}/site-packages/usercustomize.py": RUNS_IN_PYTHON,
        },
    ),
    _brings(
        "standard_library_of_its_own",
        "A real Python whose settings say that its standard library is in the folder.",
        {
            ".venv/bin/python": Link("@python@"),
            ".venv/pyvenv.cfg": "home = @project@/base/bin\n",
            "base/bin/python": Link("@python@"),
            f"base/lib/{VERSION}/os.py": RUNS_IN_PYTHON,
            f"base/lib/{VERSION}/encodings/__init__.py": RUNS_IN_PYTHON,
            f"base/lib/{VERSION}/lib-dynload/x": "",
        },
        SHOWN,
    ),
    _brings(
        "modules_of_the_tool",
        "Modules that are called as those that Evenhand and Python import.",
        {
            f"{name}.py": RUNS_IN_PYTHON
            for name in (
                *("click", "json", "ast", "rich", "jedi", "pathspec", "asyncio", "encodings"),
                *("sitecustomize", "usercustomize", "conftest", "setup", "evenhand", "pygls"),
            )
        },
    ),
    _brings(
        "path_begins_here",
        "Programs called `python3` and `git`, and a PATH that begins with this folder.",
        {"python3": RUNS, "python": RUNS, "git": RUNS, "bash": RUNS, "bwrap": RUNS},
        ALL,
        PATH=".:@project@::/usr/local/bin:/usr/bin:/bin",
    ),
    _brings(
        "settings_of_the_folder",
        "Every setting and file by which other tools choose a Python.",
        {
            "run": RUNS,
            "pyproject.toml": '[tool.pyright]\nvenv = "tools"\n[tool.poetry]\nname = "x"\n',
            ".python-version": "@project@/run\n",
            ".envrc": "@project@/run\n",
            ".env": "PYTHONSTARTUP=@project@/run\nVIRTUAL_ENV=@project@\n",
            ".vscode/settings.json": '{"evenhand.interpreter": "@project@/run", '
            '"python.defaultInterpreterPath": "@project@/run"}\n',
            "pyvenv.cfg": CONFIGURED,
            "bin/python": RUNS,
        },
    ),
    _brings(
        "venv_is_no_folder",
        "FIFOs and folders in the places of the virtual environment's Python.",
        {".venv/bin/python": Pipe(), ".venv/bin/python3": Directory(), "venv": Pipe()},
        SHOWN,
    ),
    HostileFolder(
        "asks_for_its_python",
        "Settings that choose the interpreter and the isolation.",
        {
            "run": RUNS,
            "pyproject.toml": '[tool.evenhand]\npython = "./run"\nisolation = "basic"\n',
        },
        (Door.CHECK, Door.FIX, Door.AUDIT, Door.SERVER),
        says="a folder must not decide how its own code is run",
    ),
]
