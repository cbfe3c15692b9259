"""Inner functions: those that are only handed on are called by themselves."""

from __future__ import annotations

import pytest

from evenhand.check.reading.handed_functions import Around, around
from evenhand.check.reading.source import parse

INNER = "    def inner(person): return person.age > limit\n"
HANDED = {
    "to a decorator": "def outer(app, limit):\n    @app.get('/')\n" + INNER,
    "to what is asked": "def outer(bot, limit):\n" + INNER + "    bot.listen(inner)",
    "to another module": "from rules import make\ndef outer(limit):\n" + INNER
    + "    return make(inner)",
    "in a list": "def outer(limit):\n" + INNER + "    return super().checks() + [inner]",
    "as an attribute": "def outer(app, limit):\n" + INNER + "    app.check = inner",
    "by a method": "class A:\n    def outer(self, app, limit):\n        @app.get('/')\n    "
    + INNER,
}  # fmt: skip
KEPT = {
    "called": "def outer(people, limit):\n" + INNER + "    return [inner(p) for p in people]",
    "a key": "def outer(people, limit):\n" + INNER + "    return people.sort(key=inner)",
    "mapped": "def outer(people, limit):\n" + INNER + "    return people.apply(inner)",
    "given to a helper": "def run(f): return f(1)\ndef outer(limit):\n" + INNER
    + "    return run(inner)",
    "never used": "def outer(limit):\n" + INNER,
    "returned": "def outer(limit):\n" + INNER + "    return inner",
    "remembered": "def outer(limit):\n    @cache\n" + INNER + "    return inner(1)",
    "with a helper beside it": "def outer(app):\n    def limit(): return 3\n    @app.get('/')\n"
    + INNER,
    "with a value that is computed": "def outer(app):\n    limit = 9 * 2\n    @app.get('/')\n"
    + INNER,
}  # fmt: skip


def around_inner(code: str) -> Around | None:
    source = parse(code)
    return around(next(f for f in source.functions if f.last_name == "inner"), source)


@pytest.mark.parametrize("how", HANDED)
def test_a_function_that_is_handed_on_is_called_by_itself(how: str) -> None:
    outside = around_inner(HANDED[how])

    assert outside is not None
    assert outside.taken == ("limit",)


@pytest.mark.parametrize("how", KEPT)
def test_a_function_that_its_outer_one_runs_is_checked_with_it(how: str) -> None:
    assert around_inner(KEPT[how]) is None


def test_plain_data_around_a_function_stays_as_it_is() -> None:
    code = (
        "def outer(app):\n    limits, limit = load(), None\n    limit = {'max': 60}\n"
        "    base = 3\n    @app.get('/')\n    def inner(person):\n"
        "        return base if person.age > limits['max'] else 0\n"
    )

    outside = around_inner(code)

    assert outside is not None
    assert (outside.taken, list(outside.constants)) == (("limits",), ["base"])
