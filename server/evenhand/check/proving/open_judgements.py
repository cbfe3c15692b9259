"""Asks a prover about the inputs for which the guided search found no difference."""

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
from enum import StrEnum
from pathlib import Path
from typing import Any

from evenhand.causes import Cause, Explanation
from evenhand.check.outcomes.requests import Open, Steps
from evenhand.check.proving.relational_check import Question, question
from evenhand.check.sandbox import Worker
from evenhand.check.sandbox.driving import drive
from evenhand.check.sandbox.shapes import OffenceError, one_of, parsed, record, text
from evenhand.check.search.arguments.argument_trees import set_value
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judgements import Judgement, judgement
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.witnesses import confirm
from evenhand.findings import VerdictKind

SECONDS = 5.0
"""For one function and one attribute."""
LONGEST_ANSWER, LONGEST_CALL = 1_000_000, 10_000
"""Bytes of an answer; characters of the call in it. Checked code may have written either."""
GRACE = 3.0
"""Seconds for the prover to start and to answer, on top of its own."""


async def proved(
    judgements: Sequence[Judgement],
    search: SearchState,
    worker: Worker,
    seconds: float = SECONDS,
) -> list[Judgement]:
    """The judgements, with those that found no difference proved or refuted if that succeeds.

    A counterexample is only believed when its two calls, run again in `worker`, differ.
    """
    results: list[Judgement] = []
    for entry in judgements:
        state = search.values.state_of(entry.input.path)
        if state is not None and search.observed.accepted and _is_open(entry):
            entry = await _asked(entry, state, search, worker, seconds)
        results.append(entry)
    return results


def _is_open(entry: Judgement) -> bool:
    """Whether the search found no difference and no explanation, or came to no read at all."""
    if entry.kind is VerdictKind.NOT_CHECKED:
        return entry.cause is Cause.RETURNS_EARLY
    return entry.kind is VerdictKind.NO_DIFFERENCE_FOUND and entry.explanation is None


async def _asked(
    entry: Judgement, state: InputState, search: SearchState, worker: Worker, seconds: float
) -> Judgement:
    asked = question(search, state, search.observed.accepted[0])
    if asked is None:
        return entry

    source = search.module.source + asked.text
    answer = await ask(source, worker.standing.walls, seconds)
    if answer.get("state") == "proved":
        values = ", ".join(map(repr, asked.values))
        explanation = Explanation(Cause.PROVED, message=values)
        return replace(entry, kind=VerdictKind.NO_DIFFERENCE_FOUND, explanation=explanation)

    if answer.get("state") == "refuted":
        counterexample = str(answer.get("call", ""))
        await drive(_replayed(search, state, asked, counterexample), worker, seconds)
        return judgement(search, state)

    search.observed.may_end_otherwise = True  # with more time, the prover might come to an answer
    return entry


class _State(StrEnum):
    """What the prover has found out."""

    REFUTED = "refuted"
    PROVED = "proved"
    OPEN = "open"


_ANSWER = record({"state": one_of(_State), "call": text(LONGEST_CALL)})


async def ask(source: str, walls: tuple[str, ...], seconds: float) -> dict[str, Any]:
    """Run the prover in a process of its own; empty if it comes to no answer in time."""
    request = {"source": source, "seconds": seconds, "walls": walls}
    with tempfile.TemporaryDirectory(prefix="evenhand-") as scratch:
        process = await _started(scratch)
        try:
            async with asyncio.timeout(seconds + GRACE):
                output = await _answer(process, json.dumps(request).encode())
            return _ANSWER(parsed(output))
        except (TimeoutError, OffenceError, ConnectionError):
            return {}
        finally:
            if process.returncode is None:
                _kill(process)
                await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill the prover and all that it has started; on Windows it starts nothing."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


async def _answer(process: asyncio.subprocess.Process, request: bytes) -> bytes:
    """What the prover says; the beginning, if it says more than an answer may have."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(request)
    await process.stdin.drain()
    process.stdin.close()

    output = b""
    while len(output) <= LONGEST_ANSWER and (chunk := await process.stdout.read(1 << 16)):
        output += chunk
    return output


async def _started(scratch: str) -> asyncio.subprocess.Process:
    """The prover's process, which may use the folder `scratch`."""
    server = str(Path(__file__).parents[3])
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "evenhand.check.proving.prover",
        scratch,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=scratch,
        env={"PATH": os.defpath, "HOME": scratch, "PYTHONPATH": server},
        start_new_session=True,
    )


def _replayed(search: SearchState, state: InputState, asked: Question, call: str) -> Steps[None]:
    """Run the counterexample as every witness is run; it stays only if its calls differ."""
    answered = asked.answered(call)
    loaded = yield from search.open(Open(search.module))
    if answered is None or loaded.problem is not None:
        return

    context, values = answered
    tree = context.as_tree()
    contexts = [context.with_tree(set_value(tree, asked.protected, value)) for value in values]
    first, second = yield from search.perform(contexts)
    if state.tells_apart(values, first, second):
        state.witnesses.biased = Probe(context, asked.protected, values, (first, second))
        yield from confirm(search)
