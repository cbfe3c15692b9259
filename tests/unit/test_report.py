"""The audit report: its numbers are those that SQL finds, and its page needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from evenhand.apps.cli.program import evenhand
from evenhand.assistants.ledger.queries import entries
from evenhand.assistants.ledger.records import Fate, Kind, RecordedFate, RecordedVerdict, Suggestion
from evenhand.assistants.ledger.store import add, add_verdicts, opened, set_fate
from evenhand.assistants.report.audit_page import page
from evenhand.assistants.report.figures import Figures, figures
from evenhand.assistants.report.task_list import NOTHING, task_list

pytestmark = pytest.mark.long

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
CALLS = ("f('<b>male')", "f('female')")

UNEQUAL = "verdict.kind IN ('biased', 'refuses')"


def biased(function: str, attribute: str, direction: str = "") -> RecordedVerdict:
    reason = f"`{function}` is 10 higher for '<b>male' than for 'female'"
    outcomes = ("20", "10")
    return RecordedVerdict(
        function, attribute, "biased", "warning", reason, CALLS, outcomes, direction
    )


def fine(function: str, attribute: str) -> RecordedVerdict:
    return RecordedVerdict(function, attribute, "no_difference_found")


BECAME = [fate for fate in Fate if fate is not Fate.NOT_AN_ASSISTANTS]


@st.composite
def suggested(draw: st.DrawFn) -> tuple[Suggestion, list[RecordedVerdict], list[RecordedFate]]:
    names = draw(st.lists(st.sampled_from("fgh"), unique=True, max_size=3))
    made = Suggestion(
        "a.py", draw(st.sampled_from(["/w/one", "/w/two", ""])), Kind.CHAT, 1.0, "",
        tuple(sorted(names)), (), draw(st.sampled_from(["", "Copilot"])),
        draw(st.sampled_from(["", "gpt"])), draw(st.sampled_from(["", "p1", "p2"])), None,
        NOON + timedelta(days=draw(st.integers(0, 90))),
    )  # fmt: skip
    verdicts, ends = [], []
    for name in names:
        for attribute in ("age", "gender"):
            kind = draw(st.sampled_from([biased, fine, None]))
            verdicts += [kind(name, attribute)] if kind else []
        fate = draw(st.none() | st.sampled_from(BECAME))
        strategy = st.sampled_from(["offline", "cot2"])
        ends += [RecordedFate(name, fate, draw(strategy))] if fate else []
    return made, verdicts, ends


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with opened(tmp_path_factory.mktemp("l") / "ledger.sqlite3") as connection:
        yield connection


def filled(ledger: sqlite3.Connection, rows: list[Any]) -> None:
    ledger.execute("DELETE FROM suggestion")
    for made, verdicts, ends in rows:
        number = add(ledger, made)
        add_verdicts(ledger, number, verdicts)
        for one in ends:
            set_fate(ledger, number, one)


def asked(ledger: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    return ledger.execute(query).fetchall()


@given(rows=st.lists(suggested(), max_size=8))
def test_its_numbers_are_those_that_sql_finds(ledger: sqlite3.Connection, rows: list[Any]) -> None:
    filled(ledger, rows)

    found: Figures = figures(entries(ledger))

    assert asked(ledger, "SELECT count(*) FROM suggestion") == [(found.suggestions,)]
    assert asked(ledger, "SELECT count(*) FROM function") == [(found.functions.whole,)]
    assert asked(
        ledger,
        f"SELECT count(DISTINCT suggestion || ' ' || function) FROM verdict WHERE {UNEQUAL}",
    ) == [(found.functions.part,)]
    assert dict(
        asked(ledger, f"SELECT attribute, count(*) FROM verdict WHERE {UNEQUAL} GROUP BY attribute")
    ) == {row.name: row.share.part for row in found.attributes}
    assert {
        (name or "not known", count)
        for name, count in asked(
            ledger,
            "SELECT workspace, count(*) FROM suggestion JOIN function"
            " ON suggestion = suggestion.id GROUP BY workspace",
        )
    } == {(row.name, row.share.whole) for row in found.workspaces}
    several = asked(
        ledger,
        "SELECT max(b), min(b) FROM (SELECT prompt_hash, EXISTS (SELECT 1 FROM verdict WHERE"
        f" suggestion = suggestion.id AND {UNEQUAL}) AS b FROM suggestion WHERE prompt_hash <> '')"
        " GROUP BY prompt_hash HAVING count(*) > 1",
    )
    if found.requests is None:
        assert several == []
    else:
        assert found.requests.count == len(several)
        assert found.requests.union.part == sum(most for most, _ in several)
        assert found.requests.intersection.part == sum(least for _, least in several)
    assert sum(count for _, count in found.fates) == found.functions.part
    assert sum(row.share.whole for row in found.weeks) == found.functions.whole


@given(rows=st.lists(suggested(), max_size=4), extra=suggested())
def test_what_no_assistant_wrote_does_not_count(
    ledger: sqlite3.Connection, rows: list[Any], extra: Any
) -> None:
    filled(ledger, rows)
    without = figures(entries(ledger))

    made, verdicts, _ = extra
    disowned = [RecordedFate(name, Fate.NOT_AN_ASSISTANTS) for name in made.functions]
    filled(ledger, [*rows, (made, verdicts, disowned)])

    if made.functions:
        assert figures(entries(ledger)) == without


@given(rows=st.lists(suggested(), max_size=4), guess=suggested())
def test_what_is_guessed_is_counted_apart(
    ledger: sqlite3.Connection, rows: list[Any], guess: Any
) -> None:
    filled(ledger, rows)
    without = figures(entries(ledger))

    made, verdicts, ends = guess
    filled(ledger, [*rows, (replace(made, confidence=0.5), verdicts, ends)])
    found = figures(entries(ledger))

    assert (found.functions, found.weeks, found.fates) == (
        without.functions, without.weeks, without.fates,
    )  # fmt: skip
    assert found.guessed.whole == len(made.functions)
    assert found.sure == (0.5, 0.5)


def test_a_guess_has_a_line_of_its_own(ledger: sqlite3.Connection) -> None:
    made = Suggestion("a.py", "/w", Kind.INLINE, 1.0, "", ("f",), time=NOON)
    own = Suggestion("b.py", "/w", Kind.INLINE, 0.5, "", ("helper", "g"), time=NOON)
    filled(ledger, [(made, [fine("f", "age")], []), (own, [biased("g", "age")], [])])

    html = page(entries(ledger), NOON)

    assert '<dd id="functions">1</dd>' in html
    assert '<dd id="biased">0</dd>' in html
    line = "Not in these numbers: 2 that an assistant probably wrote (50 % sure), of which 1 treats"
    assert line in html
    assert "50 % sure that it is an assistant's" in html


def test_the_list_of_tasks_has_what_is_open_and_what_is_done(ledger: sqlite3.Connection) -> None:
    made = Suggestion("a.py", "/w", Kind.INLINE, 1.0, "", ("f", "g", "h", "k"), time=NOON)
    verdicts = [biased(name, "marital_status") for name in made.functions]
    ends = [
        RecordedFate("g", Fate.REPAIRED, "offline"),
        RecordedFate("h", Fate.NOT_AN_ASSISTANTS),
        RecordedFate("k", Fate.DELETED),
    ]
    filled(ledger, [(made, verdicts, ends)])

    lines = task_list(entries(ledger)).splitlines()

    assert [line for line in lines if line.startswith("- ")] == [
        "- [ ] `f`: marital status",
        "- [x] `g`: marital status (repaired)",
    ]
    filled(ledger, [])
    assert task_list(entries(ledger)) == f"{NOTHING}\n"


def test_it_says_who_comes_off_better_and_what_is_open(ledger: sqlite3.Connection) -> None:
    made = Suggestion("a.py", "/w", Kind.INLINE, 1.0, "", ("f", "g"), time=NOON)
    verdicts = [
        biased("f", "gender", "male +10"),
        biased("f", "age"),
        biased("g", "gender", "male favoured"),
    ]
    filled(ledger, [(made, verdicts, [RecordedFate("g", Fate.REPAIRED, "offline")])])

    found = figures(entries(ledger))

    assert [(f.attribute, f.who, f.count) for f in found.favoured] == [("gender", "male", 2)]
    assert found.fates == (("open", 1), ("repaired", 1))
    assert found.strategies == (("offline", 1),)
    assert [(one.function, len(one.verdicts)) for one in found.open] == [("f", 2)]


class Reader(HTMLParser):
    """What a page has in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_has_no_script_loads_nothing_and_names_its_style(
    ledger: sqlite3.Connection,
) -> None:
    made = Suggestion("<i>.py", "/w", Kind.INLINE, 1.0, "", ("f",), (), "<script>", time=NOON)
    filled(ledger, [(made, [biased("f", "gender")], [])])

    html = page(entries(ledger), NOON)

    tags = Reader(html).tags
    assert not {"script", "link", "iframe", "img", "object"} & {tag for tag, _ in tags}
    assert not [a for _, a in tags if {"style", "src", "onclick", "onload"} & a.keys()]
    assert "<b>male" not in html
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'"
    assert ("meta", {"http-equiv": "Content-Security-Policy", "content": policy}) in tags


