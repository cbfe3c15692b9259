"""The ledger: what is written is read again, whatever happens to the file in between."""

from __future__ import annotations

import csv
import io
import json
import logging
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from evenhand.apps.cli.program import evenhand
from evenhand.assistants.ledger.exporting import as_csv, as_json
from evenhand.assistants.ledger.queries import EntryFilter, entries, entry, followed_functions
from evenhand.assistants.ledger.records import (
    Fate,
    Kind,
    RecordedFate,
    RecordedVerdict,
    Suggestion,
    hash_of,
    recorded_verdicts,
)
from evenhand.assistants.ledger.schema import MIGRATIONS, VERSION, NewerLedgerError
from evenhand.assistants.ledger.store import (
    add,
    add_verdicts,
    default_path,
    opened,
    prune,
    set_fate,
)
from evenhand.findings import (
    Contrast,
    FunctionReport,
    Situations,
    Span,
    Verdict,
    VerdictKind,
    Witness,
)

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
SCORE = Suggestion(
    "loans/score.py", "/work/shop", Kind.INLINE, 1.0, hash_of("def score(): ..."), ("score",),
    ("3f2a",), "GitHub Copilot", "gpt-5", hash_of("write score"), None, NOON,
)  # fmt: skip
BIASED = RecordedVerdict(
    "score", "gender", "biased", "warning", "`score` is 10 higher for 'male' than for 'female'",
    ("score('male')", "score('female')"), ("10", "0"), "male +10",
)  # fmt: skip
FINE = RecordedVerdict(
    "score", "age", "no_difference_found", reason="no difference found in 40 pairs"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "ledger.sqlite3"


def filled(path: Path) -> int:
    with opened(path) as ledger:
        number = add(ledger, SCORE)
        add_verdicts(ledger, number, [BIASED, FINE])
        set_fate(
            ledger, number, RecordedFate("score", Fate.REPAIRED, "treat everyone as 'male'", NOON)
        )
    return number


def test_what_is_written_is_read_again(path: Path) -> None:
    number = filled(path)
    with opened(path) as ledger:
        (found,) = entries(ledger)

    assert found.id == number
    assert found.suggestion == SCORE
    assert set(found.verdicts) == {BIASED, FINE}
    assert found.unequal == (BIASED,)
    assert found.fates == (RecordedFate("score", Fate.REPAIRED, "treat everyone as 'male'", NOON),)
    assert found.open_verdicts == ()


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(
    st.builds(
        Suggestion, texts, texts, st.sampled_from(Kind), st.floats(0, 1), texts,
        st.lists(texts, unique=True, max_size=3).map(lambda n: tuple(sorted(n))), st.just(()),
        texts, texts, texts, st.none() | texts, st.just(NOON),
    )
)  # fmt: skip
def test_any_text_survives(suggestion: Suggestion) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "l.sqlite3") as ledger:
        found = entry(ledger, add(ledger, suggestion))

    assert found is not None
    assert found.suggestion == suggestion


def test_a_new_verdict_takes_the_place_of_the_old(path: Path) -> None:
    number = filled(path)
    with opened(path) as ledger:
        add_verdicts(ledger, number, [RecordedVerdict("score", "gender", "independent")])
        found = entry(ledger, number)

    assert found is not None
    assert found.unequal == ()


def test_only_what_is_wanted(path: Path) -> None:
    from dataclasses import replace

    with opened(path) as ledger:
        for days in range(4):
            late = replace(SCORE, time=NOON + timedelta(days=days), workspace=f"/w{days % 2}")
            number = add(ledger, late)
            if days == 3:
                add_verdicts(ledger, number, [BIASED])

        def days_of(wanted: EntryFilter) -> list[int]:
            return [(e.suggestion.time - NOON).days for e in entries(ledger, wanted)]

        assert days_of(EntryFilter()) == [3, 2, 1, 0]
        assert days_of(EntryFilter(most=2)) == [3, 2]
        assert days_of(EntryFilter(since=NOON + timedelta(days=2))) == [3, 2]
        assert days_of(EntryFilter(workspaces=("/w0",))) == [2, 0]
        assert days_of(EntryFilter(unequal=True)) == [3]


