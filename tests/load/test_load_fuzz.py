"""Thousands of sources that nobody would write: each is read or refused with a sentence."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import warnings
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from odd_sources import garbled, mixed

from amounts import amount
from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.options import CheckOptions
from evenhand.workspace.decoding import NotTextError, decode

READ, GRAMMATICAL, RUN = amount(300, 9_500), amount(40, 500), amount(20, 200)
LONGEST_SECONDS = 5.0
"""Of the processor, so that a busy machine makes no difference."""
UNRUN = CheckOptions("python", not_run="only read")
MISTAKE = "bug in Evenhand"
KINDS = {
    "biased",
    "refuses",
    "delegates",
    "groups",
    "independent",
    "no_difference_found",
    "not_checked",
}


async def test_odd_sources_are_read() -> None:
    for seed in range(READ):
        chance = random.Random(seed)
        data = mixed(chance).encode("utf-8", "surrogatepass") if seed % 2 else garbled(chance)
        began = time.process_time()

        report = await _read(data)

        assert report.functions is not None, seed
        assert time.process_time() - began < LONGEST_SECONDS, seed


@settings(max_examples=GRAMMATICAL, suppress_health_check=list(HealthCheck), database=None)
@given(st.deferred(lambda: _grammatical()))
async def test_whatever_the_grammar_allows_is_read(source: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        await _read(source.encode("utf-8", "surrogatepass"))


def _grammatical() -> st.SearchStrategy[str]:
    """Texts that follow Python's grammar; reading the grammar takes seconds, so only here."""
    import hypothesmith

    return hypothesmith.from_grammar()


def test_odd_sources_are_checked(tmp_path: Path) -> None:
    """Through the whole command line: what can run does."""
    for seed in range(RUN):
        chance = random.Random(-1 - seed)
        data = garbled(chance) if seed % 4 == 0 else mixed(chance).encode("utf-8", "replace")
        (tmp_path / f"odd_{seed}.py").write_bytes(data)

    run = subprocess.run(
        [
            *(sys.executable, "-m", "evenhand", "check", "--isolated", "--format", "json"),
            *("--seconds", "1", str(tmp_path)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )

    document = json.loads(run.stdout)
    assert run.returncode == 2  # some are no Python
    assert "Traceback" not in run.stderr
    assert MISTAKE not in run.stdout
    assert document["summary"]["files"] == RUN
    assert {v["verdict"] for f in document["functions"] for v in f["verdicts"]} <= KINDS


async def _read(data: bytes) -> FileReport:
    try:
        text = decode(data)
    except NotTextError as error:
        return FileReport("odd.py", problem=str(error))
    async with Checker() as checker:
        return await checker.check(text, Path("odd.py").absolute(), UNRUN)
