"""Many functions at once, on this machine and on a real cluster, from files and from Parquet."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import pytest_asyncio
from click.testing import CliRunner
from distributed import LocalCluster

from evenhand.apps.cli.output.verdict_table import COLUMNS, write_verdicts
from evenhand.apps.cli.parquet import RowWriter
from evenhand.apps.cli.program import evenhand
from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.scaling.engines import each
from evenhand.scaling.work import Engine, EngineError, Work
from ready import copied

WORKERS = 3
NUMBERS = 24


def code(number: int) -> str:
    """A function that is biased where the number is even."""
    test = "gender == 'male'" if number % 2 == 0 else "years > 9"
    return f"def pay(gender, years):\n    return {number + 1} if {test} else 0\n"


async def judge(checker: Checker, number: int) -> tuple[int, list[str]]:
    from evenhand.apps.cli.input.snippet_options import snippet_options

    report = await checker.check(
        code(number), Path("pay.py").absolute(), snippet_options(None, None)
    )
    return number, [f"{v.attribute} {v.kind}" for f in report.functions for v in f.verdicts]


async def crash_on_seven(checker: Checker, number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def unjudged(number: int, why: Explanation) -> tuple[int, list[str]]:
    return number, [why.cause]


def crashed(number: int, why: Explanation) -> int:
    return -number


JUDGING = Work(judge, unjudged)
CRASHING = Work(crash_on_seven, crashed)


@pytest.fixture
async def cluster() -> AsyncIterator[LocalCluster]:
    """A cluster that loses workers."""
    async with _cluster(WORKERS) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting_cluster() -> AsyncIterator[LocalCluster]:
    """A cluster for all tests that leave it as it is; `in_its_loop` marks them."""
    async with _cluster(2) as made:
        yield made


in_its_loop = pytest.mark.asyncio(loop_scope="module")


def _cluster(workers: int) -> LocalCluster:
    """A scheduler in this process, and workers in processes of their own."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        asynchronous=True,
        dashboard_address=":0",  # two processes of tests may each have a cluster
    )


async def test_a_cluster_that_loses_a_worker_finds_what_one_machine_does_each_once(
    cluster: LocalCluster,
) -> None:
    alone = [result async for result in each(JUDGING, range(NUMBERS), Engine())]

    found = []
    async with aclosing(
        each(JUDGING, range(NUMBERS), Engine(address=cluster.scheduler_address))
    ) as some:
        async for result in some:
            found.append(result)
            if len(found) == 5:
                first = next(iter(cluster.workers.values()))
                os.kill(first.process.process.pid, signal.SIGKILL)

    assert [number for number, _ in found] == list(range(NUMBERS))
    assert found == alone
    assert {tuple(verdicts) for _, verdicts in found} == {
        ("gender biased",),
        ("gender independent",),
    }


async def test_an_item_that_kills_every_worker_fails_alone(cluster: LocalCluster) -> None:
    engine = Engine(address=cluster.scheduler_address)

    found = [result async for result in each(CRASHING, range(12), engine)]

    assert found == [0, 1, 2, 3, 4, 5, 6, -7, 8, 9, 10, 11]


@in_its_loop
async def test_nothing_is_taken_far_ahead_of_what_is_done(lasting_cluster: LocalCluster) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(100_000):
            taken += 1
            yield number

    async with aclosing(
        each(CRASHING, (n + 10 for n in items()), Engine(address=lasting_cluster.scheduler_address))
    ) as results:
        assert await anext(results) == 10
    assert taken < 1_000

    taken = 0
    async with aclosing(each(CRASHING, (n + 10 for n in items()), Engine(lanes=2))) as results:
        assert await anext(results) == 10
    assert taken < 1_000


async def test_a_scheduler_that_is_not_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evenhand.scaling.cluster.PATIENCE", 0.5)

    with pytest.raises(EngineError, match=r"there is no Dask scheduler at tcp://127\.0\.0\.1:9"):
        await anext(each(JUDGING, [1], Engine(address="tcp://127.0.0.1:9")))


