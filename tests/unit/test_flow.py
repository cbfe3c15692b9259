"""What the source alone proves: inputs that are repeated, or that lead nowhere."""

from __future__ import annotations

import textwrap

import pytest
from benchmarks.random_programs import programs

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.independence.independence_proof import Reach
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse

REPEATED = {
    "text": 'def f(name, age): return f"{name} is {age}"',
    "a new record": 'def f(age, score): return {"age": age, "score": score * 2}',
    "a field of a record": 'def f(p): return [p["name"], p["gender"]]',
    "with a default": 'def f(p): return {"race": p.get("race", "unknown")}',
    "printed": 'def f(age): print("age:", age)',
    "by way of a list": """
        def f(people):
            rows = []
            for p in people:
                row = {"gender": p["gender"], "score": p["score"]}
                rows.append(row)
            return rows
        """,
    "a comprehension": 'def f(people): return [p["age"] for p in people]',
    "text behind text": 'def f(gender): return "gender: " + gender',
    "a constructor": """
        class Person:
            def __init__(self, code, gender):
                self.code = code
                self.gender = gender
                self.first = self.code[0]
        """,
    "a dataclass's own field": """
        from dataclasses import dataclass
        @dataclass
        class Person:
            name: str
            gender: str
            def f(self): return f"{self.name} ({self.gender})"
        """,
    "an error that others get too": """
        def f(age, score):
            if score < 0:
                raise ValueError(f"no score for age {age}")
            return score
        """,
    "only if there is a record": 'def f(p): return p["gender"] if p is not None else None',
}
NOWHERE = {
    "another attribute of a new object": """
        from dataclasses import dataclass
        @dataclass
        class Person:
            gender: str
            points: int
        def f(data):
            person = Person(gender=data["gender"], points=data["points"])
            return person.points * 2
        """,
    "a parameter that its function never reads": """
        def fee(age, days): return days * 10
        def f(person): return fee(person["age"], person["days"])
        """,
    "a keyword that its function never reads": """
        def fee(days, *, age): return days * 10
        def f(person): return fee(person["days"], age=person["age"])
        """,
    "a score that nobody gets": """
        def f(person):
            score = 0
            if person.age == "young":
                score -= 1
            elif person.age == "old":
                score += 1
        """,
    "a logger": 'def f(age, score):\n    logger.info("age %s", age)\n    return score',
    "an unused name": "def f(age, x):\n    older = age + 1\n    return x",
}
UNKNOWN = {
    "an attribute of a new object": """
        from dataclasses import dataclass
        @dataclass
        class Person:
            gender: str
            points: int
        def f(data):
            person = Person(gender=data["gender"], points=3)
            return 5 if person.gender == "male" else person.points
        """,
    "an attribute by its position": """
        from dataclasses import dataclass
        @dataclass
        class Person:
            points: int
            gender: str
        def f(gender):
            return 5 if Person(3, gender).gender == "male" else 3
        """,
    "an attribute of a record that is spread": """
        from pydantic import BaseModel
        class Person(BaseModel):
            gender: str
        def f(data):
            person = Person(**data)
            if person.gender == "male":
                return 5
            return 3
        """,
    "an attribute of a namespace": """
        from types import SimpleNamespace
        def f(gender):
            person = SimpleNamespace(gender=gender, points=3)
            return 5 if person.gender == "male" else person.points
        """,
    "a parameter that is read by other means": """
        def fee(age, days): return str(locals())
        def f(person): return fee(person["age"], person["days"])
        """,
    "a parameter of a decorated function": """
        def twice(function): return lambda *given: given[0] * 2
        @twice
        def fee(age, days): return days
        def f(person): return fee(person["age"], person["days"])
        """,
    "a parameter behind many": """
        def fee(days, *rest): return days * 10
        def f(person): return fee(*person["days"], person["age"])
        """,
    "a comparison": "def f(age): return age > 40",
    "arithmetic": "def f(age): return age * 2",
    "a sum in place": "def f(age, total):\n    total += age\n    return total",
    "a table": "def f(gender): return RATES[gender]\nRATES = {}",
    "the truth of it": 'def f(gender): return gender or "unknown"',
    "text of another width": 'def f(age): return f"{age:>3}"',
    "letters": "def f(gender): return gender[0]",
    "the length of the text": 'def f(gender): return len(f"{gender}")',
    "a helper": "def g(x): return x > 3\ndef f(age): return g(age)",
    "the record in a helper": 'def g(p): return p["age"] > 3\ndef f(p): return [p["age"], g(p)]',
    "all fields": 'def f(p): return [p["age"], sum(v for v in p.values() if v)]',
    "a key that is worked out": 'def f(p, k): return [p["age"], p[k] > 3]',
    "a division that fails for one": "def f(age, x):\n    r = x / (age - 18)\n    return x",
    "a property that works it out": """
        class P:
            def __init__(self, age): self.age = age
            @property
            def old(self): return self.age > 40
        def f(person: P): return [person.age, person.old]
        """,
    "a setter that refuses": """
        class P:
            def __init__(self, age): self.age = age
            @property
            def age(self): return self._age
            @age.setter
            def age(self, value):
                if value < 18: raise ValueError("too young")
                self._age = value
        """,
    "the other name of a container": """
        def f(age):
            a = b = {}
            a["age"] = age
            return b["age"] > 40
        """,
    "an inner function": "def f(age):\n    def g(): return age > 4\n    return g()",
    "sorting": 'def f(people): return sorted(people, key=lambda p: p["age"])',
    "a filter": 'def f(people): return [p for p in people if p["age"] > 3]',
    "read back": """
        def f(age):
            row = {}
            row["age"] = age
            return row["age"] > 40
        """,
    "a list of the module's": "seen = []\ndef f(age):\n    seen.append(age)\n    return len(seen)",
    "a record inside another": """
        def f(student):
            parents = student["parents"]
            age = parents["age"]
            return age > 40
        """,
    "a record that goes away whole": """
        from dataclasses import dataclass
        @dataclass
        class P:
            age: int
        def f(p: P): return unknown(p)
        """,
    "a list that goes away whole": "def f(ages): return max(ages) > 25",
    "persons compared with each other": """
        from dataclasses import dataclass
        @dataclass(order=True)
        class P:
            age: int
        def f(a: P, b: P): return a < b
        """,
    "all that is in sight": 'def f(age): return locals()["age"] > 3',
    "the object's own dict": 'def f(p): return [p.age, p.__dict__["age"] > 3]',
    "reflection": 'def f(age): return [age, eval("age > 3")]',
    "a decorator": "@cached\ndef f(age): return [age]",
    "a set of them": 'def f(people): return {p["gender"] for p in people}',
    "a named tuple that is unpacked": """
        from typing import NamedTuple
        class P(NamedTuple):
            name: str
            age: int
        def f(p: P):
            name, years = p
            return years > 40
        """,
    "a named tuple that a function makes": """
        from collections import namedtuple
        P = namedtuple("P", "name age")
        def f(p: P): return p[1] > 40
        """,
    "a base that a function makes": """
        from collections import namedtuple
        class P(namedtuple("P", ["name", "age"])): pass
        def f(people: list[P]): return [name for name, years in people if years > 40]
        """,
    "a record that a helper goes through": """
        from typing import NamedTuple
        class P(NamedTuple):
            name: str
            age: int
        def last(row): return [*row][-1]
        def f(p: P): return last(p) > 40
        """,
    "a class method that changes the class": """
        class P:
            old = False
            def __init__(self, age): self.age = age
            @classmethod
            def mark(kind): kind.old = property(lambda self: self.age > 40)
        def f(p: P): return [p.age, p.old]
        """,
    "a class that is changed when an object is made": """
        class P:
            def __init__(self, age): self.age = age
            def __new__(kind, age):
                kind.old = property(lambda self: self.age > 40)
                return object.__new__(kind)
        def f(p: P): return [p.age, p.old]
        """,
    "the class of an object that a method changes": """
        class P:
            old = False
            def __init__(self, age): self.age = age
            def mark(this): type(this).old = property(lambda self: self.age > 40)
        def f(p: P): return [p.age, p.old]
        """,
    "the class that an object knows": """
        class P:
            old = False
            def __init__(self, age): self.age = age
            def mark(this): this.__class__.old = property(lambda self: self.age > 40)
        def f(p: P): return [p.age, p.old]
        """,
    "a class of classes": """
        class Marking(type):
            def __init__(kind, *rest): kind.old = property(lambda self: self.age > 40)
        class P(metaclass=Marking):
            old = False
            def __init__(self, age): self.age = age
        def f(p: P): return [p.age, p.old]
        """,
    "a record by a name of its own": """
        from typing import NamedTuple
        class P(NamedTuple):
            name: str
            age: int
            def f(person):
                _, years = person
                return years > 40
        """,
    "a data class that becomes a tuple": """
        from dataclasses import astuple, dataclass
        @dataclass
        class P:
            name: str
            age: int
            def f(it): return astuple(it)[1] > 40
        """,
    "an object by a name of its own": """
        class P:
            def __init__(it, name, age): it.parts = (name, age)
            def f(it):
                name, years = it.parts
                return years > 40
        """,
    "an item that a caller chooses": """
        class P:
            def __init__(self, name, age): self.parts = (name, age)
            def f(self, i): return self.parts[i] > 40
        """,
    "an entry that a caller chooses": """
        class P:
            def __init__(self, name, age): self.parts = {"name": name, "years": age}
            def f(self, key): return self.parts[key] > 40
        """,
    "the last item, which is taken": """
        class P:
            def __init__(self, name, age): self.parts = [name, age]
            def f(self): return self.parts.pop() > 40
        """,
    "the rest of the items": """
        class P:
            def __init__(self, name, age): self.parts = [name, age]
            def f(self): return self.parts[1:][0] > 40
        """,
    "a record of known keys, by its values": """
        from typing import TypedDict
        class P(TypedDict):
            name: str
            age: int
        def g(name, years): return years > 40
        def f(p: P): return g(*p.values())
        """,
    "a record that a value is looked for in": """
        from typing import NamedTuple
        class P(NamedTuple):
            gender: str
            points: int
        def f(p: P): return "female" in p
        """,
    "a record that is unpacked after a field was shown": """
        def f(p):
            print(p.age)
            _, years = p
            return "yes" if years else "no"
        """,
    "the loop that it ends": "def f(age):\n    while age > 3:\n        break\n    return 1",
}


