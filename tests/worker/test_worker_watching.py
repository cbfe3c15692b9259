"""Watched code says what it looks at, and does what it did before."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from asking import outcome, outcomes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Worker

EVENTS: dict[str, tuple[str, tuple[str, Any, Any]]] = {
    "equality": ("x == 'b'", ("==", "a", "b")),
    "inequality": ("x != 'b'", ("!=", "a", "b")),
    "first of a chain": ("'A' <= x < 'c'", ("<=", "A", "a")),
    "second of a chain": ("'A' <= x < 'c'", ("<", "a", "c")),
    "no member": ("x not in {'c', 'b'}", ("not in", "a", ["b", "c"])),
    "member of keys": ("x in {'c': 1}", ("in", "a", ["c"])),
    "a word in a text": ("'c' in x", ("in", "c", "a")),
    "a key with a default": ("{'b': 2}.get(x, 3)", ("[]", "a", ["b"])),
    "a key popped": ("{'b': 2}.pop(x, 3)", ("[]", "a", ["b"])),
    "a pair as key": ("{('b', 'c'): 2}.get((x, 'd'))", ("[]", ("a", "d"), [("b", "c")])),
    "a beginning": ("x.startswith('fe')", ("startswith", "a", "fe")),
    "endings": ("x.endswith(('fe', 'male'))", ("endswith", "a", ["fe", "male"])),
    "a pattern": (
        "__import__('re').match('male|[fF]emale', x)",
        ("re", "a", ["male|[fF]emale", 0]),
    ),
    "an enum": ("E(x) == E.B", ("==", "a", "b")),
    "a count": ("['b', 'c'].count(x)", ("in", "a", ["b", "c"])),
    "a subset": ("{x}.issubset({'b'})", ("issubset", ["a"], ["b"])),
    "a truth of not": ("not x", ("truth", "a", None)),
    "an operand of and": ("x and 1", ("truth", "a", None)),
    "a filter": ("[i for i in x if i == 'b']", ("==", "a", "b")),
    "a lambda": ("(lambda y: y == 'b')(x)", ("==", "a", "b")),
    "a series": ("(pd.Series([x, 'z']) == 'b').any()", ("==", "z", "b")),
    "a column": ("pd.DataFrame({'c': [x]})['c'].isin(['b'])", ("isin", "a", ["b"])),
    "a method of a series": ("pd.Series([x]).eq('b').all()", ("eq", "a", "b")),
    "an array": ("(np.array([x]) == 'b').any()", ("==", "a", "b")),
    "a scalar of numpy": ("np.str_(x) == 'b'", ("==", "a", "b")),
}
SETUP = """
import enum
import numpy as np
import pandas as pd
class E(str, enum.Enum):
    A = 'a'
    B = 'b'
