"""Texts that grow: each function of this module's table takes a size and gives a file.

A size is a number of things (methods, cases, calls) or a depth, as the name of the case says.
Every text has a function that reads an age or a gender, so that nothing of it is left unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

HEAD = "def fee(person, age, gender):\n"
END = "    return 3 if age > 65 else total\n"


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of text."""

    make: Callable[[int], str]
    smallest: int
    """The first size; the others double it."""


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _function(lines: Iterable[str]) -> str:
    return HEAD + "    total = 0\n" + _lines(f"    {line}" for line in lines) + END


def _nested(size: int, header: str, last: str = "total += age") -> str:
    """`header` inside itself; `{0}` in it is its depth."""
    blocks = [f"{' ' * depth}{header.format(depth)}" for depth in range(size)]
    return _function([*blocks, f"{' ' * size}{last}"])


# ---------------------------------------------------------------- nesting


def nested_loops(size: int) -> str:
    return _nested(size, "for item{0} in person:")


def nested_whiles(size: int) -> str:
    return _nested(size, "while total < age:")


def nested_ifs(size: int) -> str:
    return _nested(size, "if age > {0}:")


def nested_withs(size: int) -> str:
    return _nested(size, "with open(person) as file{0}:")


def nested_tries(size: int) -> str:
    opened = [f"{' ' * depth}try:" for depth in range(size)]
    closed = [f"{' ' * depth}finally:\n{' ' * depth}     total += 1" for depth in range(size)]
    return _function([*opened, f"{' ' * size}total += age", *reversed(closed)])


def nested_functions(size: int) -> str:
    opened = [f"{' ' * depth}def inner{depth}(age):" for depth in range(size)]
    closed = [f"{' ' * (depth + 1)}return inner{depth + 1}(age)" for depth in range(size - 1)]
    return _function(
        [*opened, f"{' ' * size}return age > 3", *reversed(closed), "total = inner0(age)"]
    )


def nested_functions_called_twice(size: int) -> str:
    opened = [f"{' ' * depth}def inner{depth}(age):" for depth in range(size)]
    closed = [
        f"{' ' * (depth + 1)}return inner{depth + 1}(age) + inner{depth + 1}(gender)"
        for depth in range(size - 1)
    ]
    return _function(
        [*opened, f"{' ' * size}return age > 3", *reversed(closed), "total = inner0(age)"]
    )


def nested_lambdas(size: int) -> str:
    return _function([f"total = {'lambda age: ' * size}age > 3"])


def called_lambdas(size: int) -> str:
    text = "age > 3"
    for depth in range(size):
        text = f"(lambda x{depth}: {text})(age)"
    return _function([f"total = {text}"])


def nested_comprehensions(size: int) -> str:
    text = "age"
    for depth in range(size):
        text = f"[{text} for item{depth} in person if gender]"
    return _function([f"total = {text}"])


def generators_of_one_comprehension(size: int) -> str:
    loops = " ".join(f"for item{i} in person if item{i} > age" for i in range(size))
    return _function([f"total = [age {loops}]"])


def nested_displays(size: int) -> str:
    return _function([f"total = {'[' * size}age{']' * size}"])


def nested_dicts(size: int) -> str:
    return _function([f"total = {'{1: ' * size}age{'}' * size}", "print(total)"])


def nested_formatted_texts(size: int) -> str:
    text = "age"
    for _ in range(size):
        text = f"len(f'{{{text}}}')"
    return _function([f"total = {text}"])


def nested_conditionals(size: int) -> str:
    return _function([f"total = {'(1 if age > 3 else ' * size}0{')' * size}"])


def nested_negations(size: int) -> str:
    return _function([f"total = {'not ' * size}age"])


def nested_comparisons(size: int) -> str:
    return _function([f"total = {'(' * size}age{' > 3)' * size}"])


def nested_calls(size: int) -> str:
    return _function([f"total = {'max(age, ' * size}0{')' * size}"])


