"""Code that writes its own answers, or answers oddly: the honest function beside it is judged."""

from __future__ import annotations

from collections.abc import Mapping

from amounts import amount
from folders.definition import Door, HostileFolder

IN_AN_EDITOR = (Door.SERVER, Door.FIX)
"""Also while a repair is looked for: doors at which a few of each kind are enough."""
HONEST = "\n\ndef honest(gender):\n    return 10 if gender == 'male' else 20\n"
FORGES = """\
import json

ANSWER = {answer}


def forged(age):
    json.JSONEncoder.iterencode = lambda *a, **k: iter([ANSWER])
    json.JSONEncoder.encode = lambda *a, **k: ANSWER
    return 10 if age > 65 else 20
"""
DIFFERS = """\
import json

ANSWERS = {answers}


def forged(age):
    answer = ANSWERS[age > 65]
    json.JSONEncoder.iterencode = lambda *a, **k: iter([answer])
    return 10 if age > 65 else 20
"""


def _value(text: str) -> str:
    return f'{{"kind": "returned", "value": {text}}}'


ANSWERS: Mapping[str, str] = {
    "huge_integer": repr(_value("9" * 4_000)),
    "too_huge_integer": repr(_value("9" * 5_000)),
    "infinite": repr(_value("[1e999, -1e999, NaN, Infinity]")),
    "nested_lists": "'{\"kind\": \"returned\", \"value\": ' + '[' * 100000 + ']' * 100000 + '}'",
    "nested_a_little": "'{\"kind\": \"returned\", \"value\": ' + '[' * 900 + ']' * 900 + '}'",
    "nested_objects": '\'{"kind": "returned", "value": \' + \'{"t": "list", "v": [\' * 450 + \']}\' * 450 + \'}\'',
    "no_kind": repr('{"value": 1}'),
    "unknown_kind": repr('{"kind": "fair", "value": 1}'),
    "kind_is_a_list": repr('{"kind": ["returned"], "value": 1}'),
    "a_list": repr('["returned", 1]'),
    "a_number": repr("12"),
    "nothing": repr(""),
    "null": repr("null"),
    "no_text": repr("\ud800\udfff"),
    "two_lines": repr(_value("1") + "\n" + _value("2")),
    "carriage_return": repr(_value("1") + "\r\x85\u2028" + _value("2")),
    "lone_halves": repr(_value('"\\ud800"')),
    "odd_frame": repr(_value('{"t": "frame", "c": 1, "i": "x", "v": null}')),
    "ragged_frame": repr(_value('{"t": "frame", "c": ["a"], "i": [1], "v": [[1, 2], 3, {}]}')),
    "frame_of_many": '\'{"kind": "returned", "value": {"t": "frame", "c": [], "i": [], "v": [\''
    f" + '[],' * {amount(40_000, 400_000)} + '[]]}}}}'",
    "unknown_tree": repr(_value('{"t": "bomb", "v": {"t": []}}')),
    "tree_without_values": repr(_value('{"t": "dict"}')),
    "odd_pairs": repr(_value('{"t": "dict", "v": [[1], [], [1, 2, 3], "ab", {"x": 1}]}')),
    "set_of_objects": repr(_value('{"t": "set", "v": [{"t": "set", "v": [[]]}, {}, null, [1]]}')),
    "odd_enum": repr(_value('{"t": "enum", "c": {}, "v": {"t": "enum"}}')),
    "odd_date": repr(_value('{"t": "date", "v": "99999-99-99"}')),
    "odd_integer": repr(_value('{"t": "int", "v": "no number"}')),
    "odd_error": repr('{"kind": "raised", "error": "E"}'),
    "long_error": repr('{"kind": "raised", "error": ["E", {"a": 1}], "error_line": "x"}'),
    "error_line_far_away": repr(
        '{"kind": "raised", "error": ["ValueError", "x"], "error_line": -7}'
    ),
    "missing_is_a_list": repr('{"kind": "raised", "error": ["KeyError", "x"], "missing": [1]}'),
    "missing_is_long": '\'{"kind": "raised", "error": ["KeyError", "x"], "missing": "\' + \'x.\' * 200000 + \'"}\'',
    "odd_events": repr(_value('1, "events": [[1, 2], "abcdef", {}, [1, 2, 3, 4, 5, 6]]')),
    "huge_events": repr(_value(f'1, "events": [[1, 1, "<", 1e308, {"9" * 400}, true]]')),
    "events_of_wrong_kinds": repr(_value('1, "events": [["a", [], {}, [[]], {"a": 1}, "x"]]')),
    "many_events": '\'{"kind": "returned", "value": 1, "events": [\' + \'[1,1,"<",1,2,true],\' * 80000'
    " + '[1,1,\"<\",1,2,true]]}'",
    "odd_branches": repr(_value('1, "branches": [[], {}, 1, null, "x"]')),
    "many_branches": '\'{"kind": "returned", "value": 1, "branches": [\''
    " + ','.join('\"%d:1:+\"' % n for n in range(150000)) + ']}'",
    "odd_changes": repr(_value('1, "changed": [[1], {}, "ab", [null, null, null]]')),
    "changes_of_wrong_kinds": repr(_value('1, "changed": {"a": 1}')),
    "odd_explanation": repr('{"kind": "died", "explanation": {"cause": "no_such_cause"}}'),
    "explanation_that_writes": repr(
        '{"kind": "died", "explanation": {"cause": "exited", "number": 1e999}}'
    ),
    "explains_by_a_list": repr('{"kind": "died", "explanation": [1]}'),
    "asks_oddly": repr(_value('1, "asked": [1, {}, []]')),
    "asks_much": '\'{"kind": "returned", "value": 1, "asked": [\' + \'"a",\' * 300000 + \'"a"]}\'',
    "prints_oddly": repr(_value('1, "printed": {"a": []}, "text": [1]')),
    "repeated_keys": "'{' + '\"kind\": \"returned\", ' * 50000 + '\"value\": 1}'",
    "one_and_true": repr(_value("1") + " "),
}
DIFFERENT: Mapping[str, tuple[str, str]] = {
    "kinds_differ": (_value("[1]"), _value('{"t": "list", "v": [1]}')),
    "frames_differ": (
        _value('{"t": "frame", "c": ["a"], "i": [1], "v": [[1]]}'),
        _value('{"t": "frame", "c": ["a"], "i": [1], "v": [[1, 2]]}'),
    ),
    "columns_differ": (
        _value('{"t": "frame", "c": ["a", "b"], "i": [1], "v": [[1]]}'),
        _value('{"t": "frame", "c": ["a", "b"], "i": [1], "v": [[2]]}'),
    ),
    "numbers_differ": (_value("9" * 400), _value("1e308")),
    "huge_beside_float": (_value("0.5"), _value("9" * 400)),
    "keys_differ": (_value('{"t": "dict", "x": 1}'), _value('{"t": "dict", "y": 1}')),
    "errors_differ": (
        '{"kind": "raised", "error": null}',
        '{"kind": "raised", "error": ["E", "x"]}',
    ),
    "changes_differ": (_value('1, "changed": [["a", 1]]'), _value('1, "changed": [["a", [1]]]')),
    "scripts_differ": (
        '{"kind": "returned", "value": 1, "text": "\\u001b[2J\\u0007<script>\\n::error::x"}',
        '{"kind": "returned", "value": 2, "text": "\\u202e\\u0000\\ud800"}',
    ),
    "deep_ones_differ": (_value("[" * 300 + "1" + "]" * 300), _value("[" * 300 + "2" + "]" * 300)),
    "sets_differ": (
        _value('{"t": "set", "v": [' + ",".join(f"[{n}]" for n in range(3_000)) + "]}"),
        _value('{"t": "set", "v": [' + ",".join(f"[{n}.5]" for n in range(3_000)) + "]}"),
    ),
}
ODD: Mapping[str, str] = {
    "floods_every_descriptor": """\
import os


def forged(age):
    while age:
        for number in range(3, 300):
            try:
                os.write(number, b"x" * 1_000_000)
            except OSError:
                continue
""",
    "floods_lines": """\
import os


def forged(age):
    while age:
        for number in range(3, 300):
            try:
                os.write(number, b"\\n" * 100_000)
            except OSError:
                continue
""",
    "greets_oddly": """\
import os

for number in range(3, 300):
    try:
        os.write(number, b'{"skipped": [[1e999, {}], [[], 1]], "problem": []}\\n')
    except OSError:
        continue


def forged(age):
    return age > 65
""",
    "greets_deeply": """\
import os

for number in range(3, 300):
    try:
        os.write(number, b"[" * 50_000 + b"\\n")
    except OSError:
        continue


def forged(age):
    return age > 65
""",
    "returns_itself": "def forged(age):\n    x = [age > 65]\n    x.append(x)\n    return {1: x, 2: forged}\n",
    "returns_a_huge_number": "def forged(age):\n    return 10 ** (4_000 if age > 65 else 4_001)\n",
    "returns_a_huge_float": "def forged(age):\n    return 1e308 * 10 if age > 65 else 10 ** 400\n",
    "returns_many": "def forged(age):\n    return [[[age > 65] * 100] * 100] * 100\n",
    "returns_deep": """\
def forged(age):
    x = age > 65
    for _ in range(100_000):
        x = [x]
    return x
""",
    "returns_a_liar": """\
class Liar(dict):
    __slots__ = ()

    def items(self):
        return [(1,), 2, (3, 4, 5)]

    def __len__(self):
        return -1


def forged(age):
    return Liar(a=age > 65)
""",
    "raises_oddly": """\
class Odd(KeyError, AttributeError):
    args = property(lambda self: [[], {}, object()])
    name = property(lambda self: ["x"] * 1000)
    __str__ = lambda self: 1


def forged(age):
    if age > 65:
        raise Odd("a")
    raise KeyError({}, [], b"\\xff" * 100_000)
""",
    "names_that_lie": """\
class Meta(type):
    __name__ = property(lambda cls: "\\x1b[2J" * 1000)
    __qualname__ = ["x"]


class Odd(metaclass=Meta):
    __slots__ = ("a", "\\u00e9")


def forged(age):
    return Odd() if age > 65 else Odd
""",
}


