"""Sources of a few lines or a few thousand whose reading, compiling or running takes for ever.

They are grouped: each folder has many sources of one kind, and the two neighbours have to be
reported whatever becomes of any.
"""

from __future__ import annotations

from collections.abc import Mapping

from amounts import amount
from folders.definition import Door, HostileFolder

FEE = "\n\ndef fee(age):\n    return 10 if age > 65 else 20\n"
BIASED = "biased"
DOORS = (Door.CHECK,)
MANY = amount(1_200, 3_000)
"""More than Python nests calls."""
QUICK = ("--seconds=3",)
"""For what runs; the bounds on reading are the tool's own."""


def _nested(head: str, depth: int, body: str, begin: int = 1) -> str:
    """`body` inside `depth` statements that begin with `head`."""
    lines = [f"{' ' * (begin + n)}{head.format(n=n)}\n" for n in range(depth)]
    return "".join(lines) + f"{' ' * (begin + depth)}{body}\n"


def _function(body: str, name: str = "cost") -> str:
    return f"def {name}(age, other):\n{body} return age > 65\n"


def _tries(depth: int) -> str:
    """Nested `finally`, each of which Python compiles several times."""
    text = ""
    for n in range(depth):
        text += f"{' ' * (n + 1)}try:\n{' ' * (n + 2)}other += 1\n{' ' * (n + 1)}finally:\n"
    return text + f"{' ' * (depth + 1)}other = age\n"


def _mutual(count: int) -> str:
    """Helpers that each call all others; one function is about people."""
    calls = " + ".join(f"h{n}(x, y)" for n in range(count))
    helpers = "".join(
        f"def h{n}(x, y):\n    return {calls} if y > {n} else x\n\n\n" for n in range(count)
    )
    return f"{helpers}def cost(age, other):\n    return h0(age, other) > 65\n"


def _doubling(depth: int) -> str:
    """Each helper calls the next one twice."""
    helpers = "".join(
        f"def h{n}(x):\n    return h{n + 1}(x) + h{n + 1}(x + 1)\n\n\n" for n in range(depth)
    )
    return f"{helpers}def h{depth}(x):\n    return x > 65\n\n\ndef cost(age):\n    return h0(age)\n"


def _chain(depth: int) -> str:
    """Each helper calls the next one."""
    helpers = "".join(f"def h{n}(x):\n    return h{n + 1}(x) + {n}\n\n\n" for n in range(depth))
    return f"{helpers}def h{depth}(x):\n    return x > 65\n\n\ndef cost(age):\n    return h0(age)\n"


def _methods(count: int) -> str:
    """Methods that call each other in an odd order."""
    methods = "".join(
        f"    def m{n}(self):\n        self.v{n} = self.x + self.m{(n * 7 + 1) % count}()"
        f" + self.m{(n * 3 + 2) % count}()\n        return self.v{(n * 5) % count}\n\n"
        for n in range(count)
    )
    return (
        f"class Person:\n    def __init__(self, x):\n        self.x = x\n\n{methods}"
        "    def cost(self, age):\n        return age > self.m0()\n"
    )


def _assignments(count: int) -> str:
    lines = "".join(f"    a{n + 1} = a{n} + a{max(n - 1, 0)}\n" for n in range(count))
    return f"def cost(age):\n    a0 = age\n{lines}    return a{count} > 65\n"


def _in_loops(depth: int, names: int) -> str:
    body = " ".join(f"a{n}, a{n + 1} = a{n + 1}, a{n} + age;" for n in range(names))
    loops = _nested("for i{n} in range(a{n}):", depth, body.rstrip(";"))
    first = "".join(f" a{n} = other\n" for n in range(names + 1))
    return _function(f"{first}{loops}")


