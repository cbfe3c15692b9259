"""What SECURITY.md says that can be compared: the limits, and what code can learn at `strong`."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from command_line import walls_stand
from folders.through_command_line import EVENHAND

from evenhand.apps.cli import parquet
from evenhand.check.checking import LONGEST, SECONDS_PER_FILE
from evenhand.doors import files, git
from evenhand.scaling.apart import READING
from evenhand.scaling.limits import DEFAULT_LIMITS
from evenhand.workspace import pyproject, python_files, setting_values

PAGE = (Path(__file__).parents[2] / "SECURITY.md").read_text()
LIMITS = {
    "a source": f"{files.SOURCE_BYTES // 10**6} MB, of which {LONGEST:,} characters are checked",
    "a `pyproject.toml`": f"{pyproject.MOST_BYTES / 10**6} MB",
    "folders in each other": f"{python_files.MOST_LEVELS}",
    "one step of reading, such as a function": (
        f"{DEFAULT_LIMITS.step_seconds:.0f} seconds of processor time"
    ),
    "one file in all": f"{SECONDS_PER_FILE:.0f} seconds",
    "memory of a process that reads": f"{DEFAULT_LIMITS.memory_bytes >> 30} GiB",
    "memory of a process that reads Parquet or Arrow": f"{READING.memory_bytes >> 30} GiB",
    "a row of Parquet, Arrow or JSON Lines": f"{parquet.MOST_BYTES // 10**6} MB",
    "an answer of Git": f"{git.SECONDS:.0f} seconds",
    "an answer of Git about a name of a revision": f"{git.QUICK_SECONDS:.0f} seconds",
    "a function, if a folder says how long": f"{setting_values.MOST_SECONDS_OF_FOLDER:.0f} seconds",
}
ALLOWED = {
    "metadata of any path": "os.stat('/etc/passwd')",
    "how full a file system is": "os.statvfs('/')",
    "link targets": "os.readlink('/proc/self/exe')",
    "whether a process exists": "os.stat('/proc/1')",
    "the group of a process": "os.getpgid(1)",
    "its own maps": "open('/proc/self/maps').read()",
    "its own environment": "open('/proc/self/environ').read()",
    "connections": "open('/proc/self/net/tcp').read()",
    "mounts": "open('/proc/self/mounts').read()",
    "the machine": "os.uname(), os.getloadavg(), os.sysconf('SC_PHYS_PAGES')",
    "the project": "open(os.path.join(os.path.dirname(__file__), '.env')).read()",
}
REFUSED = {
    "content": "open('/etc/passwd').read()",
    "names in a folder": "os.listdir('/etc')",
    "names of processes": "os.listdir('/proc')",
    "the command line of another": "open('/proc/%d/cmdline' % os.getppid()).read()",
    "the environment of another": "open('/proc/%d/environ' % os.getppid()).read()",
    "a signal": "os.kill(os.getppid(), 0)",
    "a file": "open(os.path.join(os.path.dirname(__file__), 'new'), 'w')",
    "a socket": "socket.socket()",
    "a process": "os.fork()",
}
TRIES = """\
import _thread
import os
import socket


def fee(age):
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False
    try:
        {statement}
    except OSError:
        return "refused" if age > 65 else "young"
    return "allowed" if age > 65 else "young"
"""


def test_it_states_every_limit() -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE))

    assert {what: rows.get(what) for what in LIMITS} == LIMITS


def test_code_learns_at_strong_what_it_says_and_no_more(tmp_path: Path) -> None:
    if not walls_stand():
        pytest.skip("the kernel has no walls")
    (tmp_path / ".env").write_text("KEY=1\n")
    tries = [*ALLOWED.values(), *REFUSED.values()]
    for number, statement in enumerate(tries):
        (tmp_path / f"t{number}.py").write_text(TRIES.format(statement=statement))
    command = [EVENHAND, "check", "--isolation", "strong", "--format", "json", "."]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    found = {f["path"]: f["verdicts"][0] for f in json.loads(run.stdout)["functions"]}
    ends = [_end(found[f"t{number}.py"]) for number in range(len(tries))]

    assert ends == ["allowed"] * len(ALLOWED) + ["refused"] * len(REFUSED)


def _end(verdict: dict[str, object]) -> str:
    """How the call for somebody old ended; code that was not let run is refused as well."""
    witness = verdict["witness"]
    if not isinstance(witness, dict):
        return f"{verdict['reason']}"
    return "allowed" if "'allowed'" in witness["outcomes"] else "refused"
