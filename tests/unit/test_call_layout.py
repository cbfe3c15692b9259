"""Long calls are laid out on several lines, and notes are found in what a model wrote."""

from __future__ import annotations

import ast

import pytest

from evenhand.doors.call_layout import laid_out
from evenhand.repair.by_model.notes import note_in
from evenhand.repair.by_model.test_report import given

ROW = "{'sex': 'male', 'age': 30, 'bmi': 24.0, 'smoker': 'yes', 'charges': 50000}"
LONG = {
    f"risk(pd.DataFrame([{ROW}, {ROW}]), 5, limit={{'a': 1}})": f"""\
risk(
    pd.DataFrame([
        {ROW},
        {ROW},
    ]),
    5,
    limit={{'a': 1}},
)""",
    f"mean([{ROW}, {ROW}])": f"mean([\n    {ROW},\n    {ROW},\n])",
    "Desk(number=1).fee(" + ", ".join(f"day_{n}={n}" for n in range(12)) + ")": (
        "Desk(number=1).fee(\n" + "".join(f"    day_{n}={n},\n" for n in range(12)) + ")"
    ),
}


@pytest.mark.parametrize("call", LONG)
def test_a_long_call_has_a_line_for_each_argument_and_row(call: str) -> None:
    assert laid_out(call) == LONG[call]
    assert ast.dump(ast.parse(laid_out(call))) == ast.dump(ast.parse(call))


@pytest.mark.parametrize("text", ["score(3, 'male')", "no python ( " * 20, "x" * 200])
def test_other_texts_stay(text: str) -> None:
    assert laid_out(text) == text


def test_a_table_keeps_its_lines() -> None:
    assert given("the first gives", "   sex  age\n0  f    3") == (
        "# the first gives\n#        sex  age\n#     0  f    3"
    )
    assert given("before:", "\n".join(map(str, range(50)))).endswith("#     11\n#     …")


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        ("```python\nx\n```\nNote: minors may buy now.", "minors may buy now."),
        ("**Note:** minors\nmay buy now.\n\nBye", "minors may buy now."),
        ("> *Note*: minors may buy now", "minors may buy now"),
        ("Note: one\n\n- NOTE: two", "two"),
        ("<think>Note: hm</think>\n```\nx\n```\nNotes: law", "law"),
        ("```python\n# x\nNote: not this one\n```", ""),
        ("Note: none.", ""),
        ("Note that minors may buy now.", ""),
        ("Note:", ""),
    ],
)
def test_the_note_of_an_answer(answer: str, note: str) -> None:
    assert note_in(answer) == note
