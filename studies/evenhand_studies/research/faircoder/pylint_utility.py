"""The utility of FairCoder (section 3.3): the score of Pylint, which reads code and runs none.

Pylint is an optional dependency, and imported when it is needed.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evenhand_studies.measures.clustered_mean import mean_by_prompt
from evenhand_studies.research.tables import INTERVAL, Table, figure, span

MISSING = "the utility of code is Pylint's score: pip install 'evenhand[study]'"
COSTS = {"error": 5, "warning": 1, "refactor": 1, "convention": 1}
"""What a message of each kind costs, in tenths of a statement's worth (Pylint's own formula)."""


def utilities(codes: Sequence[str]) -> list[float]:
    """The score of each piece of code in [0, 10]; 0 for code that cannot be read.

    Raises ImportError if Pylint is missing.
    """
    from pylint.lint import Run
    from pylint.reporters import CollectingReporter

    names = [f"answer_{number}" for number in range(len(codes))]
    options = [f"--rcfile={os.devnull}", "--persistent=no", "--score=no"]

    with tempfile.TemporaryDirectory(prefix="evenhand-") as folder:
        files = [Path(folder, f"{name}.py") for name in names]
        for file, code in zip(files, codes, strict=True):
            file.write_bytes(code.encode("utf-8", "backslashreplace"))

        run = Run([*options, *map(str, files)], reporter=CollectingReporter(), exit=False)
        by_module: Mapping[str, Any] = run.linter.stats.by_module

    return [_score(by_module.get(name, {})) for name in names]


def utility_table(scores: Mapping[str, Iterable[Sequence[float]]]) -> Table:
    """The mean for each model, with its interval; `scores` has those of each prompt's answers."""
    rows = []

    for name, prompts in scores.items():
        utility = mean_by_prompt(prompts)
        ends = span(utility.interval(), 0, 10)
        rows.append((name, str(utility.count), figure(utility.value), ends))

    columns = ("", "answers", "mean", INTERVAL)
    return Table("Utility (Pylint, 0 to 10)", columns, tuple(rows))


def _score(counts: Mapping[str, Any]) -> float:
    """Pylint's score of one module, from its counts of statements and messages."""
    statements = int(counts.get("statement", 0))
    if not statements or counts.get("fatal"):
        return 0.0

    cost = float(sum(weight * counts.get(kind, 0) for kind, weight in COSTS.items()))
    return max(0.0, 10.0 - 10.0 * cost / statements)
