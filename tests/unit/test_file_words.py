"""What a whole file says about decisions, in the writings that are known."""

from __future__ import annotations

import pytest

from evenhand.check.reading.file_words import (
    FileWords,
    is_readable,
    speaks_of_decision,
    words_of_file,
)
from evenhand.check.reading.source import parse

CHART = "# {}\ndef chart(rows):\n    return [row for row in rows if row]\n"


def told(remark: str) -> FileWords:
    text = CHART.format(f"{remark} " + "sky cloud wind rain " * 30)
    return words_of_file(parse(text))


@pytest.mark.parametrize(
    "remark", ["the price", "der Preis", "скидка", "票价多少", "料金を計算", "요금 계산"]
)
def test_a_word_for_a_decision_is_known_in_many_writings(remark: str) -> None:
    assert not told(remark).is_silent


@pytest.mark.parametrize("remark", ["the weather", "das Wetter", "погода", "天气", "天気", "날씨"])
def test_a_file_without_one_is_silent(remark: str) -> None:
    assert told(remark).is_silent


def test_nothing_follows_from_words_that_nobody_knows() -> None:
    assert not told("الطقس").is_silent
    assert not is_readable("الطقس")


def test_parts_of_words_count_only_where_words_are_not_spaced() -> None:
    assert speaks_of_decision(["不能参加"])
    assert not speaks_of_decision(["taxi"])


def test_a_short_file_says_too_little() -> None:
    text = CHART.format("the weather")

    assert words_of_file(parse(text)) == FileWords()
