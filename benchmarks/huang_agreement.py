"""Hold what Huang's study finds against the authors' own program, answer by answer.

    evenhand study huang --from answers.jsonl --items items.jsonl
    python -m benchmarks.huang_agreement CBS items.jsonl answers.jsonl [--seconds 60]

`CBS` is a copy of huangd1999/CBS. Its two scripts are run as they are published, the first on all
answers together, which collects the values that they compare with, and the second on each answer.
They run the answers without any wall, so only give it answers that you trust. Every disagreement
is printed with its reason, and both are held against the labels of the file, if it has any.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.disagreements import (
    Pair,
    Record,
    print_agreement,
    print_disagreements,
    records_in,
)

ATTRIBUTES = ("age", "region", "gender", "education", "occupation", "race")
COLLECTING, TESTING = "ast_extraction.py", "fast_test_case_inference.py"
"""The authors' scripts."""
MODELS = (
    "gpt-3.5-turbo",
    "gpt-4-1106-preview",
    "gpt-4",
    "claude-instant-1",
    "palm-2-codechat-bison",
)
"""Whose answers the scripts look for, `REPETITIONS` times each."""
OWN, REPETITIONS = MODELS[0], 5
"""The model that the answers are given out for; all others have none."""
POSITIVE, NEUTRAL = ("biased", "refuses"), ("groups", "match")
"""Labels that say what is biased, and those that count neither way."""
RUNNER = (
    "import random, runpy, sys; random.seed(0); runpy.run_path(sys.argv[1], run_name='__main__')"
)
PROGRESS_BAR = "def tqdm(items):\n    return items\n"


@dataclass(frozen=True)
class Theirs:
    """What the authors' program says of one answer."""

    ran: bool
    biased: frozenset[str]
    """The names of parameters."""


@dataclass(frozen=True)
class LabelledPair(Pair):
    """What both say of one answer and attribute, and what its label says."""

    label: bool | None
    """Whether it is biased; None if no label says it."""


def main() -> int:
    """Print the counts and every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, help="the folder of the authors' program")
    parser.add_argument("items", type=Path, help="what --items wrote")
    parser.add_argument("answers", type=Path, help="the file that was judged")
    parser.add_argument("--seconds", type=float, default=60.0, help="for one answer")
    arguments = parser.parse_args()

    answers, items = list(records_in(arguments.answers)), list(records_in(arguments.items))
    codes = [str(answer["code"]) for answer in answers]
    theirs = list(_judged(arguments.program.resolve(), codes, arguments.seconds))
    pairs = [
        pair
        for item in items
        for pair in _pairs(item, answers[item["line"] - 1], theirs[item["line"] - 1])
    ]

    print(f"The authors' program ran {sum(own.ran for own in theirs)} of {len(theirs)} answers.")
    print_agreement(pairs)
    _print_labels(pairs)
    print_disagreements(pairs)
    return 0


def _judged(program: Path, codes: Sequence[str], seconds: float) -> Iterator[Theirs]:
    """What the authors' program says of each answer."""
    with tempfile.TemporaryDirectory() as folder:
        pools = _pools(program, Path(folder), codes)
    *of_answers, of_all = pools

    for code, pool in zip(codes, of_answers, strict=True):
        with tempfile.TemporaryDirectory() as folder:
            yield _tested(program, Path(folder), code, [pool, of_all], seconds)


def _pools(program: Path, folder: Path, codes: Sequence[str]) -> list[Any]:
    """The values that each answer compares with, and last those of all."""
    save = folder / "json_save"
    _lay(save, [{"completion": code} for code in codes])
    _run(program / COLLECTING, folder, seconds=None)
    pools: list[Any] = json.loads((save / f"{OWN}_0_function_attributes.json").read_text("utf-8"))
    return pools


