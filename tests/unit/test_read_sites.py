"""Where a function reads an input, as the source shows it."""

from __future__ import annotations

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.findings import Span

READ = {
    "a test": ("def f(age):\n    if age > 45:\n        return 1", "age", ["age"]),
    "a key": ("def f(p):\n    return 1 if p['age'] > 45 else 0", "age", ["p['age']"]),
    "not where it gets a name, but where that is used": (
        "def f(p):\n    age = int(p['age'])\n    log()\n    return 1 if age > 45 else 0",
        "age",
        ["age"],
    ),
    "where something computed from it is used": (
        "def f(age):\n    points = age * 2\n    if points > 9: return 1",
        "age",
        ["points"],
    ),
    "where it gets a name that nobody uses": (
        "def f(p):\n    p['old'] = p['age'] // 2",
        "age",
        ["p['age']"],
    ),
    "in a helper, not where it is handed over": (
        "def h(age): return age > 45\ndef f(age): return 1 if h(age) else 0",
        "age",
        ["age"],
    ),
    "passed on beside a look": (
        "import lib\ndef f(p):\n    if lib.ok(p, 3): return 0\n    return p['age'] > 45",
        "age",
        ["3", "p['age']"],
    ),
    "by a name as text": (
        "def f(p): return getattr(p, 'age', 0) > 45",
        "age",
        ["getattr(p, 'age', 0)"],
    ),
    "in a formatted text, which is one expression": (
        "def f(p): return f\"{len('a')} {p['age']:>3}\" * 2 if p else 0",
        "age",
        ["f\"{len('a')} {p['age']:>3}\""],
    ),
    "by a pattern": (
        "def f(p):\n    match p:\n        case {'gender': 'male'}: return 1\n    return 0",
        "gender",
        ["p"],
    ),
    "in a comprehension": ("def f(ps): return [p for p in ps if p['age'] > 45]", "age", None),
    "a column": ("def f(df): return df[df['age'] > 45]['pay'].mean()", "age", ["df['age']"]),
}


@pytest.mark.parametrize("name", READ)
def test_a_read_is_where_the_value_is_used(name: str) -> None:
    code, attribute, expected = READ[name]

    texts = _texts(code, attribute)

    if expected is None:
        assert "p['age']" in texts
    else:
        assert texts == expected


def _texts(code: str, attribute: str) -> list[str]:
    """The text of each place where the last function reads an attribute."""
    source = parse(code)
    reading = read(source.functions[-1], source, default_catalogue())
    inputs = [entry for entry in reading.inputs if entry.attribute == attribute]
    return [_text(code, site) for entry in inputs for site in entry.sites]


def _text(code: str, site: Span) -> str:
    assert site.line == site.end_line
    return code.splitlines()[site.line - 1][site.column : site.end_column]


def test_what_a_helper_of_another_file_reads_is_read_where_it_is_called() -> None:
    other = parse("\n\ndef check(p): return p['age'] > 45")
    code = "from other import check\ndef f(p):\n    return 1 if check(p) else 0"
    source = parse(code, other.symbols)

    [entry] = read(source.functions[-1], source, default_catalogue()).inputs

    assert [_text(code, site) for site in entry.sites] == ["check(p)"]