def reaches(code: str) -> set[Reach]:
    source = parse(textwrap.dedent(code))
    readings = [read(f, source, default_catalogue()) for f in source.functions]
    named = [r for r in readings if r.function.name.rpartition(".")[2] in {"f", "__init__"}]
    return {i.reach for i in (named[-1]).inputs if i.read}


@pytest.mark.parametrize("code", REPEATED.values(), ids=REPEATED)
def test_what_is_only_repeated_is_proved(code: str) -> None:
    assert reaches(code) == {Reach.REPEATED}


@pytest.mark.parametrize("code", NOWHERE.values(), ids=NOWHERE)
def test_what_leads_nowhere_is_proved(code: str) -> None:
    assert reaches(code) == {Reach.NOWHERE}


def test_one_item_of_what_an_object_keeps_is_not_the_others() -> None:
    code = """
        class P:
            def __init__(self, name, age): self.parts = (name, age)
            def f(self): return self.parts[0]
        """
    assert reaches(code) == set()


def test_a_class_of_functions_has_no_object_that_they_are_about() -> None:
    code = """
        class Rules:
            def __init__(self, limit): self.limit = limit
            def f(person): return person.age > 45
        """
    source = parse(textwrap.dedent(code))

    (found,) = read(source.functions[-1], source, default_catalogue()).inputs

    assert (found.path.text, found.path.root.name) == ("person.age", "person")


@pytest.mark.parametrize("code", UNKNOWN.values(), ids=UNKNOWN)
def test_what_may_decide_is_left_to_the_search(code: str) -> None:
    assert Reach.UNKNOWN in reaches(code)


def test_a_field_that_is_read_without_its_name_is_left_to_the_search() -> None:
    proved = []
    for program in programs(count=150, seed=7):
        source = parse(program.text)
        named = [each for each in source.functions if each.last_name == program.name]
        inputs = read(named[0], source, default_catalogue()).inputs
        deciding = [each for each in inputs if each.attribute == program.attribute]
        if program.decides and not any(each.may_decide for each in deciding):
            proved.append(program.code)

    assert proved == []