def nested_subscripts(size: int) -> str:
    return _function([f"total = {'person[' * size}age{']' * size}"])


def nested_classes(size: int) -> str:
    opened = [f"{' ' * depth}class Inner{depth}:" for depth in range(size)]
    return _lines([*opened, f"{' ' * size}def fee(self, age): return age > 3"])


def nested_matches(size: int) -> str:
    lines = [f"{'  ' * depth}match age:\n    {'  ' * depth} case {depth}:" for depth in range(size)]
    return _function([*lines, f"{'  ' * size}total = 1"])


# ---------------------------------------------------------------- chains


def elifs(size: int) -> str:
    branches = [f"elif age == {n}:\n        total = {n}" for n in range(size)]
    return _function(["if age < 0:\n        total = 1", *branches])


def chained_calls(size: int) -> str:
    return _function([f"total = person{'.filter(age).order_by(gender)' * size}"])


def chained_calls_of_a_frame(size: int) -> str:
    return _function([f"total = person.groupby('age'){'.dropna().assign(fee=age)' * size}"])


def chained_texts(size: int) -> str:
    return _function([f"total = gender{'.strip().lower()' * size} == 'female'"])


def chained_attributes(size: int) -> str:
    return _function([f"total = person{'.parent' * size}.age > 3"])


def chained_subscripts(size: int) -> str:
    parents = "['parent']" * size
    return _function([f"total = person{parents}['age'] > 3"])


def chained_comparisons(size: int) -> str:
    return _function([f"total = {' < '.join(['age'] * size)}"])


def sums(size: int) -> str:
    return _function([f"total = {' + '.join(['age'] * size)}"])


def sums_of_texts(size: int) -> str:
    return _function([f"total = {' + '.join(['str(age)', repr('years')] * size)}"])


def conjunctions(size: int) -> str:
    return _function([f"total = {' and '.join(f'age > {n}' for n in range(size))}"])


def adjacent_texts(size: int) -> str:
    text = "f'{age}' "
    return _function([f"total = ({text * size})"])


# ---------------------------------------------------------------- names and values


def chained_assignments(size: int) -> str:
    names = " = ".join(f"x{n}" for n in range(size))
    return _function([f"{names} = age", f"total = x{size - 1}"])


def renamings(size: int) -> str:
    return _function(["x0 = age", *(f"x{n + 1} = x{n}" for n in range(size)), f"total = x{size}"])


def renamings_backwards(size: int) -> str:
    names = [f"x{n} = x{n + 1}" for n in range(size)]
    return _function(["for item in person:", *(f"    {n}" for n in names), f"    x{size} = age"])


def doublings(size: int) -> str:
    names = [f"x{n + 1} = x{n} + x{n}" for n in range(size)]
    return _function(["x0 = age", *names, f"total = x{size}"])


def doublings_of_lists(size: int) -> str:
    names = [f"x{n + 1} = x{n} + x{n}" for n in range(size)]
    return _function(["x0 = [age]", *names, f"total = x{size}"])


def doublings_of_tuples(size: int) -> str:
    names = [f"x{n + 1} = (x{n}, x{n})" for n in range(size)]
    return _function(["x0 = (age, age)", *names, f"print(x{size})", f"total = age in x{size}"])


def doublings_of_dicts(size: int) -> str:
    names = [f"x{n + 1} = {{'a': x{n}, 'b': x{n}}}" for n in range(size)]
    return _function(["x0 = {'age': age}", *names, f"print(x{size})", f"total = x{size}['a']"])


def doublings_of_texts(size: int) -> str:
    names = [f"x{n + 1} = x{n} + x{n}" for n in range(size)]
    return _function(["x0 = gender.lower() + 'abcdefgh'", *names, f"total = x{size} == 'female'"])