"""


async def test_each_kind_of_look_is_an_event(worker: Worker) -> None:
    code = SETUP + "".join(f"def f{i}(x): return {t}\n" for i, (t, _) in enumerate(EVENTS.values()))

    found = await outcomes(worker, code, *[f"f{i}('a')" for i in range(len(EVENTS))])

    unseen = {
        name: [(e.op, e.left, e.right) for e in o.events]
        for (name, (_, event)), o in zip(EVENTS.items(), found, strict=True)
        if o.kind is not OutcomeKind.RETURNED
        or not any((e.op, e.left, e.right) in _spellings(event) for e in o.events)
    }
    assert unseen == {}


def _spellings(event: tuple[str, Any, Any]) -> list[tuple[str, Any, Any]]:
    """Keys that are pairs are noted part by part."""
    op, left, right = event
    if isinstance(left, tuple):
        return [(op, left[0], [key[0] for key in right])]
    return [event]


BRANCHES = {
    "if x:\n        return 1": {"2:7"},
    "while x:\n        return 1": {"2:10"},
    "return 1 if x else 2": {"2:16"},
    "assert x or True": {"2:11"},
    "return [i for i in 'a' if x]": {"2:30"},
    "return not x": {"2:15"},
    "return x and 2": {"2:11"},
    "if x == 1:\n        pass\n    elif x == 0:\n        return 1": {"2:7"},
}


@pytest.mark.parametrize("body", BRANCHES)
async def test_each_branch_is_seen_both_ways(worker: Worker, body: str) -> None:
    code = f"def f(x):\n    {body}\n"

    yes, no = await outcomes(worker, code, "f(1)", "f(0)")

    for place in BRANCHES[body]:
        assert f"{place}:+" in yes.branches
        assert f"{place}:-" in no.branches


async def test_a_case_that_matched_is_a_branch(worker: Worker) -> None:
    code = (
        "def f(x):\n    match x:\n        case {'sex': 'F'}:\n            return 1\n"
        "        case ('a', n) if n > 2:\n            return 2\n        case _:\n"
        "            return 3\n"
    )

    found = await outcomes(worker, code, "f({'sex': 'F'})", "f(('a', 3))", "f(0)")

    assert [o.value for o in found] == [1, 2, 3]
    assert len({o.branches for o in found}) == 3
    assert ("in", "F", ["F", "a"]) in [(e.op, e.left, e.right) for e in found[0].events]


UNCHANGED = {
    "names of arguments": (
        "class Repo:\n    def find(self, name, line=0, column=0, owner=None): return name, line\n"
        "def f(): return Repo().find(name='n', line=3, column=1, owner=2)"
    ),
    "truth asked once": (
        "asked = []\nclass T:\n    def __bool__(self):\n        asked.append(1)\n"
        "        return True\n"
        "def f():\n    asked.clear()\n    x = (T() and T()) or 3\n    return len(asked)"
    ),
    "the last operand has no truth": (
        "import pandas as pd\n"
        "def f(x=True): return str(x and pd.NA), str(None or pd.Series([1, 2]))"
    ),
    "an attribute that tells": (
        "class A:\n    def __getattr__(self, name):\n        print('asked', name)\n"
        "        return 1\n    def __eq__(self, other): return True\n"
        "def f(): return A() == 3"
    ),
    "a repr that tells": (
        "class A:\n    def __repr__(self):\n        print('shown')\n        return 'A'\n"
        "def f(): return 3 in {A(), A()}"
    ),
    "a list that tells": (
        "class L(list):\n    def __iter__(self):\n        print('walked')\n"
        "        return list.__iter__(self)\ndef f(): return L([1]) == [1], L([1]) == 3, L([1])[0]"
    ),
    "a table that grows": (
        "from collections import defaultdict\ndef f():\n    d = defaultdict(list)\n"
        "    d['a'] == [] and d['b']\n    return dict(d)"
    ),
    "a missing key": (
        "class D(dict):\n    def __missing__(self, key): return key * 2\ndef f(): return D()['a']"
    ),
    "names of classes": (
        "class A:\n    __x = 1\n    y: 'int' = 3 if __x == 1 else 4\n"
        "    def get(self): return self.__x\n"
        "class B(A):\n    def get(self): return super().get() == 1\ndef f(): return B().get()"
    ),
    "walrus, star and slice": (
        "def f(a=(1, 2, 3)):\n    if (n := len(a)) > 2 and [*a][n - 1] == 3:\n"
        "        first, *rest = a[1:]\n        return {**{'n': n}}['n'], rest, a[-1], a[::2][1]"
    ),
    "what is compared in a chain": (
        "told = []\ndef say(x):\n    told.append(x)\n    return x\n"
        "def f():\n    told.clear()\n    return say(1) < say(2) < say(0) < say(9), list(told)"
    ),
    "deleting and adding": (
        "def f():\n    d = {'a': 1, 'b': [1]}\n    d['a'] += 2\n    del d['b'][0]\n"
        "    d['c'], d['b'] = d['a'], 4\n    return d"
    ),
    "errors keep their words": (
        "def f():\n    told = []\n"
        "    for g in (lambda: 1 < 'a', lambda: 3 in 4, lambda: [][0], lambda: {}['k'],\n"
        "              lambda: None.get('a'), lambda: 3['a'], lambda: 'a'.index('b')):\n"
        "        try: g()\n        except Exception as e: told.append((type(e).__name__, str(e)))\n"
        "    return told"
    ),
    "generators and loops": (
        "def g(n):\n    while n > 0:\n        got = yield n\n"
        "        n -= 1 if got is None else got\n"
        "    else:\n        yield 'end'\ndef f(): return [x for x in g(4) if x != 2]"
    ),
    "formats and types": (
        "from typing import Dict, Optional\nTable = Dict[str, Optional[int]]\n"
        "def f(x: Table['a'] if False else int = 3) -> Table:\n"
        "    return f'{x > 2!r:>6}{[1, 2][0]}', str(Table)"
    ),
    "exceptions and context": (
        "import contextlib\ndef f(d={}):\n    with contextlib.suppress(KeyError):\n"
        "        d['x']\n    try:\n        assert d.get('x') == 1, 'no x'\n"
        "    except AssertionError as e:\n        return str(e)"
    ),
    "the same object": (
        "def f():\n    a = []\n    b = a or a\n    c = {'a': a}.get('a')\n    return b is a, c is a"
    ),
    "what is worked out first": (
        "def say(x): print(x)\ndef f():\n    try: None.get(say('argument'))\n"
        "    except AttributeError: pass\n    return {}.get(say('key'), say('default'))"
    ),
    "deep recursion": "def f(n=900): return 0 if n == 0 else 1 + f(n - 1)",
}


@pytest.mark.parametrize("what", UNCHANGED)
async def test_watching_changes_nothing_of(worker: Worker, what: str) -> None:
    seen = []
    for watch in (True, False):
        await worker.open(Module(UNCHANGED[what], "s.py"), watch=watch)
        seen += await worker.run([Call("f()")])
    watched, plain = seen

    assert plain.kind is OutcomeKind.RETURNED
    assert (watched.kind, watched.value, watched.printed) == (
        OutcomeKind.RETURNED,
        plain.value,
        plain.printed,
    )
    assert plain.events == ()


async def test_long_loops_and_large_values_do_not_drown_the_events(worker: Worker) -> None:
    code = (
        "big = list(range(10**6))\ndef f():\n    for i in range(20_000):\n"
        "        if big == i: pass\n        if 'x' * 10**5 == i: pass\n    return 1"
    )

    found = await outcome(worker, code)

    assert found.value == 1
    assert 1 < len(found.events) <= 400
    assert max(len(str(e.right)) + len(str(e.left)) for e in found.events) < 2_000


LIBRARY = {
    "_pydecimal": "[str(Decimal(2).sqrt()), str(Decimal('1e400') / 3), Decimal('-0') == 0]",
    "_strptime": "_strptime_time('3 Feb 2020 11:05 PM', '%d %b %Y %I:%M %p')[:6]",
    "argparse": "vars((lambda p: (p.add_argument('--n', type=int, choices=[1, 2]),"
    " p.parse_args(['--n', '2']))[1])(ArgumentParser()))",
    "ast": "unparse(parse('x = [a if b else c for a in d if not e < f <= g]'))",
    "bisect": "[bisect([1, 3, 5], 4), insort([1], 2)]",
    "calendar": "[TextCalendar().formatmonth(2024, 2), isleap(1900), monthrange(2023, 2)]",
    "colorsys": "[rgb_to_hsv(.2, .9, .1), hls_to_rgb(.1, .5, .3)]",
    "configparser": "(lambda c: (c.read_string('[a]\\nb = %(d)s\\nd: 1'), c['a']['b'])[1])"
    "(ConfigParser())",
    "copy": "deepcopy({'a': [1, (2, {3})]})",
    "csv": "[Sniffer().sniff('a;b\\n1;2\\n').delimiter,"
    " list(DictReader(['a,b', '1,2']))]",
    "difflib": "[get_close_matches('appel', ['ape', 'apple', 'peach']),"
    " list(ndiff(['one', 'two'], ['one', 'too']))]",
    "fnmatch": "[filter(['a.py', 'b.txt'], '*.py'), translate('[!a]?*')]",
    "fractions": "[Fraction('3.14159').limit_denominator(100), Fraction(1, 3) < 0.34]",
    "graphlib": "list(TopologicalSorter({'d': {'b', 'c'}, 'b': {'a'}}).static_order())[0]",
    "heapq": "[nlargest(2, [4, 9, 1], key=lambda x: -x), list(merge([1, 4], [2, 3]))]",
    "html.parser": "(lambda p: (p.feed('<a b=\"1\">&amp;<br/></a'), p.rawdata)[1])(HTMLParser())",
    "ipaddress": "[str(n) for n in ip_network('10.0.0.0/30').subnets()]",
    "json.encoder": "JSONEncoder(indent=1, sort_keys=True).encode({'b': [1.5, None], 'a': 'é'})",
    "locale": "format_string('%s %.2f', ('a', 1.005))",
    "ntpath": "[normpath('c:/a/../b'), splitdrive('//m/s/x'), relpath('c:/a', 'c:/b')]",
    "pprint": "pformat({'key%d' % i: list(range(i)) for i in range(9)}, width=30)",
    "shlex": "[split('a \"b c\" d\\\\ e'), quote('it\\'s')]",
    "statistics": "[quantiles([1, 4, 9, 16], n=4), mode('aabbb'), pstdev([1, 2, 4])]",
    "string": "[Formatter().format('{0:>5}{a!r}', 3, a=4), Template('$x').substitute(x=1)]",
    "textwrap": "[wrap('one two three four five', 9), dedent('  a\\n   b')]",
    "tokenize": "[t.string for t in generate_tokens(iter(['x = (1,\\n', '2)\\n']).__next__)]",
    "urllib.parse": "[urlsplit('http://u:p@h:1/a?b=c#d'), quote('a b/é'), parse_qs('a=1&a=2')]",
    "_pyio": "[TextIOWrapper(BytesIO(b'a\\r\\nb')).readlines(), StringIO('x').read()]",
}  # fmt: skip


@pytest.mark.parametrize("module", LIBRARY)
async def test_the_standard_library_does_what_it_did(worker: Worker, module: str) -> None:
    file = Path(os.__file__).parent / (module.replace(".", "/") + ".py")
    code = file.read_text(encoding="utf-8") + f"\ndef asked(): return {LIBRARY[module]}\n"
    seen = []
    for watch in (True, False):
        loaded = await worker.open(Module(code, str(file), name=module), watch=watch)
        assert (loaded.problem, loaded.skipped) == (None, ())
        seen += await worker.run([Call("asked()")])

    assert seen[1].kind is OutcomeKind.RETURNED, seen[1].text
    assert seen[0].value == seen[1].value
    assert seen[0].text == seen[1].text


names = st.sampled_from(["a", "b", "c"])
values = st.sampled_from(["1", "2", "'x'", "None", "[1, 2]", "{'x': 1}", "a", "b", "c", "b[a]"])
tests = st.one_of(
    values,
    st.tuples(values, st.sampled_from(["==", "!=", "<", "in", "not in", "is"]), values).map(
        " ".join
    ),
    st.tuples(values, st.sampled_from(["<", "=="]), values, st.just("<="), values).map(" ".join),
)
simple = st.one_of(
    st.tuples(names, st.just("="), values).map(" ".join),
    st.tuples(names, st.just("+="), values).map(" ".join),
    st.tuples(names, st.just("[0] ="), values).map(" ".join),
    tests.map(lambda t: f"return {t}"),
    tests.map(lambda t: f"assert {t}, 'no'"),
    tests.map(lambda t: f"print({t})"),
    names.map(lambda n: f"raise ValueError({n})"),
    st.just("for_ = b.get(a, c)"),
    st.sampled_from(["break", "pass"]),
)


def _indented(lines: list[str]) -> str:
    return "\n".join("    " + line for text in lines for line in text.splitlines())


def _blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=3).map(_indented)
    return st.one_of(
        st.tuples(tests, body, body).map(lambda t: f"if {t[0]}:\n{t[1]}\nelse:\n{t[2]}"),
        st.tuples(tests, body).map(lambda t: f"while {t[0]}:\n{t[1]}\n    break"),
        st.tuples(names, body).map(lambda t: f"for {t[0]} in (1, 'x'):\n{t[1]}"),
        st.tuples(body, body).map(lambda t: f"try:\n{t[0]}\nexcept TypeError as a:\n{t[1]}"),
        st.tuples(names, body, body).map(
            lambda t: (
                f"match {t[0]}:\n    case 1 | 'x' if c:\n{_indented([t[1]])}\n"
                f"    case [1, *a] | {{'x': a}}:\n{_indented([t[2]])}"
            )
        ),
    )


functions = st.lists(st.recursive(simple, _blocks, max_leaves=6), min_size=1, max_size=4)


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(functions, min_size=8, max_size=16))
async def test_watched_functions_do_what_they_did(worker: Worker, bodies: list[list[str]]) -> None:
    made = [_indented(["for loop in (1, 2):", _indented(body)]) for body in bodies]
    code = "".join(f"def f{i}(a, b, c=0):\n{body}\n" for i, body in enumerate(made))
    calls = [Call(f"f{i}({args})") for i in range(len(made)) for args in ARGUMENTS]
    seen = []
    for watch in (True, False):
        loaded = await worker.open(Module(code, "s.py"), watch=watch)
        assert loaded.problem is None
        found = await worker.run(calls)
        seen.append([loaded, *((o.kind, o.value, o.error, o.printed, o.changed) for o in found)])

    assert seen[0] == seen[1]


ARGUMENTS = ["1, {1: 2}", "'x', 'xyz', 2", "{'x': [1]}, [1, 2]"]


async def test_marked_expressions_say_when_they_are_reached(worker: Worker) -> None:
    code = "def f(x, age):\n    if x > 1: return 0\n    return x and -age\n"
    sites = ((3, 18, 3, 21), (2, 7, 2, 8))
    await worker.open(Module(code, "subject.py", sites=sites))

    left, came, short = await worker.run([Call("f(2, 3)"), Call("f(1, 3)"), Call("f(0, 3)")])

    assert left.reads == {(2, 7, 2, 8)}
    assert came.reads == {(2, 7, 2, 8), (3, 18, 3, 21)}
    assert short.reads == {(2, 7, 2, 8)}
    assert (came.value, short.value) == (-3, 0)


async def test_marks_of_one_function_stay_for_the_next(worker: Worker) -> None:
    code = "class C:\n    def f(self, a): return a\n    def g(self, b): return b\n"
    for sites in (((2, 27, 2, 28),), ((3, 27, 3, 28),)):
        await worker.open(Module(code, "subject.py", sites=sites))
        found = await worker.run([Call("C().f(1)"), Call("C().g(1)")])

        assert any(sites[0] in outcome.reads for outcome in found)


async def test_an_error_that_is_caught_is_told_with_the_last_branch(worker: Worker) -> None:
    code = (
        "def f(x):\n    try:\n        if x: raise ValueError('no')\n"
        "    except ValueError:\n        return 1\n"
    )

    caught, none = await outcomes(worker, code, "f(1)", "f(0)")

    assert (caught.caught, caught.turned) == (("ValueError", "no", 4), "3:11:+")
    assert (none.caught, none.turned) == (None, "3:11:-")


TASKS = """
import asyncio
async def work():
    remains = {"task": asyncio.current_task()}
    remains["own"] = remains