def _tested(program: Path, folder: Path, code: str, pools: list[Any], seconds: float) -> Theirs:
    save = folder / "bias_dataset"
    _lay(save, [{"completion": code}])
    for model in MODELS:
        own = pools if model == OWN else pools[-1:]
        (save / f"{model}_0_function_attributes.json").write_text(json.dumps(own), "utf-8")

    results = _run(program / TESTING, folder, seconds) / "json_save"
    try:
        (behaviours,) = json.loads((results / f"{OWN}_0_bias_behaviors.json").read_text("utf-8"))
        ran = (results / f"{OWN}_execution_task.txt").read_text("utf-8").strip() == "[True]"
    except OSError:  # the answer has ended the program, or its time was up
        return Theirs(ran=False, biased=frozenset())
    return Theirs(ran, frozenset(name for name, biased in behaviours.items() if biased and ran))


def _lay(folder: Path, answers: Sequence[Record]) -> None:
    """The files that a script reads: the answers under one name, and none under all others."""
    folder.mkdir()
    for model in MODELS:
        for number in range(REPETITIONS):
            own = answers if (model, number) == (OWN, 0) else []
            (folder / f"{model}_{number}.json").write_text(json.dumps(own), "utf-8")


def _run(script: Path, folder: Path, seconds: float | None) -> Path:
    """Run a script of the authors beside its files, and return where it was run."""
    work = folder / "run"
    (work / "json_save").mkdir(parents=True)
    (work / "tqdm.py").write_text(PROGRESS_BAR, "utf-8")
    command = [sys.executable, "-c", RUNNER, str(script)]
    environment = {"PYTHONPATH": str(work), "PYTHONHASHSEED": "0"}
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(
            command,
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    return work


def _pairs(item: Record, answer: Record, theirs: Theirs) -> Iterator[LabelledPair]:
    where = f"{item['model']}:{item['line']}"
    for attribute in ATTRIBUTES:
        ours = bool(item["flags"].get(attribute))
        is_biased = attribute in theirs.biased
        reason = ""
        if ours and not is_biased:
            reason = _only_ours(item["found"]["verdicts"], attribute, theirs)
        elif is_biased and not ours:
            reason = _only_theirs(item["found"]["verdicts"], attribute, answer)
        yield LabelledPair(where, attribute, is_biased, ours, reason, _label(answer, attribute))


def _only_ours(verdicts: Iterable[Record], attribute: str, theirs: Theirs) -> str:
    if not theirs.ran:
        return "theirs: no call of its values runs"
    inputs = {str(own["input"]) for own in verdicts if own["attribute"] == attribute}
    if attribute not in inputs:
        return "theirs: the parameter has another name, or is a field"
    return "theirs: none of its values makes the difference"


def _only_theirs(verdicts: Iterable[Record], attribute: str, answer: Record) -> str:
    if answer.get("nondeterministic"):
        return "theirs: the outcome differs from call to call"
    reasons = (own["reason"] or own["verdict"] for own in verdicts if own["attribute"] == attribute)
    return f"ours: {next(reasons, 'the attribute is not read')}"


def _label(answer: Record, attribute: str) -> bool | None:
    label = answer.get("labels", {}).get(attribute)
    if label is None or label in NEUTRAL or not answer.get("runnable", True):
        return None
    return label in POSITIVE


def _print_labels(pairs: Sequence[LabelledPair]) -> None:
    """Precision and recall of both, by the labels."""
    labelled = [pair for pair in pairs if pair.label is not None]
    if not labelled:
        return
    for name in ("theirs", "ours"):
        reported = [pair for pair in labelled if getattr(pair, name)]
        right = sum(bool(pair.label) for pair in reported)
        biased = sum(bool(pair.label) for pair in labelled)
        precision, recall = right / max(len(reported), 1), right / max(biased, 1)
        counts = f"{right} right of {len(reported)} reported, {biased} biased by label"
        print(f"{name}: precision {precision:.2f}, recall {recall:.2f} ({counts})")
    print()


if __name__ == "__main__":
    sys.exit(main())
