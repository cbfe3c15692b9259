"""The program that asks CrossHair: `python -m evenhand.check.proving.prover SCRATCH < question`.

It runs the checked code, and so it raises the same walls as a worker. It prints one JSON
object: `state` (`refuted`, `proved` or `open`) and `call`, the counterexample.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
from pathlib import Path
from types import ModuleType

from evenhand.check.proving.relational_check import NAME
from evenhand.check.worker import walls
from evenhand.check.worker.tripwire import Tripwire

MEMORY_BYTES = 3 << 30
"""Beyond what is in use when the prover starts; its solver takes much."""
STATES = {"confirmed": "proved", "post_fail": "refuted"}


def main(scratch: str) -> None:
    """Answer the question on the standard input."""
    from crosshair.core_and_libs import analyze_function, run_checkables
    from crosshair.options import AnalysisKind, AnalysisOptionSet

    asked = json.load(sys.stdin)
    file = Path(scratch, "evenhand_question.py")
    file.write_text(asked["source"], "utf-8")
    out = _silenced()

    walls.limit_resources(MEMORY_BYTES, int(asked["seconds"]) + 2)
    walls.confine(tuple(asked["walls"]), (*Tripwire((scratch,)).readable, scratch))

    function = getattr(_loaded(file), NAME)
    options = AnalysisOptionSet(
        analysis_kind=[AnalysisKind.PEP316],
        per_condition_timeout=float(asked["seconds"]),
        report_all=True,
    )

    answer = {"state": "open", "call": ""}
    for message in run_checkables(analyze_function(function, options)):
        answer["state"] = STATES.get(message.state.value, "open")
        call = re.search(rf"({NAME}\(.*\)) \(which", message.message, re.DOTALL)
        answer["call"] = call.group(1) if call else ""
    os.write(out, json.dumps(answer).encode())


def _silenced() -> int:
    """A descriptor of the standard output, which itself leads nowhere from now on.

    So do the standard input and the standard error: checked code cannot write an answer.
    """
    out = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    return out


def _loaded(file: Path) -> ModuleType:
    """The module in `file`, executed."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None

    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(sys.argv[1])
