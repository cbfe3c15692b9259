"""Tables for LaTeX: each is a float with a caption and a label that fits where it stands."""

from __future__ import annotations

import re

from evenhand_studies.research.latex_tables import LONGEST, as_latex
from evenhand_studies.research.tables import Table

NARROW = Table("Gains, 50 %", ("", "n"), (("a_b & c", "1"), ("x < y", "2")), "With {all} of #1.")
WIDE = Table("Wide", ("", *(f"column {n}" for n in range(12))), (("row", *("1.00",) * 12),))


def test_a_table_has_a_caption_a_label_and_what_it_is_printed_with() -> None:
    text = as_latex([NARROW])

    assert text.startswith("% \\usepackage{booktabs} and \\usepackage{graphicx}\n")
    assert "\\caption[Gains, 50 \\%]{Gains, 50 \\%. With \\{all\\} of \\#1.}\n" in text
    assert "\\label{tab:gains-50}\n" in text
    assert "a\\_b \\& c" in text


def test_nothing_is_wider_than_where_it_stands() -> None:
    narrow, wide = as_latex([NARROW]), as_latex([WIDE])

    assert "\\begin{table}[t]" in narrow
    assert "\\begin{table*}[t]" in wide
    for text in (narrow, wide):
        assert "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%" in text
        assert text.count("{") - text.count("\\{") == text.count("}") - text.count("\\}")
        assert re.findall(r"\\begin\{(.*?)\}", text) == re.findall(r"\\end\{(.*?)\}", text)[::-1]


def test_a_table_that_is_longer_than_a_page_is_continued() -> None:
    rows = tuple((f"row {n}", "1") for n in range(LONGEST + 3))

    text = as_latex([Table("Long", ("", "n"), rows, "Said once.")])

    assert text.count("\\begin{table}") == 2
    assert re.findall(r"\\label\{(.*?)\}", text) == ["tab:long", "tab:long-2"]
    assert "\\caption[Long (continued)]{Long (continued).}" in text
    assert text.count("Said once.") == 1
    assert text.count("row ") == LONGEST + 3


def test_tables_of_one_title_have_labels_of_their_own() -> None:
    labels = re.findall(r"\\label\{(.*?)\}", as_latex([NARROW, WIDE, NARROW, NARROW]))

    assert labels == ["tab:gains-50", "tab:wide", "tab:gains-50.2", "tab:gains-50.3"]


def test_a_table_without_rows_is_a_table() -> None:
    assert "\\bottomrule" in as_latex([Table("Empty", ("", "n"), ())])
