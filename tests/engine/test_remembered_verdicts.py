"""What is remembered of a file holds as long as everything does that its verdicts came of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.findings import VerdictKind
from evenhand.options import CheckOptions

READS = (
    "import json\n"
    "from pathlib import Path\n"
    "LIMIT = json.loads((Path(__file__).parent / 'limits.json').read_text())\n\n\n"
    "def fee(age):\n    return 10 if age > LIMIT else 20\n"
)
READS_LATE = (
    "import os\n\n\ndef fee(age):\n"
    "    with open(os.path.dirname(__file__) + '/limits.json') as file:\n"
    "        limit = float(file.read())\n"
    "    return 10 if age > limit else 20\n"
)
IMPORTS = "import tariff\n\n\ndef fee(age):\n    return 10 if age > tariff.LIMIT else 20\n"
IMPORTS_ITS_FOLDER = (
    "from .tariff import LIMIT\n\n\ndef fee(age):\n    return 10 if age > LIMIT else 20\n"
)
LOOKS = {
    "lists a folder": "'old.py' in os.listdir(HERE)",
    "lists a folder as a path": "any(p.name == 'old.py' for p in pathlib.Path(HERE).iterdir())",
    "lists what has a pattern": "glob.glob(HERE + '/*d.py')",
    "lists the folders below": "any('old.py' in files for _, _, files in os.walk(HERE))",
    "asks what modules there are": "any(m.name == 'old' for m in pkgutil.iter_modules([HERE]))",
    "asks for a module": "importlib.util.find_spec('old')",
    "tries to import a module": "imported('old')",
    "asks for a file": "os.path.exists(HERE + '/old.py')",
    "asks for a file as a path": "pathlib.Path(HERE, 'old.py').is_file()",
    "asks what it may read": "os.access(HERE + '/old.py', os.R_OK)",
    "asks for a folder that goes": "not os.path.isdir(HERE + '/new')",
    "asks how large a file is": "size(HERE + '/old.py') is not None",
}
"""Ways to see whether `old.py` has come to the file, or `new` has gone."""
LOOKING = """\
import glob
import importlib.util
import os
import pathlib
import pkgutil

HERE = os.path.dirname(__file__)