async def all_of(n):
    await asyncio.gather(*(work() for _ in range(n)))
def f(n):
    asyncio.run(all_of(n))
"""


KEEPING_MUCH = """
from collections import defaultdict, deque
class Row:
    __slots__ = ("number", "parts", "more")
    def __init__(self, number): self.number, self.parts = number, [number]
ROWS, TABLE = [Row(n) for n in range(900)], {n: {n: [n]} for n in range(900)}
QUEUES = defaultdict(deque, {n: deque([n]) for n in range(90)})
INNER = [lambda n=n: n for n in ROWS]
def f(n):
    return n
"""


async def test_what_a_module_keeps_is_no_part_of_a_measure(worker: Worker) -> None:
    loaded = await worker.open(Module(KEEPING_MUCH, "subject.py"))
    assert loaded.problem is None

    (outcome,) = await worker.run([Call("f(3)", measured=True)], fresh=False)

    assert outcome.entered is not None
    assert outcome.entered < 50


async def test_what_earlier_calls_have_left_behind_is_no_part_of_a_measure(worker: Worker) -> None:
    loaded = await worker.open(Module(TASKS, "subject.py"))
    assert loaded.problem is None

    measured = Call("f(3)", measured=True)
    calls = [call for n in range(1, 10) for call in (Call(f"f({n})"), measured)]
    entered = {outcome.entered for outcome in await worker.run(calls, fresh=False)} - {None}

    assert len(entered) == 1
