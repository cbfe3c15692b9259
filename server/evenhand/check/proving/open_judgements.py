"""From what guided search left open to what a prover makes of it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from evenhand.causes import Cause, Explanation
from evenhand.check.probing.argument_trees import set_value
from evenhand.check.probing.input_state import InputState, Judgement, Probe
from evenhand.check.probing.requests import Loaded, Open, Steps
from evenhand.check.probing.search import judgement
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.witnesses import confirm
from evenhand.check.proving.relational_check import Question, question
from evenhand.check.sandbox import Worker
from evenhand.check.sandbox.driving import drive
from evenhand.findings import VerdictKind

SECONDS = 5.0
"""For one function and one attribute."""
GRACE = 3.0
"""Seconds for the prover to start and to say what it found."""


async def proved(
    judgements: Sequence[Judgement], search: SearchState, worker: Worker, seconds: float = SECONDS
) -> list[Judgement]:
    """The judgements, with those that found no difference proved or refuted where that succeeds.

    A counterexample is only believed when its two calls, run again in `worker`, differ.
    """
    made: list[Judgement] = []
    for entry in judgements:
        state = search.state_of(entry.input.path)
        open_still = entry.kind is VerdictKind.NO_DIFFERENCE_FOUND and entry.explanation is None
        if state is not None and open_still and search.accepted:
            entry = await _asked(entry, state, search, worker, seconds)
        made.append(entry)
    return made


async def _asked(
    entry: Judgement, state: InputState, search: SearchState, worker: Worker, seconds: float
) -> Judgement:
    asked = question(search, state, search.accepted[0])
    if asked is None:
        return entry
    source = search.module.source + asked.text
    told = await ask(source, worker.standing.walls, seconds)
    if told.get("state") == "proved":
        shown = ", ".join(map(repr, asked.values))
        return replace(entry, explanation=Explanation(Cause.PROVED, message=shown))
    if told.get("state") == "refuted":
        await drive(_replayed(search, state, asked, str(told.get("call", ""))), worker, seconds)
        return judgement(search, state)
    return entry


async def ask(source: str, walls: tuple[str, ...], seconds: float) -> dict[str, Any]:
    """Run the prover in a process of its own; empty where it comes to no answer in time."""
    request = {"source": source, "seconds": seconds, "walls": walls}
    with tempfile.TemporaryDirectory(prefix="evenhand-") as scratch:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "evenhand.check.proving.prover",
            scratch,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=scratch,
            env={"PATH": os.defpath, "HOME": scratch, "PYTHONPATH": str(Path(__file__).parents[3])},
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(seconds + GRACE):
                answer, _ = await process.communicate(json.dumps(request).encode())
            told = json.loads(answer)
            return told if isinstance(told, dict) else {}
        except (TimeoutError, ValueError):
            return {}
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()


def _replayed(search: SearchState, state: InputState, asked: Question, call: str) -> Steps[None]:
    """Run the counterexample as every witness is run; it stays only if its calls differ."""
    answered = asked.answered(call)
    loaded: Loaded = yield Open(search.module)
    if answered is None or loaded.problem is not None:
        return
    context, values = answered
    tree = context.as_tree()
    tries = [context.with_tree(set_value(tree, asked.protected, v)) for v in values]
    one, other = yield from search.perform(tries)
    if state.tells_apart(values, one, other):
        state.biased = Probe(context, asked.protected, values, (one, other))
        yield from confirm(search)