def squarings(size: int) -> str:
    names = [f"x{n + 1} = x{n} * x{n}" for n in range(size)]
    return _function(["x0 = age + 9", *names, f"total = x{size} > 3"])


def doublings_of_module_names(size: int) -> str:
    names = [f"X{n + 1} = (X{n}, X{n})" for n in range(size)]
    return _lines(["X0 = ('female', 'male')", *names]) + _function([f"total = gender in X{size}"])


def unpackings(size: int) -> str:
    left = ", ".join(f"x{n}" for n in range(size))
    right = ", ".join(["age"] * size)
    return _function([f"{left} = {right}", f"total = x{size - 1}"])


def unpackings_of_a_parameter(size: int) -> str:
    left = ", ".join(f"x{n}" for n in range(size))
    return _function([f"{left} = person", f"total = x{size - 1}"])


def nested_unpackings(size: int) -> str:
    return _function([f"{'(' * size}x,{'),' * size} = person", "total = x"])


def walruses(size: int) -> str:
    return _function([f"if (x{n} := age) > {n}: total += x{n}" for n in range(size)])


def star_arguments(size: int) -> str:
    return _function(["x = [age]", *(f"x = [*x, *x, {n}]" for n in range(size)), "print(*x, *x)"])


def long_lists(size: int) -> str:
    return _function([f"total = age in [{', '.join(map(str, range(size)))}]"])


def long_lists_of_texts(size: int) -> str:
    texts = ", ".join(f"'group {n}'" for n in range(size))
    return _function([f"total = gender in ({texts})", "print(total)"])


def long_dicts(size: int) -> str:
    entries = ", ".join(f"'group {n}': {n}" for n in range(size))
    return _lines([f"RATES = {{{entries}}}"]) + _function(["total = RATES[gender] + RATES[age]"])


def dicts_of_dicts(size: int) -> str:
    entries = ", ".join(f"'g{n}': {{'age': {n}}}" for n in range(size))
    return _lines([f"RATES = {{{entries}}}"]) + _function(["total = RATES[gender]['age'] > age"])


def filled_dicts(size: int) -> str:
    return _function(["rates = {}", *(f"rates['g{n}'] = age" for n in range(size)), "print(rates)"])


def keys(size: int) -> str:
    return _function([f"total += person['key{n}'] > {n}" for n in range(size)])


def keys_of_rows(size: int) -> str:
    return _function(["for row in person:", *(f"    total += row['k{n}']" for n in range(size))])


def attributes(size: int) -> str:
    return _function([f"total += person.key{n} > {n}" for n in range(size)])


def prompts(size: int) -> str:
    return _lines([f"x{n} = int(input('age {n}? '))" for n in range(size)]) + "print(x0 > 65)\n"


def columns(size: int) -> str:
    names = ", ".join(f"'column {n}'" for n in range(size))
    used = [f"total += person['column {n}'].mean()" for n in range(size)]
    return _function([f"person = person[[{names}, 'age']].dropna()", *used])


def printed_records(size: int) -> str:
    read = [f"person['key{n}']" for n in range(size)]
    return _function([*read, *(["print(person)"] * size)])


def long_bodies(size: int) -> str:
    return _function(f"total += age * {n}" for n in range(size))


def cases_of_a_match(size: int) -> str:
    return _function(["match age:", *(f"    case {n}: total = {n}" for n in range(size))])


def alternatives_of_a_case(size: int) -> str:
    return _function(["match age:", f"    case {' | '.join(map(str, range(size)))}: total = 1"])


# ---------------------------------------------------------------- functions and classes


def helpers_called_twice(size: int) -> str:
    helpers = [f"def h{n}(age):\n    return h{n + 1}(age) + h{n + 1}(age + 1)" for n in range(size)]
    return _lines([*helpers, f"def h{size}(age):\n    return age > 65"])