def _folder(
    name: str,
    what: str,
    sources: Mapping[str, str],
    doors: tuple[Door, ...] = (Door.CHECK,),
) -> HostileFolder:
    entries = {f"{key}.py": text + HONEST for key, text in sources.items()}
    verdicts = {
        f"{key}.py:honest": "biased or not_checked" if "greets" in key else "biased"
        for key in sources
    }
    return HostileFolder(name, what, entries, doors, verdicts=verdicts)


def _every_sixth(sources: Mapping[str, str]) -> Mapping[str, str]:
    return {name: sources[name] for name in list(sources)[::6]}


FORGED = {name: FORGES.format(answer=answer) for name, answer in ANSWERS.items()}
DIFFERENTLY = {name: DIFFERS.format(answers=answers) for name, answers in DIFFERENT.items()}
FOLDERS = [
    _folder(
        "forged",
        "Functions that have the program that describes outcomes write another answer.",
        FORGED,
    ),
    _folder(
        "forged_differently",
        "The same, with another answer for the old than for the young.",
        DIFFERENTLY,
    ),
    _folder("odd", "Functions that flood, greet or answer oddly.", ODD),
    *(
        _folder(f"some_{name}", "Every sixth of these.", _every_sixth(sources), IN_AN_EDITOR)
        for name, sources in (
            ("forged", FORGED),
            ("forged_differently", DIFFERENTLY),
            ("odd", ODD),
        )
    ),
]
