"""What the cache writes is read back as it was, and nothing else is read."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.causes import Cause, Explanation
from evenhand.check.cache.plain_form import read, written
from evenhand.check.cache.report_cache import KeptFile
from evenhand.check.sandbox.shapes import OffenceError
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Remark,
    RuleCode,
    Severity,
    Span,
    Verdict,
    VerdictKind,
    Witness,
)
from evenhand.isolation import Isolation, Standing
from evenhand.scalars import Scalar, is_same

PLACE = Span(1, 0, 1, 3)
VERDICT = Verdict(
    "gender", "person['gender']", VerdictKind.BIASED, RuleCode("EVH001"), Severity.WARNING, "it is",
    4, 0.5, Witness(("f('a')", "f('b')"), ("1", "\ud800"), ("'a'", "'b'")), PLACE,
    branch=PLACE, allowed=None,
    explanation=Explanation(Cause.NO_ARGUMENTS, "a", because=Explanation(Cause.RAN_LONGER)),
)  # fmt: skip
REPORT = FileReport(
    "/a/b\udcff.py",
    (FunctionReport("f", PLACE, PLACE, (VERDICT,)),),
    (Remark(RuleCode("EVH010"), Severity.HINT, "why", PLACE),),
    depends_on=frozenset({"/a/c.py", "/a/d.py"}),
)
KEPT = KeptFile(REPORT, (("/a/e.json", "12"),), Standing(Isolation.STRONG, ("landlock",)))


def test_a_report_is_read_as_it_was_written() -> None:
    assert read(KeptFile, written(KEPT)) == KEPT


@dataclass(frozen=True)
class Values:
    values: tuple[Scalar, ...]


def test_values_keep_their_type() -> None:
    moment = datetime.datetime(2018, 3, 1, 9, 30)
    values = Values((1, 1.0, True, "1", None, moment, datetime.date(2018, 3, 1)))
    back = read(Values, written(values))
    assert all(map(is_same, back.values, values.values))


@pytest.mark.parametrize("line", [b"[[{}]]", b"[[[]]]", b'[[["x"]]]', b'[[["T"]]]', b"[[[1]]]"])
def test_what_is_no_value_is_refused(line: bytes) -> None:
    with pytest.raises(OffenceError):
        read(Values, line)


def test_equal_reports_are_written_alike() -> None:
    names = [str(number) for number in range(50)]
    one, another = frozenset(names), frozenset(reversed(names))
    assert written(one) == written(another)


def positions(value: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Where the pieces of a JSON document are."""
    if not isinstance(value, list):
        return [path]
    below = [p for i, part in enumerate(value) for p in positions(part, (*path, i))]
    return [path, *below]


def with_another(value: Any, path: tuple[int, ...], new: Any) -> Any:
    if not path:
        return new
    first, *rest = path
    return [
        with_another(part, tuple(rest), new) if i == first else part for i, part in enumerate(value)
    ]


@given(st.data())
def test_what_has_another_form_is_refused_or_another_report(data: st.DataObject) -> None:
    """Nothing that is read can be of other types than the code expects."""
    document = json.loads(written(KEPT))
    path = data.draw(st.sampled_from(positions(document)))
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    new = data.draw(scalars | st.lists(scalars) | st.dictionaries(st.text(), scalars))
    line = json.dumps(with_another(document, path, new)).encode()

    try:
        kept = read(KeptFile, line)
    except OffenceError:
        return
    assert read(KeptFile, written(kept)) == kept


@pytest.mark.parametrize(
    "line",
    [b"", b"null", b"{}", b"[]", b"[[[", b"\xff", b"[" * 100_000, b"NaN", b"[1, 2, 3]"],
)
def test_what_is_no_report_is_refused(line: bytes) -> None:
    with pytest.raises(OffenceError):
        read(KeptFile, line)