def test_old_suggestions_are_pruned_with_all_that_belongs_to_them(path: Path) -> None:
    filled(path)
    with opened(path) as ledger:
        assert prune(ledger, NOON - timedelta(days=1)) == 0
        assert prune(ledger, NOON + timedelta(days=1)) == 1
        for table in ("suggestion", "function", "verdict", "fate"):
            assert ledger.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


@pytest.mark.parametrize(
    "damage",
    [b"not a database at all", b"SQLite format 3\x00" + b"\xff" * 4000],
    ids=["no ledger", "garbled"],
)
def test_a_damaged_ledger_is_set_aside(
    path: Path, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    with caplog.at_level(logging.WARNING):
        filled(path)
    (aside,) = path.parent.glob("*damaged*.sqlite3")

    assert aside.read_bytes() == damage
    assert str(aside) in caplog.text
    with opened(path) as ledger:
        assert len(list(entries(ledger))) == 1


def test_a_page_that_was_overwritten_is_noticed(path: Path) -> None:
    with opened(path) as ledger:
        for _ in range(300):
            add(ledger, SCORE)
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 5] = b"\xa5" * 8192
    path.write_bytes(data)
    with opened(path) as ledger:
        assert list(entries(ledger)) == []

    assert len(list(path.parent.glob("*damaged*.sqlite3"))) == 1


@pytest.mark.parametrize("version", range(VERSION))
def test_a_ledger_of_an_earlier_version_is_brought_up(path: Path, version: int) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as old:
        for script in MIGRATIONS[:version]:
            old.executescript(script)
        old.execute(f"PRAGMA user_version = {version}")
        if version:
            row = "7, '2026-01-01T00:00:00+00:00', '', 'a.py', 'chat', 0.5, '', '', '', '', NULL"
            old.execute(f"INSERT INTO suggestion VALUES ({row})")
            old.execute("INSERT INTO function (suggestion, name) VALUES (7, 'fee')")
    old.close()
    filled(path)
    with opened(path) as ledger:
        assert ledger.execute("PRAGMA user_version").fetchone() == (VERSION,)
        functions = [e.suggestion.functions for e in entries(ledger)]
        assert functions == [("score",), ("fee",)][: 2 if version else 1]
        # nothing is known of how it was written
        assert followed_functions(ledger, "", "a.py") == []