@pytest.mark.parametrize(
    "hostile",
    [
        "</script><script>alert(1)</script>",
        '" onmouseover=alert(1) x="',
        "' style='x' \x00\x1b\u202e\ud800",
        "${structure: __import__('os')} <tal:all replace='1' />",
        "]]><!-- <svg/onload=alert(1)>",
        "javascript:alert(1)",
    ],
)
def test_nothing_in_the_ledger_is_markup(ledger: sqlite3.Connection, hostile: str) -> None:
    name = hostile.replace("\ud800", "")
    made = Suggestion(name, name, Kind.CHAT, 1.0, "", (name,), (), name, name, name, time=NOON)
    verdict = RecordedVerdict(
        name, name, "biased", "warning", name, (name, name), (name, name), f"{name} more"
    )
    repaired = RecordedFate("g", Fate.REPAIRED, name)
    filled(ledger, [(made, [verdict, biased("g", name)], [repaired])])

    html = page(entries(ledger), NOON)
    tags = Reader(html).tags

    assert not {"script", "svg/onload", "iframe", "img", "tal:all"} & {tag for tag, _ in tags}
    assert not [a for _, a in tags if {"style", "onmouseover", "onload", "href"} & a.keys()]
    assert not set("\x00\x1b\u202e") & set(html)


