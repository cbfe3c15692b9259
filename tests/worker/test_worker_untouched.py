"""The folder of the checked file may be read, and looks afterwards as it did before."""

from __future__ import annotations

from pathlib import Path

import pytest

from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Worker
from evenhand.check.sentences import explain

TOUCHES = {
    "os.open(path, os.O_RDONLY | os.O_TRUNC)": "wants to write 'ages.csv'",
    "os.open(path + '.new', os.O_RDONLY | os.O_CREAT)": "wants to write 'ages.csv.new'",
    "os.open(path + '.new', os.O_CREAT | os.O_EXCL)": "wants to write 'ages.csv.new'",
    "open(path, 'r+')": "wants to write 'ages.csv'",
    "os.truncate(path, 0)": "wants to change 'ages.csv'",
    "os.mkfifo(path + '.pipe')": "wants to change 'ages.csv.pipe'",
    "os.mkfifo(path=path + '.pipe')": "wants to change a file",
    "os.mknod(path + '.node')": "wants to change 'ages.csv.node'",
    "posix.mkfifo(path + '.pipe')": "wants to change 'ages.csv.pipe'",
    "posix.mknod(path + '.node')": "wants to change 'ages.csv.node'",
    "os.remove(path)": "wants to change 'ages.csv'",
    "os.symlink(path, path + '.link')": "wants to change 'ages.csv'",
}


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("text", TOUCHES)
async def test_nothing_beside_the_file_changes(
    worker: Worker, tmp_path: Path, text: str, hidden: bool
) -> None:
    ages = tmp_path / "ages.csv"
    ages.write_text("65")
    code = f"import os, posix\ndef f(path): return {text}\n"
    if hidden:
        code += "def g(path):\n    try: f(path)\n    except BaseException: return 1\n"
    await worker.open(Module(code, f"{tmp_path}/s.py", search_path=(str(tmp_path),)))

    [found] = await worker.run([Call(f"{'g' if hidden else 'f'}({str(ages)!r})")])

    assert (found.kind, explain(found.explanation)) == (OutcomeKind.BLOCKED, TOUCHES[text])
    assert [p.name for p in tmp_path.iterdir()] == ["ages.csv"]
    assert ages.read_text() == "65"


async def test_files_beside_it_can_still_be_read(worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "ages.csv").write_text("65")
    code = "import os\ndef f(path): return os.read(os.open(path, os.O_RDONLY), 9)"
    await worker.open(Module(code, f"{tmp_path}/s.py", search_path=(str(tmp_path),)))

    [found] = await worker.run([Call(f"f({str(tmp_path / 'ages.csv')!r})")])

    assert found.value == {"t": "bytes", "v": "b'65'"}