LOOPS: Mapping[str, str] = {
    "for_loops.py": _in_loops(18, 20),
    "while_loops.py": _function(_nested("while other > {n}:", 19, "other, age = age, other")),
    "loops_with_else.py": _function(
        "".join(f"{' ' * (n + 1)}for i{n} in other:\n" for n in range(18))
        + f"{' ' * 19}age = age + 1\n"
        + "".join(
            f"{' ' * (n + 1)}else:\n{' ' * (n + 2)}other = age\n" for n in reversed(range(18))
        )
    ),
    "branches.py": _function(
        "".join(
            f" if age > {n}:\n  other = other + age\n else:\n  age = other\n"
            for n in range(amount(300, 900))
        )
    ),
    "nested_branches.py": _function(_nested("if age > {n} or other:", 90, "other = age")),
    "with_blocks.py": _function(_nested("with other as age:", 19, "other = age")),
    "comprehensions.py": _function(
        " x = " + "[" * 40 + "age" + "".join(f" for i{n} in other]" for n in range(40)) + "\n"
    ),
    "generators.py": _function(
        " x = [age " + " ".join(f"for i{n} in other if i{n} > age" for n in range(300)) + "]\n"
    ),
    "lambdas.py": _function(" x = " + "(lambda a=age: " * 80 + "a" + ")()" * 80 + "\n"),
    "functions.py": _nested("def inner{n}(age, a{n}=1):", 90, "return age > 65", 0),
    "classes.py": _nested("class Inner{n}:", 90, "age = 1", 0) + FEE,
    "matches.py": _function(
        " match other:\n"
        + "".join(
            f"  case [{n}, *x, age] if age > {n}: other = x\n" for n in range(amount(300, 900))
        )
    ),
}
HELPERS: Mapping[str, str] = {
    "mutual.py": _mutual(12),
    "many_mutual.py": _mutual(amount(30, 60)),
    "doubling.py": _doubling(60),
    "chain.py": _chain(300),
    "long_chain.py": _chain(MANY),
    "itself.py": "def cost(age, other):\n    return cost(other, age) + cost(age, cost(other, other))\n",
    "through_tuples.py": "".join(
        f"def h{n}(x, y):\n    return (h{n + 1}((x, y), (y, x)), h{n + 1}((y, y), (x, x)))\n\n\n"
        for n in range(30)
    )
    + "def h30(x, y):\n    return x\n\n\ndef cost(age, other):\n    return h0(age, other)\n",
    "through_lambdas.py": "".join(f"h{n} = lambda x: h{n + 1}(h{n + 1}(x))\n" for n in range(40))
    + "h40 = lambda age: age > 65\n\n\ndef cost(age):\n    return h0(age)\n",
    "through_closures.py": "def cost(age):\n"
    + "".join(f"    def h{n}(x):\n        return h{n + 1}(h{n + 1}(x))\n" for n in range(40))
    + "    def h40(x):\n        return x > age\n    return h0(age)\n",
    "decorators.py": "def same(f):\n    return f\n\n\n" + "@same\n" * 3_000 + FEE.strip() + "\n",
}
CLASSES: Mapping[str, str] = {
    "methods.py": _methods(14),
    "many_methods.py": _methods(200),
    "properties.py": "class Person:\n    age = 1\n"
    + "".join(
        f"    @property\n    def p{n}(self):\n        return self.p{n + 1} + self.p{n + 1}\n"
        for n in range(50)
    )
    + "    @property\n    def p50(self):\n        return self.age > 65\n",
    "bases.py": "class C0:\n    def m(self, age):\n        return age > 65\n\n"
    + "".join(
        f"class C{n}(C{n - 1}):\n    def m(self, age):\n        return super().m(age) + {n}\n"
        for n in range(1, amount(30, 60))
    ),
    "own_bases.py": "class A(B):\n    pass\n\n\nclass B(C):\n    pass\n\n\nclass C(A):\n"
    "    def m(self, age):\n        return self.n(age)\n",
    "diamonds.py": "class C0:\n    age = 1\n\n\n"
    + "".join(
        f"class L{n}(C{n}):\n    pass\n\n\nclass R{n}(C{n}):\n    pass\n\n\n"
        f"class C{n + 1}(L{n}, R{n}):\n    def m(self, age):\n        return super().m(age)\n\n\n"
        for n in range(40)
    ),
    "fields.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass Person:\n"
    + "".join(f"    f{n}: 'Person' = None\n" for n in range(amount(150, 400)))
    + "    age: int = 1\n\n\ndef cost(person: Person):\n    return person.f1.f2.f3.age > 65\n",
    "enums.py": "from enum import Enum\n\n\nclass Age(Enum):\n"
    + "".join(f"    A{n} = {n}\n" for n in range(amount(2_000, 20_000)))
    + "\n\ndef cost(age: Age):\n    return age == Age.A7\n",
    "annotations.py": f"def cost(age: {'list[' * 90}int{']' * 90}, "
    f"other: {' | '.join(['int'] * 3_000)} = 1):\n    return age > 65\n",
}
VALUES: Mapping[str, str] = {
    "assignments.py": _assignments(MANY),
    "unpacking.py": f"def cost(age, other):\n    {'(' * 90}x{',)' * 90} = other\n    return age > 65\n",
    "chained_targets.py": f"def cost(age):\n    {' = '.join(f'a{n}' for n in range(3_000))} = age\n"
    "    return a7 > 65\n",
    "deep_list.py": f"DATA = {'[' * 90}{']' * 90}{FEE}",
    "deep_dict.py": f"DATA = {'{1: ' * 90}0{'}' * 90}{FEE}",
    "nested_texts.py": 'X = f"' + "{f'{1}'}" * MANY + f'"{FEE}',
    "long_dict.py": f"DATA = {{{', '.join(f'{n}: {n}' for n in range(amount(10_000, 100_000)))}}}{FEE}",
    "long_set.py": f"AGES = ({', '.join(map(str, range(amount(8_000, 60_000))))})\n\n\n"
    "def cost(age):\n    return age in AGES\n",
    "table_of_ages.py": f"RATES = {{{', '.join(f'{n}: {n % 7}' for n in range(amount(8_000, 60_000)))}}}\n\n\n"
    "def cost(age):\n    return RATES.get(age, 0)\n",
    "power.py": f"N = 10 ** 10 ** 8{FEE}",
    "power_in_function.py": "def cost(age):\n    return age > 9 ** 9 ** 9\n",
    "shift.py": "def cost(age):\n    return age > 1 << (1 << 40)\n",
    "repeated.py": "def cost(age):\n    return len('ab' * 10 ** 11) > age or [0] * 10 ** 11\n",
    "range.py": "def cost(age):\n    return age in list(range(10 ** 11)) or age > sum(range(10 ** 11))\n",
    "format.py": "def cost(age):\n    return '%99999999999d' % age or f'{age:>99999999999}'\n",
    "digits.py": f"def cost(age):\n    return age > {'9' * 4_000}\n",
    "hexadecimal.py": f"def cost(age):\n    return age > 0x{'f' * 1_000_000}\n",
    "floats.py": "def cost(age):\n    return age > 1e308 * 10 or age < -1e999 or age == 1e-400\n",
    "complex.py": "def cost(age):\n    return age == 1e999j or age > 0.1j.imag\n",
    "regex.py": "import re\n\n\ndef cost(gender):\n"
    "    return bool(re.match('(a*)*b|' + '(x+x+)+y' * 9, 'a' * 99 + gender))\n",
    "many_texts.py": "def cost(gender):\n    return gender in ("
    + ", ".join(f"'g{n}'" for n in range(amount(2_000, 20_000)))
    + ")\n",
    "long_text.py": f"def cost(gender):\n    return gender == '{'male' * 100_000}'\n",
    "long_operators.py": f"def cost(age):\n    return {' or '.join(['age > 65'] * MANY)}\n",
    "long_comparison.py": f"def cost(age):\n    return {' < '.join(['age'] * MANY)}\n",
    "subscripts.py": f"def cost(person):\n    return person{'[0]' * 900} > 1 or person['age'] > 65\n",
    "attributes.py": f"def cost(person):\n    return person{'.a' * 900}.age > 65\n",
    "negations.py": f"def cost(age):\n    return {'not ' * 900}age or {'-' * 90}age > 65\n",
    "arguments.py": f"def cost(age, {', '.join(f'p{n}=1' for n in range(MANY))}):\n    return age > 65\n",
}
COMPILED: Mapping[str, str] = {
    "finally.py": _function(_tries(18)),
    "finally_in_loops.py": _function(
        "".join(
            f"{' ' * (2 * n + 1)}for i{n} in other:\n{' ' * (2 * n + 2)}try:\n"
            f"{' ' * (2 * n + 3)}continue\n{' ' * (2 * n + 2)}finally:\n"
            for n in range(9)
        )
        + f"{' ' * 19}other = age\n"
    ),
    "with_in_finally.py": _function(
        "".join(
            f"{' ' * (2 * n + 1)}try:\n{' ' * (2 * n + 2)}return age\n{' ' * (2 * n + 1)}finally:\n"
            f"{' ' * (2 * n + 2)}with other:\n"
            for n in range(9)
        )
        + f"{' ' * 19}other = age\n"
    ),
    "long_function.py": _function(" other += age\n" * amount(6_000, 30_000)),
    "many_functions.py": "".join(
        f"def f{n}(age):\n    return age > {n % 90}\n" for n in range(amount(20, 100))
    ),
    "decorated.py": f"@{'(' * 90}lambda f: f{')' * 90}\ndef cost(age):\n    return age > 65\n",
}
STARS = amount(7, 12)
"""Modules that import everything of each other."""
IMPORTS: Mapping[str, str] = {
    "circle_a.py": f"from circle_b import *\nfrom circle_b import rate\n{FEE}",
    "circle_b.py": f"from circle_c import *\nfrom circle_c import rate\n{FEE}",
    "circle_c.py": f"from circle_a import *\nfrom circle_a import rate\n{FEE}",
    "itself.py": f"from itself import *\nfrom itself import rate\nimport itself\n{FEE}",
    "pack/__init__.py": "from pack import *\nfrom .own import *\nfrom . import own\n",
    "pack/own.py": f"from . import *\nfrom .. import *\nfrom ....... import x\nfrom pack import own\n{FEE}",
    **{
        f"star{n}.py": "".join(f"from star{m} import *\n" for m in range(STARS) if m != n)
        + f"from star{(n + 1) % STARS} import rate\n{FEE}"
        for n in range(STARS)
    },
    "many_imports.py": "".join(f"from module{n} import name{n}\n" for n in range(amount(300, 800)))
    + FEE,
    "many_names.py": f"from star1 import {', '.join(f'n{n}' for n in range(amount(200, 1_000)))}\n{FEE}",
    "deep_names.py": f"import {'.'.join(['pack'] * 900)}\nfrom {'.'.join(['pack'] * 900)} import x\n{FEE}",
    "type_checker.py": "from rates import rate\n\n\ndef fee(age):\n    return rate(age)\n",
    "rates.py": "\n".join(f"x{n + 1} = x{n}.a(x{n}).b[x{n}]" for n in range(3_000))
    + "\n\n\ndef rate(age):\n    return x3000(age)\n",
    "chosen.py": "from picked import rate\n\n\ndef fee(age):\n    return rate(age)\n",
    "picked.py": "rate = " + " or ".join(f"(lambda age: x{n})" for n in range(2_000)) + "\n",
}
ORDINARY: Mapping[str, str] = {
    "elif.py": "def fee(age):\n    if age == 0:\n        return 0\n"
    + "".join(f"    elif age == {n}:\n        return {n % 3}\n" for n in range(1, 250))
    + "    return 7\n",
    "chained.py": f"def fee(age):\n    text = 'a'{'.strip()' * 300}\n    return 10 if age > 65 else text\n",
    "sum.py": f"def fee(age):\n    return {' + '.join(['1'] * 900)} if age > 65 else 20\n",
    "lines.py": "".join(f"N{n} = {n}\n" for n in range(10_000)) + FEE,
    "text.py": f"def fee(age):\n    note = {' + '.join(['str(age)'] * 400)}\n    return 10 if age > 65 else 20\n",
}


