"""Texts in which everyone is treated as one value is: `fixtures/repairs`, before and after.

The first line of each file says which value that is, by the name of the input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from evenhand.check.file_job import job_of
from evenhand.check.reading.source import Source, parse
from evenhand.options import CheckOptions
from evenhand.repair.rewrite.candidates import candidates
from evenhand.repair.survey.attribute_reads import reads_of

FOLDER = Path(__file__).parents[2] / "fixtures" / "repairs"
BEFORE = sorted((FOLDER / "before").glob("*.py"))


def repaired(text: str) -> str:
    """The text with every function repaired, the first way that offers itself."""
    wanted = json.loads(text.splitlines()[0].removeprefix("# as: "))
    for name in [f.name for f in parse(text).functions]:
        made = _repaired(parse(text), name, wanted)
        text = made if made is not None else text
    return text


def _repaired(source: Source, name: str, wanted: dict[str, str]) -> str | None:
    function = next(f for f in source.functions if f.name == name)
    job = job_of(source.text, Path("example.py"), CheckOptions(sys.executable), parsed=source)
    reading, reads = reads_of(function, job)
    search = job.search(reading)
    texts = [s.input.path.text for s in search.states]
    values = {t: v for t in texts for n, v in wanted.items() if _same(t, n)}
    if not values:
        return None
    return next((c.text for c in candidates(search, reads, values)), None)


def _same(text: str, name: str) -> bool:
    plain = text.replace('"', "'")
    return plain == name or plain.endswith(f".{name}")


@pytest.mark.parametrize("file", BEFORE, ids=lambda file: file.stem)
def test_only_what_has_to_change_changes(file: Path) -> None:
    after = FOLDER / "after" / file.name

    assert repaired(file.read_bytes().decode()) == after.read_bytes().decode()
