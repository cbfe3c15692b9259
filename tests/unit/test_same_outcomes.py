"""The helper of added tests tells what calls do to mocks, and not what mocks note of themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from evenhand.check.proofs.evenhand_outcomes import assert_same_outcome

PLACE = (Path(__file__).name, "book")
DATABASE = mock.MagicMock()


def book(title: str, kind: type = dict) -> None:
    row = DATABASE.row(kind)
    row.open = title == "Mr."
    row.save()


def test_the_same_calls_come_to_the_same_with_a_mock_that_lives_on(capsys: Any) -> None:
    assert_same_outcome(PLACE, book, ("Mr.", "Mr."), capsys)
    assert_same_outcome(PLACE, lambda kind: book("Mr.", kind), (memoryview, memoryview), capsys)


def test_what_is_set_in_a_mock_tells_calls_apart(capsys: Any) -> None:
    with pytest.raises(AssertionError):
        assert_same_outcome(PLACE, book, ("Mr.", "Ms."), capsys)