def test_a_ledger_of_a_later_version_is_left_alone(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    with pytest.raises(NewerLedgerError, match="this Evenhand knows"), opened(path):
        pass

    assert list(path.parent.glob("*damaged*")) == []


def test_the_exports_say_the_same(path: Path) -> None:
    filled(path)
    with opened(path) as ledger:
        found = list(entries(ledger))
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    (told,) = json.loads(as_json(found))["suggestions"]

    assert {(r["function"], r["attribute"], r["verdict"]) for r in rows} == {
        (v["function"], v["attribute"], v["verdict"]) for v in told["verdicts"]
    }
    assert {r["fate"] for r in rows} == {"repaired"}
    assert rows[1]["first_call"] == "score('male')"
    assert told["assistant"] == "GitHub Copilot"


def evenhand_ledger(path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(evenhand, ["ledger", "--ledger", str(path), *arguments])


def test_the_command_line(path: Path) -> None:
    number = filled(path)
    listed = evenhand_ledger(path, "list")
    shown = evenhand_ledger(path, "show", str(number))

    assert "loans/score.py" in listed.stdout
    assert "score: gender" in listed.stdout
    assert "repaired" in listed.stdout
    assert "score('female')  -> 0" in shown.stdout
    assert "by GitHub Copilot gpt-5" in shown.stdout
    assert "repaired: treat everyone as 'male'" in shown.stdout
    assert evenhand_ledger(path, "export", "--format", "csv").stdout.count("\n") == 3
    assert json.loads(evenhand_ledger(path, "export", "--format", "json").stdout)["suggestions"]
    assert (
        json.loads(evenhand_ledger(path, "export", "--format", "sarif").stdout)["version"]
        == "2.1.0"
    )
    assert evenhand_ledger(path, "show", "77").exit_code == 1
    assert evenhand_ledger(path, "prune").exit_code == 2
    assert evenhand_ledger(path, "prune", "--all").stdout == "Deleted 1 suggestion.\n"
    assert "no such suggestion" in evenhand_ledger(path, "list").stdout


def test_the_user_says_that_no_assistant_wrote_it_and_takes_it_back(path: Path) -> None:
    number = str(filled(path))

    said = evenhand_ledger(path, "not-assistants", number)
    assert said.stdout == f"1 function of suggestion {number}: not an assistant's.\n"
    assert "not an assistant's" in evenhand_ledger(path, "show", number).stdout
    markdown = evenhand_ledger(path, "export", "--format", "markdown").stdout
    assert markdown == "No suggestion treats people differently.\n"
    with opened(path) as ledger:
        assert followed_functions(ledger, SCORE.workspace, SCORE.file) == []

    evenhand_ledger(path, "not-assistants", number, "score", "--undo")
    assert "not an assistant's" not in evenhand_ledger(path, "show", number).stdout
    assert evenhand_ledger(path, "not-assistants", number, "other").exit_code == 1
    assert evenhand_ledger(path, "not-assistants", "77").exit_code == 1


def test_a_ledger_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = evenhand_ledger(tmp_path / "file" / "ledger.sqlite3", "list")

    assert done.exit_code == 1
    assert "Error: the ledger cannot be read" in done.stderr


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE suggestion SET kind = 'none'",
        "UPDATE suggestion SET time = 'yesterday'",
        "UPDATE verdict SET calls = '[1'",
        "UPDATE fate SET fate = 'lost'",
        "UPDATE suggestion SET file = CAST(x'ff' AS TEXT)",
        "ALTER TABLE fate RENAME TO other",
    ],
)
def test_a_ledger_that_holds_something_else_is_said(path: Path, damage: str) -> None:
    filled(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(damage)
    connection.close()
    done = evenhand_ledger(path, "list")

    assert done.exit_code == 1
    assert "Error: the ledger cannot be read" in done.stderr


def test_it_lies_in_the_users_own_folder() -> None:
    assert default_path().name == "ledger.sqlite3"
    assert default_path().parent.name == "evenhand"


@pytest.mark.parametrize(
    ("call", "calls", "outcomes"),
    [
        ("fee({!r})", ("fee('F')", "fee('M')"), ("{'limit': 1, 'name': 'Kim'}", "{'limit': 2}")),
        ("fee({!r}" + ", 1" * 40 + ")", ("gender 'F'", "gender 'M'"), ("limit 1", "limit 2")),
    ],
)
def test_calls_are_kept_in_words_where_they_are_long(
    call: str, calls: tuple[str, str], outcomes: tuple[str, str]
) -> None:
    told = Situations("", Contrast("gender", ("'F'", "'M'")), (), (Contrast("limit", ("1", "2")),))
    witness = Witness(
        (call.format("F"), call.format("M")),
        ("{'limit': 1, 'name': 'Kim'}", "{'limit': 2}"),
        ("'F'", "'M'"),
        situations=told,
    )
    name = Span(1, 4, 1, 7)
    verdict = Verdict("gender", "gender", VerdictKind.BIASED, None, None, "", 1, 0.0, witness, name)

    (recorded,) = recorded_verdicts(FunctionReport("fee", name, name, (verdict,)))

    assert (recorded.calls, recorded.outcomes) == (calls, outcomes)
