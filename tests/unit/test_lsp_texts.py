"""Texts under edits, and what is known of their functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from evenhand.apps.lsp.documents.shown_findings import ShownFindings, moved, with_report
from evenhand.apps.lsp.documents.text_positions import Text, changed
from evenhand.assistants.provenance.edits import Change
from evenhand.findings import FileReport, FunctionReport, Span

TWO = "a = 1\ndef f(age):\n    return age\nb = 2\ndef g(age):\n    return age\n"


def text_of(source: str) -> Text:
    return Text(source, PositionCodec(types.PositionEncodingKind.Utf16))


def edit(
    start: tuple[int, int], end: tuple[int, int], text: str
) -> types.TextDocumentContentChangePartial:
    range_ = types.Range(types.Position(*start), types.Position(*end))
    return types.TextDocumentContentChangePartial(range=range_, text=text)


def known_of(source: str) -> ShownFindings:
    """Each `def` of a text of functions with one line in their bodies."""
    found = []
    for number, line in enumerate(source.split("\n"), 1):
        if line.startswith("def "):
            name = line[4 : line.index("(")]
            place = Span(number, 4, number, 4 + len(name))
            found.append(FunctionReport(name, Span(number, 0, number + 1, 14), place, ()))
    return with_report(ShownFindings(), FileReport("a.py", tuple(found)))


def places(known: ShownFindings) -> dict[str, tuple[int, bool]]:
    return {f.report.name: (f.report.line, f.current) for f in known.functions}


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (edit((1, 0), (1, 0), "# note\n"), {"f": (3, True), "g": (6, True)}),
        (edit((0, 5), (0, 5), "\n"), {"f": (3, True), "g": (6, True)}),
        (edit((2, 4), (2, 4), "x = 1\n    "), {"f": (2, False), "g": (6, True)}),
        (edit((1, 4), (1, 4), "my_"), {"f": (2, False), "g": (5, True)}),
        (edit((3, 0), (4, 0), ""), {"f": (2, True), "g": (4, True)}),
        (edit((1, 0), (3, 0), ""), {"g": (3, True)}),
        (edit((6, 0), (6, 0), "c = 3\n"), {"f": (2, True), "g": (5, True)}),
        (edit((0, 0), (6, 0), "x"), {}),
    ],
)
def test_functions_move_with_their_text(
    change: types.TextDocumentContentChangePartial, after: dict[str, tuple[int, bool]]
):
    _, lines = changed(text_of(TWO), [change])

    assert places(moved(known_of(TWO), lines)) == after


def test_a_whole_new_text_leaves_nothing_known():
    whole = types.TextDocumentContentChangeWholeDocument(text="x = 1\n" + TWO)

    text, lines = changed(text_of(TWO), [whole])

    assert text.source == "x = 1\n" + TWO
    assert moved(known_of(TWO), lines).functions == ()


SIGNS = st.text(st.sampled_from("ab \n\r\x0c\u2028é😀"), max_size=20)


@given(source=SIGNS, new=SIGNS, data=st.data())
def test_an_edit_replaces_what_the_client_means(source: str, new: str, data: st.DataObject):
    text = text_of(source)
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    where = [_position(source, offset) for offset in (start, end)]
    if None in where:
        return

    after, (lines,) = changed(text, [edit(where[0], where[1], new)])

    assert after.source == source[:start] + new + source[end:]
    assert lines.replaced == Change(source[start:end], new)


def test_a_whole_new_text_replaces_the_lines_that_differ():
    whole = types.TextDocumentContentChangeWholeDocument(text="a\nx\ny\nc")

    _, (lines,) = changed(text_of("a\nb\nc"), [whole])

    assert lines.replaced == Change("b\n", "x\ny\n")


def _position(source: str, offset: int) -> tuple[int, int] | None:
    """Line and UTF-16 column; None between the two signs of a line end."""
    before = source[:offset]
    if before.endswith("\r") and source[offset : offset + 1] == "\n":
        return None
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2