def helpers_called_often(size: int) -> str:
    calls = " + ".join(["h{0}(age)"] * 8)
    helpers = [f"def h{n}(age):\n    return {calls.format(n + 1)}" for n in range(size)]
    return _lines([*helpers, f"def h{size}(age):\n    return age > 65"])


def helpers_that_call_all(size: int) -> str:
    calls = " + ".join(f"h{n}(age)" for n in range(size))
    return _lines(f"def h{n}(age):\n    return {calls} + {n}" for n in range(size))


def helper_called_often(size: int) -> str:
    helper = "def limit(age, gender):\n    return age > 65 and gender == 'female'\n"
    return helper + _function([f"total += limit(age, gender) + {n}" for n in range(size)])


def long_helper_called_often(size: int) -> str:
    helper = HEAD.replace("fee", "limit") + "    total = 0\n" + "    total += age\n" * size + END
    return helper + _function([f"total += limit(person, age, gender) + {n}" for n in range(size)])


def recursions(size: int) -> str:
    calls = " + ".join(f"fee(person, age - {n}, gender)" for n in range(size))
    return _function([f"total = {calls}"])


def recursions_over_parts(size: int) -> str:
    calls = " + ".join(f"fee(person.part{n}, age, gender)" for n in range(size))
    return _function([f"total = {calls}"])


def callbacks(size: int) -> str:
    return _function([f"person = sorted(person, key=lambda p: p['k{n}'])" for n in range(size)])


def callbacks_in_callbacks(size: int) -> str:
    text = "age"
    for depth in range(size):
        text = f"sorted(person, key=lambda p{depth}: {text})"
    return _function([f"total = {text}"])


def functions(size: int) -> str:
    return _lines(
        f"def fee{n}(age, gender):\n    return age > {n} and gender == 'female'"
        for n in range(size)
    )


def functions_around_one_name(size: int) -> str:
    shared = "LIMIT = 65\n\ndef limit(age):\n    return age > LIMIT\n"
    return shared + _lines(f"def fee{n}(age):\n    return limit(age) + {n}" for n in range(size))


def functions_beside_statements(size: int) -> str:
    statements = [f"register('fee{n}', {n})" for n in range(size)]
    return _lines([*statements, *(f"def fee{n}(age):\n    return age > {n}" for n in range(size))])


def methods(size: int) -> str:
    read = [
        f"    def m{n}(self):\n        return self.age > {n} and self.m{n + 1}()"
        for n in range(size)
    ]
    return _lines(
        [
            "class Person:",
            "    def __init__(self, age, gender):",
            "        self.age, self.gender = age, gender",
            *read,
        ]
    )


def methods_that_read_all(size: int) -> str:
    read = " + ".join(f"self.x{n}" for n in range(size))
    written = "; ".join(f"self.x{n} = age" for n in range(size))
    body = [f"    def m{n}(self):\n        return {read} > {n}" for n in range(size)]
    return _lines(["class Person:", f"    def __init__(self, age):\n        {written}", *body])


def properties(size: int) -> str:
    read = [
        f"    @property\n    def p{n}(self):\n        return self.p{n + 1} + self.p{n + 1}"
        for n in range(size)
    ]
    last = f"    @property\n    def p{size}(self):\n        return self.age > 65"
    return _lines(["class Person:", *read, last])


def classes_in_annotations(size: int) -> str:
    classes = [
        f"class C{n}:\n    def __init__(self, a: 'C{n + 1}', b: 'C{n + 1}', age: int):\n"
        f"        self.a, self.b, self.age = a, b, age"
        for n in range(size)
    ]
    last = f"class C{size}:\n    def __init__(self, age: int):\n        self.age = age"
    return _lines([*classes, last, "def fee(person: C0, age):\n    return person.a.b.age > 65"])


