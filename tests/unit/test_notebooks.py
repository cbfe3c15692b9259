"""The Python of notebooks: which lines are left, and where they are."""

import json
from pathlib import Path
from typing import Any

import pytest

from evenhand.findings import Cell, FileReport, Place, Span
from evenhand.workspace.decoding import NotTextError
from evenhand.workspace.notebook_cells import plain_cell
from evenhand.workspace.notebooks import NotebookSource, notebook_source
from evenhand.workspace.sources import row_text, source_text

PYTHON = {"kernelspec": {"language": "python"}}


def code(source: str | list[str], **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": [], "metadata": {}, **more}


def source_of(*cells: object, metadata: Any = PYTHON) -> NotebookSource:
    document = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return notebook_source(json.dumps(document).encode())


def test_cells_are_one_module_in_their_order() -> None:
    text = {"cell_type": "markdown", "source": ["# Fees"]}
    source = source_of(text, code(["rate = 2\n", "x = 1"]), code("def fee(age):\n    return rate"))

    assert source.text == "rate = 2\nx = 1\n\ndef fee(age):\n    return rate\n\n"
    assert source.cells == (Cell(2, 1), Cell(3, 4))
    assert source.problem == ""


def test_a_place_is_a_line_of_a_cell() -> None:
    report = FileReport("nb.ipynb", cells=(Cell(2, 1), Cell(3, 4)))

    assert report.place_of(Span(2, 0, 2, 1)) == Place(2, 1, cell=2)
    assert report.place_of(Span(5, 4, 5, 9)) == Place(2, 5, cell=3)


@pytest.mark.parametrize(
    ("cell", "plain"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("if x:\n    %load_ext a\n    y = 2", "if x:\n    pass\n    y = 2"),
        ("!ls *.csv \\\n  | head\nx = 1", "pass\n\nx = 1"),
        ("x?\ny = 2", "pass\ny = 2"),
        ("?len\n??len\nlen??", "pass\npass\npass\n"),
        ("pip install pandas\nimport a", "pass\nimport a"),
        ("%time fee(\n    1)\nx = 1", "fee(\n    1)\nx = 1"),
        ("%%time\ny = 2", "\ny = 2"),
        ("%%bash\nls -l\nrm x", "\n\n\n"),
        ("\n%%sql\nselect 1", "\n\n\n"),
        ("%%px\ndef fee(age):\n    return age", "\ndef fee(age):\n    return age"),
        ("\n%%wandb -h 9\nimport os", "\n\nimport os"),
        ("%%writefile fees.py\nclass Fee:\n    age = 1", "\nclass Fee:\n    age = 1"),
        ("%%script node\nvar age = 1;", "\n\n"),
        ("x = (4\n  % 3)\n%pwd", "x = (4\n  % 3)\npass\n"),
        ('x = """\n%pwd\n!ls\n"""\n%pwd', 'x = """\n%pwd\n!ls\n"""\npass\n'),
        ("x = 7 \\\n  % 2\n%pwd", "x = 7 \\\n  % 2\npass\n"),
        ("x = '('  # (\n%pwd", "x = '('  # (\npass\n"),
        ("x = 5 % 3", "x = 5 % 3"),
    ],
)
def test_what_ipython_adds_is_left_out_line_for_line(cell: str, plain: str) -> None:
    assert plain_cell(cell).text == plain


def test_what_a_magic_gives_comes_from_the_shell_of_ipython() -> None:
    assert plain_cell("files = !ls *.py").text == "files = get_ipython().getoutput('ls *.py')\n"


def test_what_a_cell_awaits_is_run() -> None:
    plain = plain_cell("x = [await f(1), 2]\nawait (\n    g())").text

    compile(plain, "cell", "exec")
    assert plain.startswith("x = [__import__('asyncio').run( f(1)), 2]\n")


def test_future_imports_come_first() -> None:
    source = source_of(code("x = 1"), code("from __future__ import (\n    annotations)\ny = 2"))

    assert source.text.startswith("from __future__ import annotations\nx = 1\n")
    assert source.cells == (Cell(1, 2), Cell(2, 4))
    compile(source.text, "notebook", "exec")


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("def f(:\n", "syntax error: invalid syntax (line 1)"),
        ("x = 1\nreturn 2", "'return' outside function (line 2)"),
        ("async with a:\n    pass", "outside"),
        ("x = '\ud800'", "no text that Python reads"),
        ("x = 1\0", "null bytes"),
    ],
)
def test_a_cell_that_is_no_python_is_named_and_the_others_stay(cell: str, why: str) -> None:
    source = source_of(code(cell), code("y = 1"))

    assert source.text == "y = 1\n\n"
    assert source.cells == (Cell(2, 1),)
    assert source.problem.startswith("cell 1 was not checked (")
    assert why in source.problem