def test_every_chart_has_words_for_those_who_cannot_see_it(ledger: sqlite3.Connection) -> None:
    made = Suggestion("a.py", "/w", Kind.INLINE, 1.0, "", ("f",), time=NOON)
    filled(ledger, [(made, [biased("f", "gender")], [])])

    tags = Reader(page(entries(ledger), NOON)).tags

    ids = {a["id"] for _, a in tags if "id" in a}
    charts = [a for tag, a in tags if tag == "svg"]
    assert [(a["role"], a["aria-labelledby"]) for a in charts] == [("img", "weeks-label")]
    assert {"weeks-label", "table-weeks"} <= ids
    assert all(a.get("aria-label") for tag, a in tags if tag == "meter")
    assert {a["aria-labelledby"] for tag, a in tags if tag == "section"} <= ids
    assert all(a.get("scope") for tag, a in tags if tag == "th")


def test_the_command_writes_it(tmp_path: Path) -> None:
    path, out = tmp_path / "ledger.sqlite3", tmp_path / "report.html"
    given_ = ["audit", "--html", str(out), "--ledger", str(path)]

    empty = CliRunner().invoke(evenhand, given_)
    assert (empty.exit_code, "Nothing has been recorded yet" in out.read_text()) == (0, True)

    with opened(path) as ledger:
        filled(ledger, [(Suggestion("a.py", "/w", Kind.CHAT, 1.0, "", ("f",)), [], [])])
    done = CliRunner().invoke(evenhand, given_)
    assert "Wrote" in done.stderr
    assert '<dd id="suggestions">1</dd>' in out.read_text()


def test_a_change_and_a_report_are_two_things() -> None:
    for options in ([], ["--since", "main", "--html", "-"]):
        done = CliRunner().invoke(evenhand, ["audit", *options])
        assert done.exit_code == 2
        assert "say either" in done.stderr
