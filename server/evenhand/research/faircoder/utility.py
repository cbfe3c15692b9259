"""FairCoder's utility: the score of Pylint, which is no dependency and is imported when needed.

Source: Y. Du et al., section 3.3. Pylint reads code and does not run it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from evenhand.measures.significance import bootstrap
from evenhand.research.tables import Table, mean, span

MISSING = "the utility of code is Pylint's score: pip install 'evenhand[study]'"
COUNTED = {"error": 5, "warning": 1, "refactor": 1, "convention": 1}
"""What a message of each kind costs, in tenths of a statement's worth (Pylint's own formula)."""


def utilities(codes: Sequence[str]) -> list[float]:
    """For each piece of code its score in [0, 10]; 0 for what cannot be read.

    Raises ImportError where Pylint is missing.
    """
    from pylint.lint import Run
    from pylint.reporters import CollectingReporter

    with tempfile.TemporaryDirectory(prefix="evenhand-") as folder:
        names = [f"answer_{number}" for number in range(len(codes))]
        files = [Path(folder, f"{name}.py") for name in names]
        for file, code in zip(files, codes, strict=True):
            file.write_bytes(code.encode("utf-8", "backslashreplace"))
        own = [f"--rcfile={os.devnull}", "--persistent=no", "--score=no"]
        done = Run([*own, *map(str, files)], reporter=CollectingReporter(), exit=False)
        counts: Mapping[str, Any] = done.linter.stats.by_module
    return [_score(counts.get(name, {})) for name in names]


def table(scores: Mapping[str, Sequence[float]]) -> Table:
    """The mean for each model, with its interval."""
    rows = []
    for name, some in scores.items():
        rows.append((name, str(len(some)), mean(some), span(bootstrap(some, fmean))))
    return Table("Utility (Pylint, 0 to 10)", ("", "answers", "mean", "95 %"), tuple(rows))


def _score(counts: Mapping[str, Any]) -> float:
    """Pylint's score of one module."""
    statements = int(counts.get("statement", 0))
    if not statements or counts.get("fatal"):
        return 0.0
    cost = float(sum(weight * counts.get(kind, 0) for kind, weight in COUNTED.items()))
    return max(0.0, 10.0 - 10.0 * cost / statements)
