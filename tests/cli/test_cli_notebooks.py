"""`evenhand check` of notebooks, of code in rows, and of what is no Python."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from ready import copied

FEE = "def fee(age):\n    return 1 if age > 44 else 2\n"
PAY = 'def pay(hours, sex):\n    return hours * 2 + (3 if sex == "male" else 0)\n'
ANSWER = f"Here you are:\n\n```python\n{FEE}```\nIt is fair."


def evenhand(*arguments: str, cwd: Path) -> Any:
    command = copied([sys.executable, "-m", "evenhand", *arguments])
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)


def notebook(*cells: str) -> str:
    written = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": c} for c in cells]
    return json.dumps({"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def rows(**columns: list[Any]) -> str:
    values = zip(*columns.values(), strict=True)
    records = [dict(zip(columns, each, strict=True)) for each in values]
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nb.ipynb").write_text(notebook("%matplotlib inline\nx = 1", f"\n{FEE}"))
    (tmp_path / "answers.jsonl").write_text(rows(prompt=["a", "b"], answer=[FEE, ANSWER]))
    (tmp_path / "broken.py").write_text("def f(:\n")
    return tmp_path


def test_a_folder_with_a_notebook_rows_and_a_broken_file(folder: Path) -> None:
    run = evenhand("check", ".", cwd=folder)

    assert run.returncode == 2
    assert "nb.ipynb:cell 2:line 2: EVH001 " in run.stdout
    assert run.stderr.splitlines() == [
        "evenhand: answers.jsonl: not checked; for the code in its rows: "
        "`evenhand check answers.jsonl --column answer`",
        "evenhand: broken.py: syntax error: invalid syntax (line 1)",
    ]
    assert "in 2 files" in run.stdout


def test_rows_are_checked_if_their_column_is_named(folder: Path) -> None:
    run = evenhand("check", ".", "--column", "answer", cwd=folder)

    assert run.returncode == 2
    assert "answers.jsonl:row 0:line 1: EVH001 " in run.stdout
    assert "answers.jsonl:row 1:line 4: EVH001 " in run.stdout
    assert "Found 3 functions that treat people differently in 2 files and 2 rows" in run.stdout


def test_broken_rows_are_said_and_the_others_are_checked(tmp_path: Path) -> None:
    text = rows(code=[FEE, 3, None, "def f(:"]) + "\nno json\n[1]\n"
    (tmp_path / "rows.jsonl").write_text(text)

    run = evenhand("check", "rows.jsonl", cwd=tmp_path)

    assert run.returncode == 2
    assert "rows.jsonl:row 0:line 1: EVH001 " in run.stdout
    assert "in 6 rows" in run.stdout
    assert run.stderr.splitlines() == [
        "evenhand: rows.jsonl:row 1: holds no text (int)",
        "evenhand: rows.jsonl:row 3: syntax error: invalid syntax (line 1)",
        "evenhand: rows.jsonl:row 4: is no JSON",
        "evenhand: rows.jsonl:row 5: is no JSON object with columns",
    ]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("j.json", '{"a": 1}', "is not a Python file, and nothing in it was checked"),
        ("t.csv", "1,2\n3,4\n", "is not a Python file, and nothing in it was checked"),
        ("t.txt", "Dear Sir or Madam", "syntax error: invalid syntax (line 1)"),
        ("r.jsonl", '{"text": "x"}\n', "has no column code (--column); it has text"),
        ("e.jsonl", "", "has no rows"),
        ("n.ipynb", '{"a": 1}', "is no notebook (it has no cells)"),
        ("n.ipynb", notebook("def f(:"), "cell 1 was not checked (syntax error: "),
    ],
)
def test_what_is_no_python_is_never_nothing_found(
    tmp_path: Path, name: str, text: str, problem: str
) -> None:
    (tmp_path / name).write_text(text)

    run = evenhand("check", name, cwd=tmp_path)

    assert run.returncode == 2
    assert run.stderr.startswith(f"evenhand: {name}: {problem}")
    assert "could not be read" in run.stdout


def test_programs_get_the_cell_and_the_row(folder: Path) -> None:
    (folder / "broken.py").unlink()
    outputs = ["-o", "json=all.json", "-o", "found.sarif", "-o", "table.parquet"]

    run = evenhand("check", ".", "--column", "answer", "-q", *outputs, cwd=folder)

    assert run.returncode == 1
    functions = json.loads((folder / "all.json").read_text())["functions"]
    places = [
        (f["path"], f.get("row"), f.get("cell"), f["line"]) for f in functions if f["verdicts"]
    ]
    assert places == [
        ("nb.ipynb", None, 2, 2),
        ("answers.jsonl", 0, None, 1),
        ("answers.jsonl", 1, None, 4),
    ]
    results = json.loads((folder / "found.sarif").read_text())["runs"][0]["results"]
    assert results[0]["message"]["text"].startswith("cell 2, line 2: `fee` is 1 higher")
    # Code scanning wants a line; the one in the cell would be another line of the file.
    assert results[0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    assert len({result["partialFingerprints"]["evenhand/v1"] for result in results}) == 3
    table = pq.read_table(folder / "table.parquet").to_pylist()
    assert [(row["file"], row["row"], row["cell"], row["line"]) for row in table] == places


def test_lines_in_sentences_are_those_of_the_cell(tmp_path: Path) -> None:
    source = "import nowhere_at_all\n\n\ndef fee(person):\n    if nowhere_at_all.x(person.age):\n"
    (tmp_path / "nb.ipynb").write_text(
        notebook("x = 1\ny = 2", f"{source}        open('a', 'w')\n")
    )

    run = evenhand("check", "--no-run", "--verbose", "nb.ipynb", cwd=tmp_path)

    assert "nb.ipynb:cell 2:line 4: " in run.stdout
    assert "line 5 of cell 2" in run.stdout


def test_an_audit_sees_which_functions_of_a_notebook_changed(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    other = FEE.replace("fee", "rate")
    (tmp_path / "nb.ipynb").write_text(notebook(FEE, other))
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    (tmp_path / "nb.ipynb").write_text(notebook("x = 1", FEE, other.replace("44", "45")))

    run = evenhand("audit", "--since", "HEAD", cwd=tmp_path)

    assert "nb.ipynb:cell 3:line 1: EVH001 `rate`" in run.stdout
    assert "`fee`" not in run.stdout


def test_repairs_of_a_notebook_are_shown_and_not_written(tmp_path: Path) -> None:
    before = notebook(PAY)
    (tmp_path / "nb.ipynb").write_text(before)

    shown = evenhand("fix", "nb.ipynb", cwd=tmp_path)
    written = evenhand("fix", "--write", "nb.ipynb", cwd=tmp_path)

    assert '-    return hours * 2 + (3 if sex == "male" else 0)' in shown.stdout
    assert written.returncode == 2
    assert "repairs of notebooks are only shown" in written.stderr
    assert (tmp_path / "nb.ipynb").read_text() == before


def test_a_baseline_knows_the_functions_of_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "nb.ipynb").write_text(notebook(FEE))
    evenhand("check", "--write-baseline", "known.json", cwd=tmp_path)
    (tmp_path / "nb.ipynb").write_text(notebook("x = 1", FEE))

    assert evenhand("check", "--baseline", "known.json", cwd=tmp_path).returncode == 0
    (tmp_path / "nb.ipynb").write_text(notebook("x = 1", FEE.replace("44", "45")))
    assert evenhand("check", "--baseline", "known.json", cwd=tmp_path).returncode == 1
