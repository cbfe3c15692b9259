"""An edited text is written as its file was: lines that nobody touched keep every byte."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from evenhand.lines import lines_of, lines_of_bytes, lines_with_ends
from evenhand.workspace.decoding import NotEncodedError, NotTextError, decode, encode

ENCODINGS = (
    "utf-8", "utf-8-sig", "latin-1", "cp1252", "iso8859-15", "koi8-r", "cp1251", "shift_jis",
    "euc_jp", "gbk", "gb18030", "big5", "utf-7", "hz", "iso2022_jp", "iso2022_jp_2", "iso2022_kr",
)  # fmt: skip
LINE_ENDS = ("\n", "\r\n", "\r")
NO_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""Characters at which `str.splitlines` breaks and Python does not."""
CHARACTERS = "ab #'\"+-~{}\\&\t" + NO_LINE_ENDS + "é€ßжя日本語한中"

texts = st.text(CHARACTERS, max_size=8)


def _numbered(lines: list[str]) -> list[str]:
    """The lines, no two of them equal, so that it is certain which of them an edit touched."""
    return [f"{number}{line}" for number, line in enumerate(lines)]


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, str]:
    """The bytes of a file with lines of all kinds, and its encoding."""
    encoding = draw(st.sampled_from(ENCODINGS))
    lines = [
        f"# coding: {encoding.removesuffix('-sig')}",
        *_numbered(draw(st.lists(texts, max_size=8))),
    ]
    ends = [draw(st.sampled_from(LINE_ENDS)) for _ in lines]
    if draw(st.booleans()):
        ends[-1] = ""

    mark = codecs.BOM_UTF8 if encoding == "utf-8-sig" else b""
    codec = encoding.removesuffix("-sig")
    together = draw(st.booleans())
    whole = "".join(line + end for line, end in zip(lines, ends, strict=True))
    pieces = [whole] if together else lines_with_ends(whole)
    return mark + b"".join(piece.encode(codec, "ignore") for piece in pieces), codec


@given(files(), st.data())
def test_untouched_lines_stay_equal_byte_by_byte(file: tuple[bytes, str], data: st.DataObject):
    before, _ = file
    try:
        old = lines_of(decode(before))
    except NotTextError:
        reject()

    first = data.draw(st.integers(1, len(old)))
    last = data.draw(st.integers(first, len(old)))
    new = [f"new {line}" for line in data.draw(st.lists(texts, max_size=3))]
    end = data.draw(st.sampled_from(["", "\n"]))
    text = "\n".join([*old[:first], *new, *old[last:]]) + end
    try:
        after = encode(text, before)
    except NotEncodedError:
        reject()

    assert decode(after) == text
    old_bytes, new_bytes = lines_of_bytes(before), lines_of_bytes(after)
    below = len(old) - last
    assert_untouched(old_bytes[:first], new_bytes[:first])
    assert_untouched(old_bytes[len(old_bytes) - below :], new_bytes[len(new_bytes) - below :])


def assert_untouched(old: list[bytes], new: list[bytes]) -> None:
    """Equal, but for the end of a line that was the last of its file, or has become it."""
    assert old[:-1] == new[:-1]
    for before, after in zip(old[-1:], new[-1:], strict=True):
        assert before.rstrip(b"\r\n") == after.rstrip(b"\r\n")
        both_end = before != before.rstrip(b"\r\n") and after != after.rstrip(b"\r\n")
        assert before == after or not both_end


@given(files())
def test_a_text_that_nobody_edited_is_the_file(file: tuple[bytes, str]) -> None:
    before, codec = file
    try:
        after = encode(decode(before), before)
    except NotTextError:
        return
    except NotEncodedError:
        assert codec in {"utf-7", "hz", "iso2022_kr"}
        return
    assert after == before


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        (b"a\nb", "a\nb\nc\n", b"a\nb\nc\n"),
        (b"a\nb", "a\nb\nc", b"a\nb\nc"),
        (b"a\nb", "b\na", b"b\na"),
        (b"a\r\nb", "a\nx\nb", b"a\r\nx\r\nb"),
        (b"a\r\nb\n", "a\nb\n\n", b"a\r\nb\n\r\n"),
        (b"a\rb\r", "a\nx\nb\n", b"a\rx\rb\r"),
        (b"a\n\n\n", "a", b"a"),
        (b"a\x0cb\nc\n", "a\x0cb\nd\n", b"a\x0cb\nd\n"),
        (b"\xef\xbb\xbfa\nb\n", "a\nc\n", b"\xef\xbb\xbfa\nc\n"),
        (b"\xef\xbb\xbfa\n", "b\n", b"\xef\xbb\xbfb\n"),
        (b"", "a\n", b"a\n"),
        (b"a\n", "", b""),
        # Two ways to write the same character in UTF-7: the old one stays.
        (b"# coding: utf-7\n'+AOk-'\n+AHg-=1\n", "# coding: utf-7\n'é'\ny=1\n",
         b"# coding: utf-7\n'+AOk-'\ny=1\n"),
    ],
)  # fmt: skip
def test_an_edit_changes_nothing_else(before: bytes, text: str, after: bytes) -> None:
    assert encode(text, before) == after


@pytest.mark.parametrize(
    ("before", "text", "why"),
    [
        (b"# coding: latin-1\n", "# coding: latin-1\n'€'\n", "has no '\\\\u20ac'"),
        ("é\n".encode(), "# coding: latin-1\né\n", "does not read the same"),
        (b"a\n", "a\n\ud800\n", "has no '\\\\ud800'"),
        (b"a\n", "a\rb\n", "does not read the same"),
        (b"# coding: hz\n'~\n'\n", "# coding: hz\n''\nx\n", "one by one"),
        (b"# coding: unicode_escape\nx = 1\\ny = 2\n", "x\n", "one by one"),
    ],
)
def test_what_would_not_read_the_same_is_not_written(before: bytes, text: str, why: str) -> None:
    with pytest.raises(NotEncodedError, match=why):
        encode(text, before)


@pytest.mark.parametrize(
    "name",
    ["rot13", "hex", "base64", "zlib", "idna", "punycode", "undefined", "klingon", "k" * 100_000],
)
def test_an_encoding_that_is_none_for_sources_is_named(name: str) -> None:
    with pytest.raises(NotTextError, match="is no text that Python reads") as raised:
        decode(f"# coding: {name}\nx = 1\n".encode())
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("end", LINE_ENDS)
def test_the_encoding_is_named_in_one_of_the_first_two_lines(end: str) -> None:
    second = f"#!python{end}# coding: latin-1{end}'é'{end}".encode("latin-1")
    third = f"#!python{end}#{end}# coding: latin-1{end}'é'{end}".encode("latin-1")

    assert decode(second).endswith("'é'\n")
    with pytest.raises(NotTextError, match=r"utf-8 text \(line 4\)"):
        decode(third)


def test_a_long_file_of_equal_lines_is_written_in_a_moment() -> None:
    lines = ["a", *["x = 1"] * 20_000, "b"]
    before = "\r\n".join(lines).encode()
    assert encode("\n".join(["c", *lines[1:-1], "d"]), before).count(b"\r\n") == 20_001