def classes_with_many_parts(size: int) -> str:
    parts = ", ".join(f"p{n}: 'Part'" for n in range(size))
    stored = "; ".join(f"self.p{n} = p{n}" for n in range(size))
    return (
        f"class Part:\n    def __init__(self, {parts}, age):\n        {stored}; self.age = age\n"
        f"class Whole:\n    def __init__(self, {parts}, age):\n        {stored}; self.age = age\n"
        "def fee(person: Whole, age):\n    return person.p0.age > age\n"
    )


def constructions(size: int) -> str:
    classes = [
        f"class C{n}:\n    def __init__(self, age):\n"
        f"        self.a, self.b, self.age = C{n + 1}(age), C{n + 1}(age), age"
        for n in range(size)
    ]
    last = f"class C{size}:\n    def __init__(self, age):\n        self.age = age"
    return _lines([*classes, last, "def fee(age):\n    return C0(age).a.b.age > 65"])


def inheritance(size: int) -> str:
    classes = [f"class C{n + 1}(C{n}):\n    x{n} = {n}" for n in range(size)]
    return _lines(
        [
            "class C0:\n    def __init__(self, age):\n        self.age = age",
            *classes,
            f"def fee(person: C{size}):\n    return person.age > 65",
        ]
    )


def diamonds(size: int) -> str:
    classes = [
        f"class L{n + 1}(L{n}, R{n}): a{n} = 1\nclass R{n + 1}(R{n}, L{n}): b{n} = 2"
        for n in range(size)
    ]
    return _lines(
        [
            "class L0:\n    age: int = 0\nclass R0:\n    gender: str = ''",
            *classes,
            f"def fee(person: L{size}):\n    return person.age > 65",
        ]
    )


def fields_of_a_dataclass(size: int) -> str:
    listed = "\n".join(f"    field{n}: int" for n in range(size))
    return (
        "from dataclasses import dataclass\n@dataclass\nclass Person:\n    age: int\n"
        f"{listed}\ndef fee(person: Person):\n    return person.age > 65\n"
    )


def members_of_an_enum(size: int) -> str:
    members = "\n".join(f"    M{n} = 'group {n}'" for n in range(size))
    read = " or ".join(f"gender is Gender.M{n}" for n in range(size))
    return (
        f"from enum import Enum\nclass Gender(Enum):\n{members}\n"
        f"def fee(gender: Gender):\n    return {read}\n"
    )


def classes_without_types(size: int) -> str:
    classes = [f"class C{n}:\n    def act{n}(self): return {n}" for n in range(size)]
    return _lines(classes) + _function([f"total += person.act{n}()" for n in range(size)])


def parameters(size: int) -> str:
    listed = ", ".join(f"p{n}=None" for n in range(size))
    return f"def fee(age, {listed}):\n    return age > 65\n"


def protected_parameters(size: int) -> str:
    listed = ", ".join(f"applicant{n}_age" for n in range(size))
    read = " + ".join(f"applicant{n}_age" for n in range(size))
    return f"def fee({listed}):\n    return {read} > 65\n"


def decorators(size: int) -> str:
    return _lines(["def plain(f): return f", *(["@plain"] * size), HEAD + "    total = 1\n" + END])


def annotations(size: int) -> str:
    return f"def fee(age: {'Optional[' * size}int{']' * size}):\n    return age > 65\n"


def unions(size: int) -> str:
    listed = " | ".join(f"C{n}" for n in range(size))
    return f"def fee(age: {listed}):\n    return age > 65\n"


def aliases_of_types(size: int) -> str:
    aliases = [f"T{n} = T{n + 1} | T{n + 1} | T{n + 1} | T{n + 1}" for n in range(size)]
    return _lines([*aliases, f"T{size} = int | str", "def fee(age: T0):\n    return age > 65"])


# ---------------------------------------------------------------- around the functions


def imports(size: int) -> str:
    listed = [f"from package{n} import *\nimport module{n} as m{n}" for n in range(size)]
    return _lines(listed) + _function(["total = 1"])


def imported_names(size: int) -> str:
    return _lines(f"from package{n} import name{n}" for n in range(size)) + _function(["pass"])


