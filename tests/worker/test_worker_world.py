"""What the world gives in a call, and what a call does to the world."""

from __future__ import annotations

from unittest import mock

import pytest

from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Call, Module, Outcome
from evenhand.check.sandbox import Worker


async def called(worker: Worker, code: str, call: str, **world: str) -> Outcome:
    loaded = await worker.open(Module(code, "s.py"))
    assert loaded.problem is None
    [outcome] = await worker.run([Call(call, world=tuple(world.items()))])
    return outcome


GIVEN = {
    "m(3)": "mock.MagicMock(return_value=7)",
    "m.form['sex']": "mock.MagicMock(form={'sex': 'f'})",
    "m.args.get('sex')": "mock.Mock(**{'args.get.return_value': 'f'})",
    "m.get(2), m.get(3)": "mock.MagicMock(**{'get.side_effect': {2: 'b', 3: 'c'}.get})",
    "m.ask(), m.ask()": "mock.MagicMock(**{'ask.side_effect': ['x', 'y']})",
    "m['age'], m['sex']": (
        "mock.MagicMock(**{'__getitem__.side_effect': {'age': 3, 'sex': 'f'}.__getitem__})"
    ),
    "[row.age for row in m.all()]": (
        "mock.MagicMock(**{'all.return_value.__iter__.return_value': [mock.Mock(age=4)]})"
    ),
    "entered(m)": "mock.MagicMock(**{'__enter__.return_value.read.return_value': 'text'})",
    "awaited(m)": "mock.MagicMock(get=mock.AsyncMock(return_value={'age': 5}))",
    "m.it.name": "mock.MagicMock(**{'it.name': 'Ann'})",
    "m.user.name": "mock.MagicMock(user=mock.MagicMock(**{'x.name': 'Ann'}).x)",
    "raised(m)": "mock.MagicMock(**{'find.side_effect': KeyError('nobody')})",
    "int(m), float(m), len(m), bool(m), 3 in m, list(m)": "mock.MagicMock()",
    "m == m, m == 3, m != 3, m.a is m.a": "mock.MagicMock()",
    "len(m), 'x' in m, str(m)": (
        "mock.MagicMock(**{'__len__.return_value': 3, '__contains__.return_value': True,"
        " '__str__.return_value': 'M'})"
    ),
    "m('people.csv').read()": "mock.mock_open(read_data='name,age')",
}
HELPERS = """
def entered(m):
    with m as opened:
        return opened.read()
def awaited(m):
    try:
        m.get().send(None)
    except StopIteration as end:
        return end.value
def raised(m):
    try:
        return m.find()
    except KeyError as error:
        return str(error)
"""


@pytest.mark.parametrize("code", GIVEN)
async def test_the_world_gives_what_the_same_text_gives_with_the_real_mock(
    worker: Worker, code: str
) -> None:
    subject = f"m = None\n{HELPERS}\ndef f(): return repr(({code}))"
    outcome = await called(worker, subject, "f()", m=GIVEN[code])

    names = {"mock": mock}
    exec(HELPERS, names)
    real = eval(GIVEN[code], names)

    assert outcome.value == repr(eval(f"({code})", {**names, "m": real}))


async def test_names_are_bound_for_one_call_alone(worker: Worker) -> None:
    code = (
        "import json, os.path\ndb = 'own'\n"
        "def f():\n    from xml.dom import minidom\n"
        "    return db, json.loads('1'), os.path.exists('/'), minidom.parse\n"
        "def g(): return db, json.loads('1'), os.path.exists('/'), 'new' in globals()"
    )
    world = (
        ("db", "'given'"),
        ("json.loads", "mock.Mock(return_value=2)"),
        ("os.path.exists", "mock.Mock(return_value=3)"),
        ("xml.dom.minidom.parse", "4"),
        ("new", "5"),
    )
    await worker.open(Module(code, "s.py"))
    given, own = await worker.run([Call("f()", world=world), Call("g()")])

    assert given.value == {"t": "tuple", "v": ["given", 2, 3, 4]}
    assert own.value == {"t": "tuple", "v": ["own", 1, True, False]}


async def test_a_world_that_cannot_be_bound_leaves_the_call_unmade(worker: Worker) -> None:
    outcome = await called(worker, "x = 1\ndef f(): return x", "f()", **{"x.y.z": "3"})

    assert outcome.kind == "unbuilt"
    assert outcome.error == ("AttributeError", "'int' object has no attribute 'y'")


async def test_calls_and_changes_of_the_world_are_effects_in_order(worker: Worker) -> None:
    code = (
        "db = None\n"
        "def f(mailer, age):\n"
        "    row = db.get(3)\n    row.seen = True\n    row['tag'] = 'x'\n    del row.old\n"
        "    if age > 65: mailer.send('old', to=row.mail)\n"
        "    return row"
    )
    outcome = await called(worker, code, "f(mock.MagicMock(), 70)", db="mock.MagicMock()")

    row = {"t": "stand_in", "c": "db.get()", "v": [["0", 3], ["seen", True], ["'tag'", "x"]]}
    mail = {"t": "stand_in", "c": "db.get().mail", "v": []}
    assert [name for name, _ in outcome.effects] == [
        *("db.get().seen =", "db.get()['tag'] =", "del db.get().old", "mailer.send")
    ]
    assert outcome.effects[-1][1]["v"] == [["0", "old"], ["to", mail]]
    assert outcome.value == row
    assert outcome.text == "<db.get(3)>"


async def test_what_a_call_changes_in_a_stand_in_is_gone_in_the_next(worker: Worker) -> None:
    code = "def f(m=[]):\n    m = box\n    before = 'x' in vars(m)\n    m.x = 1\n    return before"
    await worker.open(Module(f"box = None\n{code}", "s.py"))
    world = (("box", "mock.MagicMock()"),)

    first, second = await worker.run([Call("f()", world=world)] * 2)

    assert (first.value, second.value) == (False, False)


async def test_endless_effects_and_waits_come_to_an_end(worker: Worker) -> None:
    code = (
        "def f(q, n):\n    count = 0\n    while q.next(): count += 1\n"
        "    for i in range(n): q.send(i)\n    return count"
    )
    outcome = await called(worker, code, "f(mock.MagicMock(), 5000)")

    assert outcome.value == 50
    assert len(outcome.effects) == 201
    assert outcome.effects[-1] == ("...", None)


@pytest.mark.parametrize(
    ("body", "same"),
    [
        ("return web.reply(200 if sex == 'male' else 403)", False),
        ("web.reply(200 if sex == 'male' else 403)", False),
        ("if sex == 'male': web.log('hm')", False),
        ("web.reply(sex)", True),
        ("return web.reply(f'for a {sex} person', sex=sex)", True),
        ("return web[sex].count", True),
        ("web.sex = sex", True),
        ("web.rank = 1 if sex == 'male' else 2", False),
    ],
)
async def test_what_is_done_to_the_world_tells_outcomes_apart_but_for_echoes(
    worker: Worker, body: str, same: bool
) -> None:
    await worker.open(Module(f"web = None\ndef f(sex):\n    {body}", "s.py"))
    world = (("web", "mock.MagicMock()"),)
    first, second = await worker.run(
        [Call(f"f({sex!r})", world=world) for sex in ("male", "female")]
    )

    assert same_outcome(first, second, Renaming((("male", "female"),))) is same