def test_many_broken_cells_are_counted() -> None:
    assert source_of(*[code("def")] * 15).problem.endswith("; and 5 more")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"{}", "has no cells"),
        (b"[1]", "has no cells"),
        (b"print(1)", "no JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (json.dumps({"cells": [], "metadata": {"language_info": {"name": "R"}}}).encode(), "in R"),
        (
            json.dumps({"cells": [], "metadata": {"kernelspec": {"language": "julia"}}}).encode(),
            "julia",
        ),
    ],
)
def test_what_is_no_notebook_of_python_is_said(data: bytes, why: str) -> None:
    with pytest.raises(NotTextError, match=why):
        notebook_source(data)


def test_cells_in_another_language_are_left_out() -> None:
    other = code("ls | head", metadata={"vscode": {"languageId": "shellscript"}})

    assert source_of(other, code("x = 1"), 7, {"cell_type": "code"}).text == "x = 1\n\n\n\n"


def test_older_notebooks_have_worksheets() -> None:
    cell = {"cell_type": "code", "input": ["x = 1\n", "%pwd"], "language": "python"}
    document = {"worksheets": [{"cells": [cell]}], "metadata": {}, "nbformat": 3}

    assert notebook_source(json.dumps(document).encode()).text == "x = 1\npass\n\n"


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "b": [true]}'.replace("true", "1"),
        "1,2,3\n4,5,6\n",
        "name: fee\nkind: x\n",
        "A = 1\n",
        "[tool]\nname = 'x'\n",
        "# Title\n",
        "flask>=1\n",
        "project(fee)\n",
        "",
    ],
)
def test_data_that_reads_as_python_is_no_python(text: str) -> None:
    with pytest.raises(NotTextError, match="is not a Python file"):
        source_text(Path("some.thing"), text.encode())
    assert source_text(Path("some.py"), text.encode()).text == text


@pytest.mark.parametrize("text", ["def f(): pass\n", "#!/usr/bin/env python3\nx = 1\n"])
def test_python_may_have_any_name(text: str) -> None:
    assert source_text(Path("script"), text.encode()).text == text


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("x = 1", "x = 1"),
        ("Sure:\n```python\nx = 1\n```\nDone.", "\n\nx = 1\n\n\n"),
        ("Sure:\n```\nx = 1\n```\n```\n1 2 3\n```", "\n\nx = 1\n\n\n\n\n"),
        ("1. So:\n   ~~~py\n   x = 1\n   ~~~", "\n\nx = 1\n\n"),
        ("Run\n```bash\nls -l\n```\nthen\n```Python\nx = 1", "\n\n\n\n\n\nx = 1"),
        ('def f():\n    """```a```"""', 'def f():\n    """```a```"""'),
        ("def f(:", "def f(:"),
    ],
)
def test_code_between_fences_stays_on_its_lines(row: str, code: str) -> None:
    assert row_text(row.encode()).text == code


def test_an_answer_without_python_is_said() -> None:
    with pytest.raises(NotTextError, match="no Python between its fences"):
        row_text(b"So:\n```js\nlet x = 1;\n```\n")