def imported(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def size(path):
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def fee(age):
    if age > 45 and {looks}:
        return 10
    return 20
"""
HIGH = "10**6"
LATER: dict[str, tuple[str, str, str]] = {
    "a constant in place": ("LIMITS = {'a': %s}\n", "65", "LIMITS['a']"),
    "a key that is set": ("LIMITS = {}\nLIMITS['a'] = %s\n", "65", "LIMITS['a']"),
    "a constant set twice": ("LIMIT = 1\nLIMIT = %s\n", "65", "LIMIT"),
    "a function set twice": ("def g(): return 1\ndef g(): return %s\n", "65", "g()"),
    "an attribute": ("class A: pass\nA.limit = %s\n", "65", "A.limit"),
    "what a decorator keeps": (
        "KEPT = []\ndef keep(g):\n    KEPT.append(g)\n    return g\n@keep\ndef g(): return %s\n",
        "65", "KEPT[0]()",
    ),
}  # fmt: skip


async def kind(
    checker: Checker, file: Path, text: str | None = None, above: bool = True
) -> VerdictKind:
    """The verdict on `fee`'s age, in a project that begins at the file's folder or above it."""
    folders = (str(file.parent), *([str(file.parent.parent)] if above else []))
    options = CheckOptions(sys.executable, folders, seconds=60)
    report = await checker.check(file.read_text() if text is None else text, file, options)
    assert report.problem is None
    [verdict] = next(f for f in report.functions if f.name == "fee").verdicts
    return verdict.kind


@pytest.mark.parametrize("source", [READS, READS_LATE])
async def test_another_content_of_a_file_that_it_reads(
    new_checker: Checker, tmp_path: Path, source: str
) -> None:
    file, data = tmp_path / "fees.py", tmp_path / "limits.json"
    file.write_text(source)
    data.write_text("65")
    assert await kind(new_checker, file) is VerdictKind.BIASED

    data.write_text("1e9")

    assert await kind(new_checker, file) is VerdictKind.NO_DIFFERENCE_FOUND


async def test_a_verdict_is_remembered_while_its_files_are_as_they_were(
    new_checker: Checker, tmp_path: Path
) -> None:
    file, data = tmp_path / "fees.py", tmp_path / "limits.json"
    file.write_text(READS)
    data.write_text("65")
    os.utime(data, (1, 1))
    await kind(new_checker, file)
    calls = new_checker.calls

    data.write_text("65")
    os.utime(data, (2, 2))
    await kind(new_checker, file)

    assert new_checker.calls == calls


async def test_two_equal_files_beside_different_data(new_checker: Checker, tmp_path: Path) -> None:
    kinds = []
    for name, limit in (("a", "65"), ("b", "1e9")):
        file = tmp_path / name / "fees.py"
        file.parent.mkdir()
        file.write_text(READS)
        file.with_name("limits.json").write_text(limit)
        kinds.append(await kind(new_checker, file))

    assert kinds == [VerdictKind.BIASED, VerdictKind.NO_DIFFERENCE_FOUND]


@pytest.mark.parametrize("text", [IMPORTS, IMPORTS_ITS_FOLDER])
async def test_another_text_of_a_module_behind_an_imported_one(
    new_checker: Checker, tmp_path: Path, text: str
) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "tariff.py").write_text("from limits import LIMIT\n")
    (tmp_path / "limits.py").write_text("LIMIT = 65\n")
    file = package / "fees.py"
    file.write_text(text)
    assert await kind(new_checker, file) is VerdictKind.BIASED

    (tmp_path / "limits.py").write_text(f"LIMIT = {HIGH}\n")

    assert await kind(new_checker, file) is VerdictKind.NO_DIFFERENCE_FOUND


async def test_a_module_that_comes_later(new_checker: Checker, tmp_path: Path) -> None:
    file = tmp_path / "fees.py"
    file.write_text(IMPORTS)
    assert await kind(new_checker, file) is not VerdictKind.NO_DIFFERENCE_FOUND

    (tmp_path / "tariff.py").write_text(f"LIMIT = {HIGH}\n")

    assert await kind(new_checker, file) is VerdictKind.NO_DIFFERENCE_FOUND


@pytest.mark.parametrize("looks", LOOKS)
async def test_another_file_where_it_looks(checker: Checker, tmp_path: Path, looks: str) -> None:
    file = tmp_path / "fees.py"
    file.write_text(LOOKING.format(looks=LOOKS[looks]))
    (tmp_path / "new").mkdir()
    assert await kind(checker, file, above=False) is VerdictKind.NO_DIFFERENCE_FOUND

    (tmp_path / "new").rmdir()
    (tmp_path / "old.py").touch()

    assert await kind(checker, file, above=False) is VerdictKind.BIASED


@pytest.mark.parametrize(("before", "limit", "read"), LATER.values(), ids=LATER)
async def test_another_text_around_the_function(
    new_checker: Checker, tmp_path: Path, before: str, limit: str, read: str
) -> None:
    body = f"\n\ndef fee(age):\n    return 10 if age > {read} else 20\n"
    file = tmp_path / "fees.py"
    assert await kind(new_checker, file, before % limit + body) is VerdictKind.BIASED

    other = await kind(new_checker, file, before % HIGH + body)

    assert other is VerdictKind.NO_DIFFERENCE_FOUND


async def test_a_file_that_it_says_it_has_read_elsewhere_is_left_alone(
    new_checker: Checker, tmp_path: Path
) -> None:
    """Only what is in the folders of the workspace is looked at again."""
    file = tmp_path / "project" / "fees.py"
    file.parent.mkdir()
    file.write_text(READS)
    file.with_name("limits.json").symlink_to(tmp_path / "elsewhere.json")
    (tmp_path / "elsewhere.json").write_text("65")
    options = CheckOptions(sys.executable, (str(file.parent),), seconds=60)

    report = await new_checker.check(READS, file, options)

    assert str(tmp_path / "elsewhere.json") not in report.depends_on


def test_the_command_line_gives_equal_files_verdicts_of_their_own(tmp_path: Path) -> None:
    for name, limit in (("a", "65"), ("b", "1e9")):
        file = tmp_path / name / "fees.py"
        file.parent.mkdir()
        file.write_text(READS)
        file.with_name("limits.json").write_text(limit)

    run = subprocess.run(
        [
            *(sys.executable, "-m", "evenhand", "check", "--isolated", "--jobs", "1"),
            *("--format", "json", str(tmp_path)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )

    functions = json.loads(run.stdout)["functions"]
    verdicts = {Path(f["path"]).parent.name: f["verdicts"][0]["verdict"] for f in functions}
    assert verdicts == {"a": "biased", "b": "no_difference_found"}