def _folder(name: str, what: str, sources: Mapping[str, str]) -> HostileFolder:
    return HostileFolder(name, what, dict(sources), DOORS, arguments=QUICK)


SOME = (
    "for_loops",
    "mutual",
    "through_tuples",
    "own_bases",
    "power",
    "many_texts",
    "finally",
)
"""A source of each kind."""


FOLDERS = [
    _folder("loops_in_loops", "Blocks in blocks in blocks.", LOOPS),
    _folder("helpers", "Helpers that call each other in every order.", HELPERS),
    _folder("classes", "Classes of many methods, bases and fields.", CLASSES),
    HostileFolder(
        "values",
        "Values that are long, deep or huge, or would be.",
        VALUES,
        DOORS,
        arguments=QUICK,
    ),
    _folder("compiled", "Code that takes memory to compile.", COMPILED),
    _folder(
        "imports", "Imports in circles, of everything, and of what is hard to follow.", IMPORTS
    ),
    HostileFolder(
        "ordinary",
        "Long and deep code as people and generators do write it, which has to be judged.",
        ORDINARY,
        (Door.CHECK, Door.SERVER),
        verdicts={f"{name}:fee": BIASED for name in ORDINARY},
    ),
    HostileFolder(
        "some_of_each",
        "Some of all these, in an editor.",
        {
            name: text
            for name, text in {**LOOPS, **HELPERS, **CLASSES, **VALUES, **COMPILED}.items()
            if name.removesuffix(".py") in SOME
        },
        (Door.SERVER,),
    ),
]