def checked(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`evenhand check`, in a process that has not imported Apache Arrow."""
    command = copied([sys.executable, "-m", "evenhand", "check", *arguments])
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)


def test_every_row_of_a_data_set_is_checked_and_written(tmp_path: Path) -> None:
    source, found = tmp_path / "code.parquet", tmp_path / "found.parquet"
    rows = [code(0), code(1), "def broken(", code(2), None]
    pq.write_table(pa.table({"text": rows}), source)

    result = checked(str(source), "--column", "text", "-o", str(found))

    assert result.returncode == 2, result.stderr  # one row cannot be read
    assert "Found 2 functions that treat people differently in 5 rows" in result.stdout
    written = pq.read_table(found).to_pylist()
    assert [(row["row"], row["function"], row["verdict"]) for row in written] == [
        (0, "pay", "biased"),
        (1, "pay", "independent"),
        (2, None, None),
        (3, "pay", "biased"),
    ]
    assert written[0]["first_call"].startswith("pay(")
    assert written[0]["first_outcome"] != written[0]["second_outcome"]
    assert "line 1" in written[2]["problem"]


def test_rows_that_are_printed_are_said_like_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.table({"code": [code(0), "def broken("]}), "code.parquet")
    Path("pyproject.toml").write_text("[tool.evenhand]\nspeed = 3\n")

    result = checked("code.parquet")

    assert result.returncode == 2
    assert "code.parquet:row 0:line 1: EVH001" in result.stdout
    assert "code.parquet:row 1: " in result.stderr
    assert "speed" in result.stderr


def damaged(file: Path) -> str:
    """The second of two groups of rows is broken."""
    table = pa.table({"code": [code(0), code(2)]})
    pq.write_table(table, file, compression="zstd", use_dictionary=False, row_group_size=1)
    column = pq.ParquetFile(file).metadata.row_group(1).column(0)
    content = bytearray(file.read_bytes())
    end = column.data_page_offset + column.total_compressed_size
    content[end - 20 : end] = bytes(20)
    file.write_bytes(content)
    return "cannot be read as Parquet"


def without_header(file: Path) -> str:
    pq.write_table(pa.table({"code": [code(0)]}), file)
    offset = pq.ParquetFile(file).metadata.row_group(0).column(0).dictionary_page_offset
    content = bytearray(file.read_bytes())
    content[offset : offset + 10] = b"\xff" * 10
    file.write_bytes(content)
    return "cannot be read as Parquet"


def inflated(file: Path) -> str:
    """Some hundred bytes, of which every row is a large text within another value."""
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 1000, pa.int32()), ["#" * 65_000_000])
    nested = pa.StructArray.from_arrays([texts], names=["text"])
    pq.write_table(pa.table({"code": nested}), file, compression="brotli")
    return "has a row of more than 64,000,000 bytes"


def one_long_row(file: Path) -> str:
    pq.write_table(pa.table({"code": ["#" * 65_000_000]}), file, compression="brotli")
    return "has a row of more than 64,000,000 bytes"


def no_text(file: Path) -> str:
    """A text that has no encoding."""
    texts = pa.array([b"\xff\xfe"], pa.binary()).buffers()
    pq.write_table(pa.table({"code": pa.Array.from_buffers(pa.string(), 1, texts)}), file)
    return "holds no text (bytes)"


def same_names(file: Path) -> str:
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["code", "code"])
    pq.write_table(table, file)
    return "holds no text (int)"


BROKEN = (damaged, without_header, inflated, one_long_row, no_text, same_names)


def test_a_broken_data_set_costs_its_own_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = [f"{number}.parquet" for number in range(len(BROKEN))]
    said = [make(Path(file)) for make, file in zip(BROKEN, files, strict=True)]
    odd = os.fsdecode(b"odd\xff\n::error::.parquet")
    pq.write_table(pa.table({"code": [code(0)]}), "fine.parquet")
    Path("fine.parquet").rename(odd)

    result = checked(*files, odd)

    assert result.returncode == 2, result.stderr
    assert "Found 2 functions that treat people differently" in result.stdout
    for file, reason in zip(files, said, strict=True):
        [line] = [line for line in result.stderr.splitlines() if file in line]
        assert reason in line
    assert "\n0.parquet:row 0:line 1: EVH001" in f"\n{result.stdout}"
    assert "\nodd\\udcff\\n::error::.parquet:row 0:line 1: EVH001" in result.stdout


def test_a_table_of_odd_names_at_an_odd_place(tmp_path: Path) -> None:
    name = os.fsdecode(b"odd\xff\n.py")
    place = tmp_path / os.fsdecode(b"found\xfe.parquet")
    with RowWriter(place, COLUMNS) as writer:
        write_verdicts(writer, FileReport(name, problem="cannot be read", row=3))

    place.rename(tmp_path / "found.parquet")
    [row] = pq.read_table(tmp_path / "found.parquet").to_pylist()
    assert (row["file"], row["row"]) == ("odd\\udcff\n.py", 3)


def test_rows_of_a_folder_that_is_switched_off_are_let_be(tmp_path: Path) -> None:
    for name, enable in (("off", "false"), ("on", "true")):
        (tmp_path / name).mkdir()
        pq.write_table(pa.table({"code": [code(0)]}), tmp_path / name / "code.parquet")
        (tmp_path / name / "pyproject.toml").write_text(f"[tool.evenhand]\nenable = {enable}\n")

    files = [str(tmp_path / name / "code.parquet") for name in ("off", "on")]
    result = checked(*files)

    assert "Found 1 function that treats people differently in 1 row" in result.stdout


@pytest.mark.parametrize("make", [pa.ipc.new_stream, pa.ipc.new_file], ids=["stream", "file"])
def test_a_data_set_as_hugging_face_saves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    """A folder for each part, with files of Arrow and JSON that describes them."""
    monkeypatch.chdir(tmp_path)
    answers = [f"Here it is:\n\n```python\n{code(0)}```\n", code(1), None]
    table = pa.table({"prompt": ["Write it."] * 3, "answer": answers})
    Path("saved/train").mkdir(parents=True)
    with make("saved/train/data-00000-of-00001.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=2)
    Path("saved/train/state.json").write_text('{"_data_files": []}')

    silent = checked("saved")
    result = checked("saved", "--column", "answer")

    assert (silent.returncode, result.returncode) == (0, 1)
    assert "data-00000-of-00001.arrow --column COLUMN`" in silent.stderr
    assert "data-00000-of-00001.arrow:row 0:line 4: EVH001" in result.stdout
    assert "Found 1 function that treats people differently in 3 rows" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["other.arrow"], "cannot be read as Arrow"),
        (["empty.arrow"], "cannot be read as Arrow"),
        (["cut.arrow"], "cannot be read as Arrow"),
        (["code.arrow", "--column", "body"], "has no column body (--column); it has code"),
        (["code.parquet", "--column", "body"], "has no column body (--column); it has code"),
        (["a.py", "-o", "found.html"], "write it as FORMAT=FILE"),
        (["other.parquet"], "cannot be read as Parquet"),
        (["code.parquet", "-o", "code.parquet"], "cannot be written at the same time"),
        (["code.parquet", "-o", "nowhere/found.parquet"], "cannot be written"),
        (["code.parquet", "--write-baseline", "b.json"], "--write-baseline is for files of code"),
        (["code.parquet", "--python", "nowhere"], "nowhere"),
        (["a.py", "--engine", "ray://host:1"], "write it as dask://HOST:PORT"),
    ],
)
def test_what_cannot_be_asked_of_data_sets_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.table({"code": [code(0)]}), "code.parquet")
    with pa.ipc.new_stream("code.arrow", pa.schema([("code", pa.string())])) as writer:
        writer.write_table(pa.table({"code": [code(0)] * 100}))
    Path("other.parquet").write_text("no parquet")
    Path("other.arrow").write_text("no arrow")
    Path("empty.arrow").touch()
    Path("cut.arrow").write_bytes(Path("code.arrow").read_bytes()[:2000])
    Path("a.py").write_text(code(0))

    result = checked(*arguments)

    assert result.returncode == 2
    assert said in " ".join(result.stderr.split())


@in_its_loop
async def test_the_command_checks_files_on_a_cluster(
    lasting_cluster: LocalCluster, tmp_path: Path
) -> None:
    for number in range(4):
        (tmp_path / f"pay_{number}.py").write_text(code(number))
    status, out = await printed(lasting_cluster, "check", str(tmp_path))

    assert status == 1
    assert b"Found 2 functions that treat people differently in 4 files" in out


@in_its_loop
async def test_a_study_is_the_same_on_a_cluster(
    lasting_cluster: LocalCluster, tmp_path: Path
) -> None:
    file = tmp_path / "answers.parquet"
    pq.write_table(pa.table({"code": [code(n) for n in range(20)]}), file)
    arguments = ["study", "huang", "--from", str(file), "--format", "csv"]

    status, out = await printed(lasting_cluster, *arguments)
    alone = await asyncio.to_thread(CliRunner().invoke, evenhand, arguments)

    assert (status, alone.exit_code) == (0, 0), alone.output
    assert out.decode() == alone.stdout
    assert ",CBS,20,0.00,0.00,50.00," in alone.stdout


async def printed(cluster: LocalCluster, *arguments: str) -> tuple[int | None, bytes]:
    """The status and the output of a command that works on a cluster."""
    address = cluster.scheduler_address.replace("tcp", "dask")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "evenhand", *arguments, "--engine", address,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate()
    return process.returncode, out
