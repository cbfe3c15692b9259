"""Many helpers, methods and classes that refer to each other."""

from __future__ import annotations

from benchmarks.growth.case import END, HEAD, Case, function, lines


def helpers_called_twice(size: int) -> str:
    helpers = [f"def h{n}(age):\n    return h{n + 1}(age) + h{n + 1}(age + 1)" for n in range(size)]
    return lines([*helpers, f"def h{size}(age):\n    return age > 65"])


def helpers_called_often(size: int) -> str:
    calls = " + ".join(["h{0}(age)"] * 8)
    helpers = [f"def h{n}(age):\n    return {calls.format(n + 1)}" for n in range(size)]
    return lines([*helpers, f"def h{size}(age):\n    return age > 65"])


def helpers_that_call_all(size: int) -> str:
    calls = " + ".join(f"h{n}(age)" for n in range(size))
    return lines(f"def h{n}(age):\n    return {calls} + {n}" for n in range(size))


def helper_called_often(size: int) -> str:
    helper = "def limit(age, gender):\n    return age > 65 and gender == 'female'\n"
    return helper + function([f"total += limit(age, gender) + {n}" for n in range(size)])


def long_helper_called_often(size: int) -> str:
    helper = HEAD.replace("fee", "limit") + "    total = 0\n" + "    total += age\n" * size + END
    return helper + function([f"total += limit(person, age, gender) + {n}" for n in range(size)])


def recursions(size: int) -> str:
    calls = " + ".join(f"fee(person, age - {n}, gender)" for n in range(size))
    return function([f"total = {calls}"])


def recursions_over_parts(size: int) -> str:
    calls = " + ".join(f"fee(person.part{n}, age, gender)" for n in range(size))
    return function([f"total = {calls}"])


def callbacks(size: int) -> str:
    return function([f"person = sorted(person, key=lambda p: p['k{n}'])" for n in range(size)])


def callbacks_in_callbacks(size: int) -> str:
    text = "age"
    for depth in range(size):
        text = f"sorted(person, key=lambda p{depth}: {text})"
    return function([f"total = {text}"])


def functions(size: int) -> str:
    return lines(
        f"def fee{n}(age, gender):\n    return age > {n} and gender == 'female'"
        for n in range(size)
    )


def functions_around_one_name(size: int) -> str:
    shared = "LIMIT = 65\n\ndef limit(age):\n    return age > LIMIT\n"
    return shared + lines(f"def fee{n}(age):\n    return limit(age) + {n}" for n in range(size))


def functions_beside_statements(size: int) -> str:
    statements = [f"register('fee{n}', {n})" for n in range(size)]
    return lines([*statements, *(f"def fee{n}(age):\n    return age > {n}" for n in range(size))])


def methods(size: int) -> str:
    read = [
        f"    def m{n}(self):\n        return self.age > {n} and self.m{n + 1}()"
        for n in range(size)
    ]
    return lines(
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
    return lines(["class Person:", f"    def __init__(self, age):\n        {written}", *body])


def properties(size: int) -> str:
    read = [
        f"    @property\n    def p{n}(self):\n        return self.p{n + 1} + self.p{n + 1}"
        for n in range(size)
    ]
    last = f"    @property\n    def p{size}(self):\n        return self.age > 65"
    return lines(["class Person:", *read, last])


def classes_in_annotations(size: int) -> str:
    classes = [
        f"class C{n}:\n    def __init__(self, a: 'C{n + 1}', b: 'C{n + 1}', age: int):\n"
        f"        self.a, self.b, self.age = a, b, age"
        for n in range(size)
    ]
    last = f"class C{size}:\n    def __init__(self, age: int):\n        self.age = age"
    return lines([*classes, last, "def fee(person: C0, age):\n    return person.a.b.age > 65"])


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
    return lines([*classes, last, "def fee(age):\n    return C0(age).a.b.age > 65"])


def inheritance(size: int) -> str:
    classes = [f"class C{n + 1}(C{n}):\n    x{n} = {n}" for n in range(size)]
    return lines(
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
    return lines(
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
    return lines(classes) + function([f"total += person.act{n}()" for n in range(size)])


def parameters(size: int) -> str:
    listed = ", ".join(f"p{n}=None" for n in range(size))
    return f"def fee(age, {listed}):\n    return age > 65\n"


def protected_parameters(size: int) -> str:
    listed = ", ".join(f"applicant{n}_age" for n in range(size))
    read = " + ".join(f"applicant{n}_age" for n in range(size))
    return f"def fee({listed}):\n    return {read} > 65\n"


def decorators(size: int) -> str:
    return lines(["def plain(f): return f", *(["@plain"] * size), HEAD + "    total = 1\n" + END])


def annotations(size: int) -> str:
    return f"def fee(age: {'Optional[' * size}int{']' * size}):\n    return age > 65\n"


def unions(size: int) -> str:
    listed = " | ".join(f"C{n}" for n in range(size))
    return f"def fee(age: {listed}):\n    return age > 65\n"


def aliases_of_types(size: int) -> str:
    aliases = [f"T{n} = T{n + 1} | T{n + 1} | T{n + 1} | T{n + 1}" for n in range(size)]
    return lines([*aliases, f"T{size} = int | str", "def fee(age: T0):\n    return age > 65"])


CASES = (
    Case(helpers_called_twice, 10),
    Case(helpers_called_often, 10),
    Case(helpers_that_call_all, 10),
    Case(helper_called_often, 250),
    Case(long_helper_called_often, 50),
    Case(recursions, 20),
    Case(recursions_over_parts, 10),
    Case(callbacks, 250),
    Case(callbacks_in_callbacks, 5),
    Case(functions, 250),
    Case(functions_around_one_name, 250),
    Case(functions_beside_statements, 250),
    Case(methods, 25),
    Case(methods_that_read_all, 25),
    Case(properties, 10),
    Case(classes_in_annotations, 5),
    Case(classes_with_many_parts, 5),
    Case(constructions, 5),
    Case(inheritance, 100),
    Case(diamonds, 50),
    Case(fields_of_a_dataclass, 250),
    Case(members_of_an_enum, 100),
    Case(classes_without_types, 100),
    Case(parameters, 500),
    Case(protected_parameters, 50),
    Case(decorators, 500),
    Case(annotations, 20),
    Case(unions, 100),
    Case(aliases_of_types, 5),
)
