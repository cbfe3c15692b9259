"""What nobody would write: found in a new text, and not held against what was there before."""

from __future__ import annotations

import pytest

from evenhand.repair.rewrite.odd_code import NEVER, OddKind, new_oddities

OLD = """\
def seats(people, age, limit, rows):
    total = 0
    if age > limit:
        total += 2
    ages = [p.age for p in people]
    return total + len(ages)
"""


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("if age > limit", "if 66 > limit", OddKind.OPERATED_CONSTANT),
        ("if age > limit", "if 66 > 18", OddKind.CONSTANT_TEST),
        ("if age > limit", "if True", OddKind.CONSTANT_TEST),
        ("if age > limit", "if not False", OddKind.CONSTANT_TEST),
        ("if age > limit", "if 40 and limit", OddKind.CONSTANT_TEST),
        ("if age > limit", "if 'f'.upper() == limit", OddKind.OPERATED_CONSTANT),
        ("[p.age for p in people]", "[40 for _ in people]", OddKind.IGNORED_ITEM),
        ("[p.age for p in people]", "{40 for p in people}", OddKind.IGNORED_ITEM),
        ("total += 2", "pass", OddKind.EMPTY_BRANCH),
        ("total += 2", "rows = deque(())", OddKind.EMPTY_COLLECTION),
        ("total += 2", "total += rows - 1995", OddKind.OPERATED_CONSTANT),
        ("total += 2", "total += sum(False)", OddKind.OPERATED_CONSTANT),
        ("total += 2", "print('married', rows)", OddKind.OPERATED_CONSTANT),
        ("total += 2", "total += False & rows", OddKind.OPERATED_CONSTANT),
        ("    if age > limit:\n        total += 2\n",
         "    if rows:\n        total = 2\n    total = 0\n", OddKind.DEAD_BRANCH),
        ("    if age > limit:\n        total += 2\n",
         "    match 35:\n        case 1:\n            total += 2\n", OddKind.CONSTANT_TEST),
        ("    if age > limit:\n        total += 2\n",
         "    match rows:\n        case 1 if False:\n            total += 2\n",
         OddKind.CONSTANT_TEST),
    ],
)  # fmt: skip
def test_nobody_would_merge_it(old: str, new: str, kind: OddKind) -> None:
    kinds = {oddity.kind for oddity in new_oddities(OLD, OLD.replace(old, new))}

    assert kind in kinds
    assert kind in NEVER


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("if age > limit:", "if limit:\n        total += 2\n    else:", OddKind.SAME_BRANCHES),
        ("len(ages)", "7", OddKind.UNUSED_NAME),
        ("total += 2", "total += rows[66]", OddKind.LEFT_OVER_CONSTANT),
    ],
)
def test_it_reads_a_little_oddly(old: str, new: str, kind: OddKind) -> None:
    kinds = {oddity.kind for oddity in new_oddities(OLD, OLD.replace(old, new))}

    assert kind in kinds
    assert kinds.isdisjoint(NEVER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if age > limit:\n        total += 2\n", ""),
        ("    if age > limit:\n        total += 2\n", "    total += 2\n"),
        ("    return total + len(ages)\n", "    return len(ages)\n"),
    ],
)
def test_a_rule_that_is_removed_reads_well(old: str, new: str) -> None:
    kinds = {oddity.kind for oddity in new_oddities(OLD, OLD.replace(old, new))}

    assert kinds <= {OddKind.UNUSED_NAME}


def test_a_default_of_nothing_is_nothing_odd() -> None:
    new = OLD.replace("total += 2", "total += len(rows.get('male', []))")

    assert OddKind.EMPTY_COLLECTION not in {oddity.kind for oddity in new_oddities(OLD, new)}


def test_what_was_odd_before_is_nobodys_fault() -> None:
    old = "def fee(age):\n    if 3 > 2:\n        pass\n    return 5 if age > 40 else 4\n"

    assert new_oddities(old, old.replace("5 if age > 40 else 4", "4")) == []


def test_a_constant_in_the_place_of_somebody_is_odd() -> None:
    old = "def f(a, b, n):\n    if (x := a) and g(b):\n        n += a\n    return n\n"
    for new in (
        "def f(a, b, n):\n    if (x := 'F') and g(b):\n        n += a\n    return n\n",
        "def f(a, b, n):\n    if (x := a) and g(40):\n        n += a\n    return n\n",
        "def f(a, b, n):\n    if (x := a) and g(b):\n        n += False\n    return n\n",
    ):
        assert OddKind.OPERATED_CONSTANT in {oddity.kind for oddity in new_oddities(old, new)}