def allowances(size: int) -> str:
    return _lines(
        f"def fee{n}(age):  # evenhand: allow(age) by law\n    return age > {n}"
        for n in range(size)
    )


def unused_allowances(size: int) -> str:
    return _function(f"total += 1  # evenhand: allow(age{n})" for n in range(size))


def comments(size: int) -> str:
    return _function(f"total += 1  # evenhand: {n} {'(' * 20}" for n in range(size))


def tests(size: int) -> str:
    rows = [f"    assert fee({n}, 'female') == {n}" for n in range(size)]
    return _lines(["def fee(age, gender):\n    return age > 65", "def test_fee():", *rows])


def functions_with_tests(size: int) -> str:
    tested = [
        f"def fee{n}(age, gender):\n    return 3\ndef test_fee{n}():\n"
        f"    assert fee{n}(1, 'female') == 1\n    assert fee{n}(2, 'female') == 1\n"
        f"    assert fee{n}(3, 'male') == 2\n    assert fee{n}(4, 'male') == 2"
        for n in range(size)
    ]
    return _lines(tested)


def parametrized_tests(size: int) -> str:
    rows = ", ".join(f"({n}, 'female', {n})" for n in range(size))
    return (
        f"@pytest.mark.parametrize('age, gender, expected', [{rows}])\n"
        "def test_fee(age, gender, expected):\n    assert fee(age, gender) == expected\n"
    )


def fitted_models(size: int) -> str:
    lines = [f"x{n + 1} = x{n}[['age', 'gender']]" for n in range(size)]
    return _function(["x0 = person", *lines, f"model.fit(x{size}, gender)"])


def fitted_sums(size: int) -> str:
    lines = [f"x{n + 1} = x{n} + x{n} + x{n} + x{n}" for n in range(size)]
    return _function(["x0 = ['age']", *lines, f"model.fit(person[x{size}], gender)"])


def many_fitted_models(size: int) -> str:
    return _function(
        f"model.fit(person[['age', 'gender', 'income', 'c{n}']], gender)" for n in range(size)
    )


def fitted_pipelines(size: int) -> str:
    lines = [f"p{n + 1} = Pipeline([p{n}, p{n}, p{n}, p{n}, p{n}])" for n in range(size)]
    return _function(["p0 = Pipeline(['age'])", *lines, f"p{size}.fit(person, gender)"])


def pipelines_of_themselves(size: int) -> str:
    lines = [f"model = Pipeline([model, {', '.join(['model'] * 4)}])" for n in range(size)]
    return _function(["model = Pipeline(['age'])", *lines, "model.fit(person, gender)"])


# ---------------------------------------------------------------- names and texts


def words_of_a_name(size: int) -> str:
    name = "age_" + "_".join(["of_the"] * size) + "_person"
    return f"def fee({name}):\n    return {name} > 65\n"


def protected_words_of_a_name(size: int) -> str:
    name = "_".join(["age", "race", "gender"] * size)
    return f"def fee({name}):\n    return {name} > 65\n"


def letters_of_a_name(size: int) -> str:
    name = "a" * size
    return f"def fee(age, {name}):\n    return age > {name}\n"


def capitals_of_a_name(size: int) -> str:
    name = "aB" * size
    return f"def fee(age, {name}):\n    return age > {name}\n"


def names_alike(size: int) -> str:
    texts = [f"{'_' * (n % 50)}Age_{n}{'_' * (n // 50)}" for n in range(size)]
    return f"def fee({', '.join(texts)}):\n    return {' + '.join(texts)}\n"


def letters_of_a_text(size: int) -> str:
    return _function([f"total = gender == '{'female ' * size}'"])


def lines_of_a_text(size: int) -> str:
    text = "line\n" * size
    return _function([f"total = gender == '''{text}'''"])


def digits_of_a_number(size: int) -> str:
    return _function([f"total = age > 0x{'f' * size}"])


