"""Who made an edit. The sequences in `fixtures/edits` are played in `tests/lsp`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import changed_functions, functions_of
from evenhand.assistants.provenance.edit_shapes import Shape, shape_of, too_fast
from evenhand.assistants.provenance.edits import Burst, Change, Edit, Hint
from evenhand.assistants.provenance.line_authors import line_authors
from evenhand.assistants.provenance.origins import Origin, origins_of

LABEL = "def label(points):\n    if points > 20:\n        return 'high'\n    return 'low'\n"
FEE = "\n\ndef fee(age, amount):\n    if age > 45:\n        return amount / 2\n    return amount\n"


def put_in(text: str, *hints: Hint, before: str = LABEL, told: bool = True) -> Origin:
    """What is made of a text that is put in at the end at once."""
    edit = Edit((Change("", text),), frozenset(hints))
    return origin_of((before, before + text), (edit,), told)


def origin_of(
    texts: Sequence[str],
    edits: Sequence[Edit],
    told: bool = True,
    seen: frozenset[str] = frozenset(),
) -> Origin:
    """The one origin of edits that made each of the texts from the one before."""
    (origin,) = origins_of(Burst(tuple(texts), tuple(edits), texts[0]), told, seen)
    return origin


def growing(text: str, parts: Iterable[str]) -> list[str]:
    """`text`, and the texts that become of it part by part."""
    return list(accumulate(parts, initial=text))


@pytest.mark.parametrize(
    ("hints", "told", "kind", "confidence"),
    [
        ([Hint.INLINE], True, Kind.INLINE, 1.0),
        ([Hint.INLINE_PART], True, Kind.INLINE_PART, 1.0),
        ([Hint.SAID], False, Kind.SAID, 1.0),
        ([], True, Kind.CHAT, 0.8),
        ([], False, Kind.CHAT, 0.6),
        ([Hint.DISK], True, Kind.DISK, 0.7),
    ],
)
def test_a_function_that_appears_is_a_suggestion(
    hints: list[Hint], told: bool, kind: Kind, confidence: float
) -> None:
    found = put_in(FEE, *hints, told=told)

    assert found.is_suggestion
    assert (found.kind, found.confidence) == (kind, confidence)
    assert [one.function.name for one in found.changed] == ["fee"]


@pytest.mark.parametrize("hint", [Hint.PASTE, Hint.UNDO, Hint.REDO, Hint.SAVE, Hint.OWN])
def test_what_is_known_to_be_ones_own_is_none(hint: Hint) -> None:
    assert not put_in(FEE, hint).is_suggestion


@pytest.mark.parametrize(
    "text",
    [
        "\n# a note that is longer than anybody types\n",
        "\n\nLIMIT = 3\nOTHER = 4\n",
        "\n\ndef name(age):\n    pass\n",
        "\n\ndef name(age):\n    '''What it is to do.'''\n    raise NotImplementedError\n",
        "\n\ndef name(age):\n    ...\n",
        "\n\ndef other(points):\n    if points > 20:\n        return 'high'\n    return 'low'\n",
    ],
)
def test_text_that_makes_no_new_function_is_none(text: str) -> None:
    assert not put_in(text).is_suggestion


def test_a_function_that_was_there_before_is_not_new() -> None:
    (fee,) = [f for f in functions_of(LABEL + FEE).values() if f.name == "fee"]
    edit = Edit((Change("", FEE),))

    found = origin_of((LABEL, LABEL + FEE), (edit,), seen=frozenset({fee.fingerprint}))

    assert not found.is_suggestion


def test_a_text_that_cannot_be_read_may_become_a_suggestion() -> None:
    found = put_in("\n\ndef fee(age,", Hint.INLINE_PART)

    assert (found.readable, found.is_suggestion) == (False, False)


def test_formatting_comments_and_docstrings_change_no_function() -> None:
    other = LABEL.replace("'", '"').replace("    ", "  ").replace("if", "# why\n  if", 1)
    documented = LABEL.replace("points):\n", 'points):\n    """High or low."""\n')

    assert changed_functions(LABEL, other) == ()
    assert changed_functions(LABEL, documented) == ()


def test_a_function_inside_of_a_new_one_is_not_told_of_by_itself() -> None:
    text = "def outer(age):\n    def inner():\n        return age + 1\n    return inner()\n"
    method = "class Desk:\n    def fee(self, age):\n        return age + 1\n"

    assert [g.function.name for g in changed_functions(None, text)] == ["outer"]
    assert [g.function.name for g in changed_functions("", method)] == ["Desk.fee"]


@pytest.mark.parametrize(
    ("changes", "shape"),
    [
        ([("", "a")], Shape.KEYS),
        ([("", "\n        ")], Shape.KEYS),
        ([("", "()")], Shape.KEYS),
        ([("cust", "customer_age")], Shape.KEYS),
        ([("ro", "round()")], Shape.KEYS),
        ([("x", "age of person"), ("x", "age of person")], Shape.KEYS),
        ([(LABEL, "")], Shape.KEYS),
        ([("", "    return 'low'\n")], Shape.MOVED),
        ([("", "# return 'low'\n")], Shape.MOVED),
        ([("", "    return amount / 2\n")], Shape.BLOCK),
    ],
)
def test_an_edit_has_a_shape(changes: list[tuple[str, str]], shape: Shape) -> None:
    assert shape_of(Edit(tuple(Change(*change) for change in changes)), LABEL) is shape


names = st.from_regex(r"[a-z]{1,8}", fullmatch=True)


@given(names, names, st.integers(0, 99), st.floats(0.03, 0.4))
def test_no_typing_is_ever_a_suggestion(name: str, argument: str, number: int, pace: float) -> None:
    text = (
        f"\n\ndef f_{name}(a_{argument}):\n    total = {number}\n    return total + a_{argument}\n"
    )
    keys = tuple(Edit((Change("", key),), time=index * pace) for index, key in enumerate(text))

    assert not origin_of(growing(LABEL, text), keys).is_suggestion


def test_what_comes_faster_than_anybody_types_is_a_chats() -> None:
    words = (FEE * 3).split(" ")
    keys = tuple(Edit((Change("", f"{w} "),), time=0.01 * n) for n, w in enumerate(words))
    slowly = tuple(Edit((Change("", f"{w} "),), time=0.5 * n) for n, w in enumerate(words))

    assert too_fast(keys)
    assert not too_fast(slowly)
    texts = growing(LABEL, (f"{word} " for word in words))
    assert origin_of(texts, keys).kind is Kind.CHAT
    # No keyboard writes whole words, at whatever speed.
    assert origin_of(texts, slowly).kind is Kind.CHAT


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from([None, *Hint]), st.booleans())
def test_any_texts_have_an_origin(before: str, after: str, hint: Hint | None, told: bool) -> None:
    hints = frozenset({hint}) if hint else frozenset[Hint]()
    found = origin_of((before, after), (Edit((Change(before, after),), hints),), told)

    assert 0 <= found.confidence <= 1
    assert found.kind is None or found.readable


def test_an_unfinished_header_makes_no_other_function_a_suggestion() -> None:
    header, rest = "\n\ndef area(", "width, height):\n    size = width * height\n    return size\n"
    before, after = LABEL + header, LABEL + header + rest
    accepted = Edit((Change("", rest),), frozenset({Hint.INLINE}))

    for readable in (LABEL, None):
        (found,) = origins_of(Burst((before, after), (accepted,), readable), True)
        assert [one.function.name for one in found.changed] == ["area"]


def test_a_line_is_written_by_whoever_wrote_its_text() -> None:
    first, second = "a = 1\nb = 2\n", "a = 1\nx = 5\ny = 6\nb = 2\n"
    touched = second.replace("5", "55")

    assert line_authors([first, second, touched], [False, True]) == [(), (0, 1), (0,), ()]
    assert line_authors([first, second, touched], [False, False]) == [(), (1,), (0,), ()]


def test_a_name_alone_makes_no_function_an_assistants() -> None:
    text = "\n\ndef fee(price):\n    return price * 2\n"
    before = LABEL + text.replace("price *", "pri *")
    accepted = Edit((Change("", "ce"),), frozenset({Hint.INLINE}))

    assert not origin_of((before, LABEL + text), (accepted,)).is_suggestion
