"""What a whole file speaks of, in any writing, and what it is called."""

from __future__ import annotations

from evenhand.check.reading.file_words import words_of_file, words_of_imports, words_of_path
from evenhand.check.reading.source import parse


def test_a_file_speaks_of_what_any_line_of_it_says() -> None:
    source = parse("# The loan is approved below.\ndef chart(rows):\n    return rows\n")

    assert {"loan", "approved"} <= {*words_of_file(source)}
    assert "row" not in words_of_file(source)


def test_a_path_says_what_a_file_is_about() -> None:
    assert words_of_path("/home/kim/shop/ticketPrices/api.py") == [
        "shop", "ticket", "price", "api", "py",
    ]  # fmt: skip


def test_imports_say_so_as_well() -> None:
    source = parse("import pygame.draw\nfrom credit_scores import table\n")

    assert words_of_imports(source.tree) == ["pygame", "draw", "credit", "score"]
