"""The program of a process that is WebAssembly: `host.mjs` hands it what comes in."""

from __future__ import annotations

import json
import sys
from typing import Any

from . import child, waiting_loop
from .calling import Caller
from .compiling import Compiled, compile_module, mark
from .importing_ahead import import_ahead
from .tripwire import Tripwire

USED_OFTEN = (
    "asyncio", "collections", "dataclasses", "datetime", "decimal", "enum", "functools",
    "itertools", "logging", "math", "operator", "random", "re", "statistics", "string", "typing",
    "uuid",
)  # fmt: skip
"""Modules that a snapshot has imported."""

SOURCE = """
from dataclasses import dataclass

@dataclass
class Applicant:
    name: str
    age: int
    income: float

def points_of(applicant: Applicant, record: dict[str, str]) -> float:
    points = applicant.income / 1000
    if applicant.age > 60 and record.get("status") != "retired":
        points -= 2
    for word in ["single", "married"]:
        if record["status"] == word:
            points += len(word)
    return round(points, 2)

def decision(applicant, record):
    if "status" not in record:
        raise ValueError("no status")
    return {"name": applicant.name, "approved": points_of(applicant, record) > 30}
"""
LIMITS = {"memory_bytes": 1 << 30, "cpu_seconds": 60, "load_seconds": 10.0, "call_seconds": 2.0}
PRACTICE = json.dumps(
    {
        "source": SOURCE, "path": "/practice.py", "name": "practice", "search_path": [],
        "readable": [], "sites": [[12, 7, 12, 25]], "watch": True, "endless": [], "walls": [],
        "limits": {**LIMITS, "output_chars": 20_000}, "now": 0.0,
    }
)  # fmt: skip
CALLS = [
    json.dumps({"text": text, "world": [], "measured": False, "watched": watched})
    for watched in (True, False)
    for text in (
        "decision(Applicant('Kim', 30, 50_000.0), {'status': 'married'})",
        "decision(Applicant('Lee', 66, income=0.0), {'status': 'retired', 'city': 'Rome'})",
        "decision(Applicant(name='', age=-1, income=1e9), {})",
        "[points_of(Applicant('Kim', age, 9.5), {'status': ''}) for age in range(60, 64)]",
    )
]
"""Of a module that is checked only to practise."""


class InWasm:
    """One process: the module that it compiles, loads and serves."""

    def __init__(self) -> None:
        self.request: dict[str, Any] = {}
        self.compiled: Compiled | None = None
        self.caller: Caller | None = None

    def compile(self, line: str) -> str:
        """Compile the module of a request; returns why it cannot be, or nothing."""
        self.request = request = json.loads(line)
        self.compiled, problem = compile_module(
            request["source"], request["path"], request["watch"]
        )
        if self.compiled is None:
            return json.dumps({"problem": problem})
        if request["watch"]:
            mark(self.compiled, request["sites"])
        return ""

    def load(self) -> str:
        """Load the module; returns the report."""
        assert self.compiled is not None
        sys.path[:] = [folder for folder in sys.path if folder]  # no folder of its own
        wire = Tripwire(child.readable(self.request))
        waiting_loop.install()
        self.caller, report = child.loaded(self.compiled, self.request, wire)
        return json.dumps(report)

    def answer(self, line: str) -> str:
        """Make a call; returns its outcome."""
        assert self.caller is not None
        return child.answered(self.caller, json.loads(line))


def make_ready() -> None:
    """Do what is slow once; a snapshot has it behind itself."""
    import_ahead([*USED_OFTEN], [])
    for name in USED_OFTEN:
        __import__(name)
    compile_module("def f(x):\n    return x > 1\n", "", True)


def practise() -> None:
    """Do what a check does, with a module of its own.

    What runs often is compiled once more, and better; the memory is put back afterwards.
    """
    process = InWasm()
    process.compile(PRACTICE)
    process.load()
    for call in CALLS:
        process.answer(call)


def ahead(line: str) -> None:
    """Import large packages, of which few are there."""
    import_ahead(**json.loads(line))


def about() -> str:
    """What a self-test has to know of this Python."""
    return json.dumps({"python": list(sys.version_info[:3]), "broken": False})


_process = InWasm()
compile, load, answer = _process.compile, _process.load, _process.answer
