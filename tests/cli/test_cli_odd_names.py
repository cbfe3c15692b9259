"""What a stranger's folder may hold reaches the terminal as text, and ends no run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ready import copied

SOURCE = '''\
def score(years, gender):
    """Scores.

    ::error::not an order
    ##[stop-commands]nor this
    """
    if gender == "male\\u202e</script>[x](command:y)\\x1b":
        return years + 10
    return years  # \x1b[31m\u202e\x9b
'''
NAMES = (
    b"a\x1b[31m.py",
    b"a\nb.py",
    b"\xe2\x80\xae.py",
    b"::error::x.py",
    b"[red]x.py",
    b"a,b%.py",
    b"x\r\n##[error]y.py",
    b"##vso[task.complete]<|`.py",
)
FORMATS = ("text", "concise", "json", "sarif", "github", "gitlab", "junit", "markdown")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a system with such names")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odd")
    for name in (*NAMES, b"bad\xff.py"):
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(SOURCE)
    (folder / "pyproject.toml").write_text('[tool.evenhand]\n"\\u001b[2J[red]" = 1\n')
    return folder


def evenhand(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "evenhand", *arguments]
    return subprocess.run(
        command if variables else copied(command),
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


def assert_printable(text: str) -> None:
    assert [c for c in text if not c.isprintable() and c not in "\n\t"] == []
    assert "Traceback" not in text


@pytest.mark.parametrize("name", ["text", "github", "junit", "sarif", "json"])
def test_every_format_is_printable_on_every_console(project: Path, name: str) -> None:
    made = evenhand(project, "check", "--format", name, ".", PYTHONIOENCODING="ascii")

    assert made.returncode == 2  # for the setting
    assert_printable(made.stdout)
    assert_printable(made.stderr)
    assert "##[" not in made.stdout
    assert "##vso[" not in made.stdout
    orders = [line for line in made.stdout.split("\n") if line.lstrip().startswith("::")]
    setting, remark = 1, 1
    assert len(orders) == (len(NAMES) + setting + remark if name == "github" else 0)
    if name in {"sarif", "json"}:
        json.loads(made.stdout)
    if name == "junit":
        ElementTree.fromstring(made.stdout)


def test_every_file_of_results_is_written_and_gives_no_orders(
    project: Path, tmp_path: Path
) -> None:
    """Also at a place that is no text."""
    odd = os.fsdecode(b"found\xff\n::error::")
    outputs = [f"{name}={tmp_path / odd}.{name}" for name in (*FORMATS, "parquet")]
    made = evenhand(project, "check", *(part for o in outputs for part in ("-o", o)), ".")

    assert made.returncode == 2  # for the setting
    assert_printable(made.stderr)
    written = {file.suffix[1:]: file for file in tmp_path.iterdir() if file.is_file()}
    assert set(written) == {*FORMATS, "parquet"}
    for name in FORMATS:
        text = written[name].read_text()
        lines = [line.lstrip() for line in text.split("\n")]
        assert_printable(text)
        assert name == "github" or not [line for line in lines if line.startswith("::")]
        assert "##[" not in text
        assert "##vso[" not in text
    for name in ("json", "sarif", "gitlab"):
        json.loads(written[name].read_text())
    names = [case.get("classname") for case in ElementTree.parse(written["junit"]).iter("testcase")]
    assert "x\\r\n##[error]y.py" in names


def test_a_diff_is_printable_and_says_so(project: Path) -> None:
    made = evenhand(project, "fix", ".")

    assert_printable(made.stdout)
    assert_printable(made.stderr)
    assert "the diff shows some characters as escapes" in made.stderr
    lines = [line.lstrip() for line in (made.stdout + made.stderr).split("\n")]
    assert not [line for line in lines if line.startswith("::") or "##[" in line]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"findings":' + "[" * 100_000, "\ud800", "[1"])
def test_an_odd_baseline_is_none(project: Path, tmp_path: Path, text: str) -> None:
    baseline = tmp_path / "base\rline\u202e.json"
    baseline.write_text(text, errors="surrogatepass")
    made = evenhand(project, "check", "--baseline", str(baseline), ".")

    assert made.returncode == 2
    assert "base\\rline\\u202e.json is not a baseline of Evenhand" in made.stderr
    assert_printable(made.stderr)


def test_no_output_leaves_the_project_by_a_link(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside.json"
    (project / ".git").mkdir(parents=True)
    outside.write_text("precious")
    (project / "link").symlink_to("../outside.json")
    ledger = str(tmp_path / "ledger.sqlite3")

    baseline = evenhand(project, "check", "--write-baseline", "link", ".")
    report = evenhand(project, "audit", "--html", "link", "--ledger", ledger)
    assert baseline.returncode == report.returncode == 2
    assert "link was not written: it is a link that leads out of the project" in baseline.stderr
    assert "link was not written: it is a link that leads out of the project" in report.stderr
    assert outside.read_text() == "precious"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_when_nothing_can_be_printed_a_sentence_says_so(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        made = subprocess.run(
            [sys.executable, "-m", "evenhand", "rule", "EVH001"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )

    assert made.returncode == 3
    assert made.stderr == "evenhand: stopped by the system: No space left on device\n"