CASES: Mapping[str, Case] = {
    make.__name__.replace("_", " "): Case(make, smallest)
    for make, smallest in (
        (nested_loops, 10),
        (nested_whiles, 10),
        (nested_ifs, 10),
        (nested_withs, 10),
        (nested_tries, 10),
        (nested_functions, 10),
        (nested_functions_called_twice, 10),
        (nested_lambdas, 20),
        (called_lambdas, 10),
        (nested_comprehensions, 10),
        (generators_of_one_comprehension, 100),
        (nested_displays, 20),
        (nested_dicts, 20),
        (nested_formatted_texts, 10),
        (nested_conditionals, 20),
        (nested_negations, 100),
        (nested_comparisons, 20),
        (nested_calls, 20),
        (nested_subscripts, 20),
        (nested_classes, 10),
        (nested_matches, 10),
        (elifs, 100),
        (chained_calls, 100),
        (chained_calls_of_a_frame, 100),
        (chained_texts, 100),
        (chained_attributes, 100),
        (chained_subscripts, 100),
        (chained_comparisons, 100),
        (sums, 200),
        (sums_of_texts, 100),
        (conjunctions, 500),
        (adjacent_texts, 500),
        (chained_assignments, 500),
        (renamings, 500),
        (renamings_backwards, 500),
        (doublings, 10),
        (doublings_of_lists, 10),
        (doublings_of_tuples, 10),
        (doublings_of_dicts, 10),
        (doublings_of_texts, 10),
        (squarings, 10),
        (doublings_of_module_names, 10),
        (unpackings, 500),
        (unpackings_of_a_parameter, 500),
        (nested_unpackings, 10),
        (walruses, 500),
        (star_arguments, 10),
        (long_lists, 1_000),
        (long_lists_of_texts, 1_000),
        (long_dicts, 1_000),
        (dicts_of_dicts, 500),
        (filled_dicts, 500),
        (keys, 500),
        (keys_of_rows, 500),
        (attributes, 500),
        (prompts, 250),
        (columns, 250),
        (printed_records, 250),
        (long_bodies, 1_000),
        (cases_of_a_match, 500),
        (alternatives_of_a_case, 500),
        (helpers_called_twice, 10),
        (helpers_called_often, 10),
        (helpers_that_call_all, 10),
        (helper_called_often, 250),
        (long_helper_called_often, 50),
        (recursions, 20),
        (recursions_over_parts, 10),
        (callbacks, 250),
        (callbacks_in_callbacks, 5),
        (functions, 250),
        (functions_around_one_name, 250),
        (functions_beside_statements, 250),
        (methods, 25),
        (methods_that_read_all, 25),
        (properties, 10),
        (classes_in_annotations, 5),
        (classes_with_many_parts, 5),
        (constructions, 5),
        (inheritance, 100),
        (diamonds, 50),
        (fields_of_a_dataclass, 250),
        (members_of_an_enum, 100),
        (classes_without_types, 100),
        (parameters, 500),
        (protected_parameters, 50),
        (decorators, 500),
        (annotations, 20),
        (unions, 100),
        (aliases_of_types, 5),
        (imports, 500),
        (imported_names, 500),
        (allowances, 100),
        (unused_allowances, 250),
        (comments, 1_000),
        (tests, 250),
        (functions_with_tests, 50),
        (parametrized_tests, 250),
        (fitted_models, 50),
        (fitted_sums, 5),
        (many_fitted_models, 50),
        (fitted_pipelines, 5),
        (pipelines_of_themselves, 5),
        (words_of_a_name, 500),
        (protected_words_of_a_name, 100),
        (letters_of_a_name, 10_000),
        (capitals_of_a_name, 2_500),
        (names_alike, 100),
        (letters_of_a_text, 2_500),
        (lines_of_a_text, 2_500),
        (digits_of_a_number, 1_000),
    )
}
"""By name."""
