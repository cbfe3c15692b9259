"""Which inputs are seen in which shapes of code, without running anything."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.allowances import allowances
from evenhand.check.reading.class_fields import constructor_names
from evenhand.check.reading.class_frameworks import FRAMEWORKS
from evenhand.check.reading.classes import is_dataclass, is_enum, is_mapped, is_typed_dict
from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.frameworks.framework_signs import Makes
from evenhand.check.reading.inputs import Reading, read
from evenhand.check.reading.source import parse


def reading_of(code: str, name: str = "f") -> Reading:
    source = parse(code)
    function = next(f for f in source.functions if f.name == name)
    return read(function, source, default_catalogue())


def seen(code: str, name: str = "f") -> dict[str, str]:
    """Attribute -> where it enters, for the inputs that the function reads."""
    return {i.attribute: i.path.text for i in reading_of(code, name).inputs if i.read}


SHAPES = {
    "parameter": ("def f(age): return age > 40", {"age": "age"}),
    "key": ('def f(person): return person["gender"] == "F"', {"gender": 'person["gender"]'}),
    "get": ('def f(p): return p.get("race") == "white"', {"race": 'p["race"]'}),
    "attribute": ("def f(applicant): return applicant.age < 30", {"age": "applicant.age"}),
    "records": (
        'def f(people): return [p for p in people if p["religion"] == "hindu"]',
        {"religion": 'person["religion"]'},
    ),
    "keywords": ('def f(**details): return details["age"] > 3', {"age": 'details["age"]'}),
    "key in a parameter": (
        'def f(people, ethnicity):\n    return [p for p in people if p[ethnicity] == "white"]',
        {"race": "person[ethnicity]"},
    ),
    "value alone": ('def f(x): return 1 if x == "female" else 0', {"gender": "x"}),
    "form of address": (
        'def f(person): return 1 if person.title.lower() == "ms" else 0',
        {"gender": "person.title"},
    ),
    "two forms of address": (
        'def f(x): return 1 if x == "ms" else 2 if x == "mr" else 0',
        {"gender": "x"},
    ),
    "match": (
        'def f(gender):\n    match gender:\n        case "male": return 1\n    return 0',
        {"gender": "gender"},
    ),
    "helper": (
        "def old(a): return a > 40\ndef f(client): return old(client.age)",
        {"age": "client.age"},
    ),
    "a table of conditions": (
        'RULES = [("a", lambda p: p["age"] < 25), ("b", lambda p: p["gender"] == "m")]\n'
        "def f(person): return [name for name, holds in RULES if holds(person)]",
        {"age": 'person["age"]', "gender": 'person["gender"]'},
    ),
    "a list of strategies": (
        'class A:\n    def of(self, p): return p["age"] > 60\n'
        'class B:\n    def of(self, p): return p["race"] == "white"\n'
        "def f(person): return [each.of(person) for each in (A(), B())]",
        {"age": 'person["age"]', "race": 'person["race"]'},
    ),
    "prompt": (
        'def f():\n    age = int(input("Age? "))\n    return age > 18',
        {"age": 'input("Age? ")'},
    ),
    "dataframe column": (
        'def f(df):\n    return df[df["age"] > 40].groupby("city")["pay"].mean()',
        {"age": 'df["age"]', "region": 'df["city"]', "income": 'df["pay"]'},
    ),
    "frame rows": (
        'def f(df):\n    return [r["gender"] for _, r in df.iterrows()]',
        {"gender": 'df["gender"]'},
    ),
    "lambda over rows": (
        'def f(df):\n    return df.apply(lambda r: r["age"] * 2, axis=1)',
        {"age": 'df["age"]'},
    ),
    "query text": ("def f(df): return df.query('age > 40')", {"age": 'df["age"]'}),
    "tuples": (
        "def f(rows):\n    return [n for n, gender in rows if gender == 'F']",
        {"gender": "gender"},
    ),
    "walrus": ('def f(p):\n    return 1 if (g := p["sex"]) == "F" else g', {"gender": 'p["sex"]'}),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_an_input_is_seen_in_every_shape(shape: str) -> None:
    code, expected = SHAPES[shape]

    assert seen(code) == expected


CLASSES = """
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

@dataclass
class Person:
    age: int
    gender: str
    def old(self): return self.age > 40
    @property
    def title(self): return "Mr" if self.gender == "male" else "Ms"

class Pair(NamedTuple):
    race: str
    points: int

class Row(TypedDict):
    religion: str

class Account:
    def __init__(self, nationality, limit=3):
        self._origin = nationality
        self.limit = limit
    def fee(self): return 2 if self._origin == "Indian" else 1

def by_person(p: Person): return p.age
def by_pair(p: Pair): return p.race
def by_row(r: Row): return r["religion"]
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Person.old", {"age": "self.age"}),
        ("Person.title", {"gender": "self.gender"}),
        ("Account.fee", {"nationality": "self.nationality"}),
        ("by_person", {"age": "p.age"}),
        ("by_pair", {"race": "p.race"}),
        ("by_row", {"religion": 'r["religion"]'}),
    ],
)
def test_fields_of_classes_are_inputs(name: str, expected: dict[str, str]) -> None:
    assert seen(CLASSES, name) == expected


EXAMPLES = {
    "dataclasses": "@dataclasses.dataclass(frozen=True)\nclass Sex:\n    female: bool",
    "attrs": "@attrs.define\nclass Sex:\n    female: bool",
    "pydantic": "class Sex(pydantic.BaseModel):\n    female: bool",
    "named tuples": "class Sex(typing.NamedTuple):\n    female: bool",
    "typed dicts": "class Sex(typing.TypedDict):\n    female: bool",
    "enum": "class Sex(enum.StrEnum):\n    female = 'F'",
    "choices": "class Sex(models.TextChoices):\n    female = 'F'",
    "msgspec": "class Sex(msgspec.Struct):\n    female: bool",
    "sqlalchemy": "class Sex(Base):\n    female = Column(Boolean)",
    "models": "class Sex(models.Model):\n    female = models.BooleanField()",
}
QUESTIONS = {
    Makes.RECORD: is_dataclass,
    Makes.MAPPED: is_mapped,
    Makes.DICT: is_typed_dict,
    Makes.ENUM: is_enum,
}


@pytest.mark.parametrize("name", FRAMEWORKS)
@pytest.mark.parametrize("derived", [False, True])
def test_a_class_of_every_framework_is_recognised(name: str, derived: bool) -> None:
    subclass = "class Own(Sex): pass" if derived else ""
    symbols = parse(f"{EXAMPLES[name]}\n{subclass}").symbols
    klass = symbols["Own" if derived else "Sex"]
    assert isinstance(klass, ast.ClassDef)

    answers = [makes for makes, question in QUESTIONS.items() if question(klass, symbols)]

    assert answers == [FRAMEWORKS[name].makes]
    assert constructor_names(klass, symbols) == (("female",) if Makes.RECORD in answers else ())


@pytest.mark.parametrize(
    ("code", "is_frame"),
    [
        ('def f(x): return (x["age"] < 25).astype(int)', True),
        ('def f(x): return (x["income"] / x["age"]).clip(0, 1)', True),
        ('def f(x): return ~(x["age"] < 25) & (x["income"] < 3).astype(bool)', True),
        ('def f(x): return (x["age"] / 10).real', False),
        ('def f(x): return (x["name"] + "-").replace("-", x["age"])', False),
    ],
)
def test_methods_of_columns_behind_a_comparison_tell_a_table(code: str, is_frame: bool) -> None:
    (parameter,) = reading_of(code).parameters

    assert parameter.shows(Evidence.FRAME) is is_frame


def test_an_object_that_is_made_of_its_like_ends() -> None:
    code = """
class Headers:
    def __init__(self, headers: 'Headers | dict | None' = None):
        if isinstance(headers, Headers):
            self.pairs = list(headers.pairs)
        else:
            self.pairs = [(k, v) for k, v in headers.items()]
    def items(self):
        return self.pairs
    def shown(self, age):
        return self.items() if age > 40 else []
"""
    assert seen(code, "Headers.shown") == {"age": "age"}


def test_what_is_never_read_is_no_dependence() -> None:
    reading = reading_of("def f(age, bonus): return bonus * 2")

    assert [(i.attribute, i.read) for i in reading.inputs] == [("age", False)]


@pytest.mark.parametrize(
    "code",
    [
        "def f(race_condition, page, usage): return race_condition or page or usage",
        "def f(engine_gender, memory_region): return engine_gender + memory_region",
        "def f(min_age, average_age): return min_age < average_age",
        "def f(language, region): return language in ('en', 'es') and region",
        "def f(time, unit): return time * 1000 if unit == 'ms' else time",
        "def f(state, x): return x if state == 'MS' else 0",
        "def f(pokemon, gender): return pokemon if gender == 'M' else None",
    ],
)
def test_words_that_are_not_about_people_are_no_inputs(code: str) -> None:
    assert seen(code) == {}


def test_constants_of_the_code_are_noted_at_the_place_that_meets_them() -> None:
    reading = reading_of(
        'BAND = {"young": 1, "old": 3}\n'
        'def f(age_group):\n    return BAND.get(age_group, 0) if age_group != "baby" else 9'
    )

    assert set(reading.inputs[0].path.facts.constants) == {"young", "old", "baby"}


def test_a_branch_on_the_attribute_is_remembered() -> None:
    reading = reading_of(
        "def f(age):\n    bonus = 1\n    if age > 40:\n        bonus = 2\n    return bonus"
    )
    branch = reading.inputs[0].path.facts.branch

    assert branch is not None
    assert branch.line == 3


def test_every_kind_of_function_is_found_with_its_qualified_name() -> None:
    code = (
        "def a():\n    def b(): pass\n    class C:\n        def d(self): pass\n"
        "class E:\n    @classmethod\n    def g(cls): pass\n"
        "    class H:\n        async def i(self): pass\n"
        "if True:\n    def j(): yield 1\nx = input()\n"
    )

    names = [f.name for f in parse(code).functions]

    assert sorted(names) == ["<module>", "E.H.i", "E.g", "a", "a.C.d", "a.b", "j"]


@pytest.mark.parametrize(
    ("code", "is_script"),
    [
        ('import streamlit as st\nage = st.sidebar.slider("Age", 0, 99)', True),
        ('from streamlit import checkbox\nif checkbox("Married"): print(1)', True),
        ('import streamlit as st\nst.title("Help")', False),
        ('import streamlit as st\ndef page(): return st.slider("Age", 0, 99)', False),
        ('import menus\nmenus.slider("Age")', False),
        ('menus.input("streamlit")', False),
    ],
)
def test_a_page_that_asks_is_a_script(code: str, is_script: bool) -> None:
    assert [function.name for function in parse(code).functions if function.is_script] == (
        ["<module>"] if is_script else []
    )


def test_columns_count_characters_and_not_bytes() -> None:
    function = parse('class A: x = "ü"; \n\nif "ü": \n    def höhe(age): pass\n').functions[0]

    assert (function.location.line, function.location.column, function.location.end_column) == (
        4,
        8,
        12,
    )


def test_an_allowance_is_read_from_comments_and_not_from_text() -> None:
    code = (
        'x = "# evenhand: allow(age) no"\n'
        "def f(age):  # evenhand: allow(age, sex) by law\n    pass\n"
    )

    found = allowances(code)

    assert [(a.attributes, a.reason, a.location.line) for a in found] == [
        (frozenset({"age", "sex"}), "by law", 2)
    ]


@pytest.mark.parametrize(
    ("comment", "is_meant"),
    [
        ("# evenhand: allow(age) why", True),
        ("# noqa: E501, F401  # evenhand: allow(age) why", True),
        ("# type: ignore[no-any-return] # evenhand: allow(age) why", True),
        ("# pragma: no cover  # evenhand: allow(age) why", True),
        ("# TODO: # evenhand: allow(age) why", False),
        ("# write `# evenhand: allow(age) why`", False),
        ('# never "# evenhand: allow(age) why"', False),
        ("# > # evenhand: allow(age) why", False),
    ],
)
def test_an_allowance_that_is_quoted_in_another_comment_allows_nothing(
    comment: str, is_meant: bool
) -> None:
    assert bool(allowances(f"def f(age):  {comment}\n    pass\n")) is is_meant
    is_alone = comment.startswith("# evenhand")
    assert bool(allowances(f"{comment}\ndef f(age):\n    pass\n")) is is_alone


def test_a_fingerprint_changes_with_helpers_and_constants_and_nothing_else() -> None:
    code = (
        "LIMIT = 3\ndef helper(x): return x > LIMIT\n"
        "def f(age): return helper(age)\ndef other(): pass\n"
    )

    def fingerprint(text: str) -> str:
        source = parse(text)
        function = next(f for f in source.functions if f.name == "f")
        return Dependencies(source).fingerprint(function, None)

    original = fingerprint(code)

    assert fingerprint("\n\n" + code.replace("other", "another")) == original
    assert fingerprint(code.replace("LIMIT = 3", "LIMIT = 4")) != original
    assert fingerprint(code.replace("x > LIMIT", "x >= LIMIT")) != original


def test_a_fingerprint_changes_with_the_words_that_say_what_a_difference_is_for() -> None:
    long_file = "def f(age): return age > 40\n" + "".join(f"part_{n} = 0\n" for n in range(99))

    def fingerprint(text: str) -> str:
        source = parse(text)
        return Dependencies(source).fingerprint(source.functions[0], None)

    original = fingerprint(long_file)

    assert fingerprint(long_file.replace("> 40", "> 40  # a dose")) != original
    assert fingerprint(long_file + "def loan(): pass\n") != original
    assert fingerprint(long_file + "def walk(): pass\n") == original


def test_a_fingerprint_changes_with_how_much_of_its_file_a_function_is() -> None:
    def fingerprint(others: int) -> str:
        walks = "".join(f"def walk_{n}(): pass\n" for n in range(others))
        source = parse(f"def f(age):\n    return age > 40\n{walks}")
        return Dependencies(source).fingerprint(source.functions[0], None)

    most, some, in_long_file = map(fingerprint, (1, 4, 70))

    assert len({most, some, in_long_file}) == 3
    assert (fingerprint(2), fingerprint(8), fingerprint(90)) == (most, some, in_long_file)


@given(st.text())
def test_any_text_is_read_or_is_a_syntax_error(text: str) -> None:
    try:
        source = parse(text)
    except SyntaxError:
        return
    for function in source.functions:
        read(function, source, default_catalogue())


def test_the_projects_own_code_is_read_without_an_error() -> None:
    import evenhand.check.reading.tracing.tracer as module

    source = parse(Path(module.__file__).read_text(encoding="utf-8"))

    for function in source.functions:
        assert isinstance(function.node, (ast.FunctionDef, ast.AsyncFunctionDef))
        read(function, source, default_catalogue())


OBJECTS = """
class Fetched:
    TITLES = {"female": "Ms", "male": "Mr"}
    def __init__(self, number):
        self.gender = find(number)["gender"]
        self.limit = 65
    def title(self): return self.TITLES.get(self.gender), self.limit

class Level:
    gender = None
    def rate(self): return 1 if self.gender == "F" else 2

class Annotated:
    age: int
    def rate(self): return 1 if self.age > 40 else 2

class Private:
    def __init__(self): self.__age = 0
    def admit(self): return self.__age > 18

class Base:
    def fee(self): return 10 if self.religion == "hindu" else 20

class Checked:
    def __init__(self, age): self.age = age
    @property
    def age(self): return self._age
    @age.setter
    def age(self, value):
        if value < 0: raise ValueError
        self._age = value
    def band(self): return self._age > 40

class Cart:
    def __init__(self): self.total = 0
    def add(self, customer):
        self.total += 1 if customer.age > 40 else 2

class Table(Model):
    age = Column(Integer)
    sex = Column(Enum("f", "m"))
    def old(self): return self.age > 40
    @hybrid_property
    def tier(self): return 1 if self.sex == "f" else 2
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Fetched.title", {"gender": "self.gender"}),
        ("Level.rate", {"gender": "self.gender"}),
        ("Annotated.rate", {"age": "self.age"}),
        ("Private.admit", {"age": "self.__age"}),
        ("Base.fee", {"religion": "self.religion"}),
        ("Checked.band", {"age": "self.age"}),
        ("Cart.add", {"age": "customer.age"}),
        ("Table.old", {"age": "self.age"}),
        ("Table.tier", {"gender": "self.sex"}),
    ],
)
def test_attributes_that_no_argument_gives_are_inputs(name: str, expected: dict[str, str]) -> None:
    assert seen(OBJECTS, name) == expected


@pytest.mark.parametrize(
    ("name", "from_fields"),
    [("Fetched.title", True), ("Checked.band", False), ("Cart.add", False), ("Table.old", False)],
)
def test_objects_are_built_by_their_constructor_where_it_takes_what_is_read(
    name: str, from_fields: bool
) -> None:
    receiver = reading_of(OBJECTS, name).receiver

    assert receiver is not None
    assert receiver.from_fields is from_fields


def test_what_a_constructor_sets_for_every_object_is_no_input() -> None:
    receiver = reading_of(OBJECTS, "Fetched.title").receiver

    assert receiver is not None
    assert receiver.attributes["limit"].expression == "65"
    assert "TITLES" not in receiver.attributes


KINDS = """
from enum import Enum, IntEnum, auto
from fastapi import Query
from pathlib import Path
FEMALE = 4
MALE = 7

LIMIT = 30
class Gender(Enum):
    FEMALE = auto()
    MALE = auto()
class Sex(IntEnum):
    MALE = 0
    FEMALE = 1
class Person:
    class Marital(models.TextChoices):
        SINGLE = "s", "single"
        MARRIED = "m", "married"
TABLE = {Gender.FEMALE: 2, Gender.MALE: 3}

def by_member(gender): return gender == Gender.FEMALE
def by_value(gender): return gender == Gender.FEMALE.value
def by_number(sex): return sex == Sex.FEMALE
def by_table(gender): return TABLE[gender]
def by_label(marital_status): return marital_status == Person.Marital.MARRIED
def by_sentinel(gender): return gender == FEMALE
def by_query(age: int = Query(20, ge=0)): return age > 40
def by_path(age, folder=Path("x")): return age > 40
"""


@pytest.mark.parametrize(
    ("name", "values", "is_member"),
    [
        ("by_member", [1, 2], True),
        ("by_value", [1], False),
        ("by_number", [1], False),
        ("by_table", [1, 2], True),
        ("by_label", ["m"], False),
        ("by_sentinel", [4, 7], False),
    ],
)
def test_what_a_value_is_compared_with(name: str, values: list[object], is_member: bool) -> None:
    (path,) = reading_of(KINDS, name).parameters

    assert path.facts.constants == values
    assert path.shows(Evidence.ENUM) is is_member


def test_a_framework_says_what_a_parameter_is_in_the_place_of_its_default() -> None:
    (age,) = reading_of(KINDS, "by_query").parameters
    _, folder = reading_of(KINDS, "by_path").parameters

    assert age.default is not None
    assert ast.unparse(age.default) == "20"
    assert isinstance(folder.default, ast.Call)


CHECKS = """
class Applicant(BaseModel):
    age: int
    sex: str
    @field_validator("age")
    def adult(cls, value): return value > 17
    def validate_sex(self, value): return value == "f"
    @model_validator(mode="after")
    def fits(self): return self.age > 17

@attrs.define
class Member:
    age: int = attrs.field()
    @age.validator
    def check(self, attribute, value): return value > 17

class Form(forms.Form):
    def clean(self):
        cleaned = super().clean()
        self.add_error("religion", "wrong")
        return cleaned.get("nationality") == "Irish"
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Applicant.adult", {"age": "value"}),
        ("Applicant.validate_sex", {"gender": "value"}),
        ("Applicant.fits", {"age": "self.age"}),
        ("Member.check", {"age": "value"}),
        ("Form.clean", {"nationality": 'self.cleaned_data["nationality"]'}),
    ],
)
def test_what_checks_a_field_reads_it(name: str, expected: dict[str, str]) -> None:
    assert seen(CHECKS, name) == expected


MUTE_NAMES = """
from datetime import date
from district.checks import AgeLimit

class Guest:
    limit = AgeLimit(18)

    def __init__(self, gname, sexval, agein, **more):
        self.name, self.open = gname, self.limit.holds(agein)
        self.age = agein
        self.sex = sexval
    def fee(self): return 5 if self.age > 40 and self.sex == "f" else 10
    def secret(self): return self.__age() > 45

class Crew:
    def __init__(self, gname, sexval, agein):
        self.name, self.age = gname, agein
        self.sex = sexval
    def fee(self): return 5 if self.age > 40 and self.sex == "f" else 10

def of_age(value):
    age = date.today().year - value.year - 1
    return age > 17

def validate_birthday(text): return 2026 - text.year > 17

def fresh(cache, value):
    age = date.today() - value
    return age.days < 3
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Guest.fee", {"age": "self.age", "gender": "self.sex"}),
        ("Crew.fee", {"age": "self.agein", "gender": "self.sexval"}),
        ("Guest.__init__", {"age": "self.agein", "gender": "self.sexval"}),
        ("of_age", {"age": "value"}),
        ("validate_birthday", {"age": "text"}),
        ("fresh", {}),
    ],
)
def test_what_is_made_of_a_value_says_what_it_is(name: str, expected: dict[str, str]) -> None:
    assert seen(MUTE_NAMES, name) == expected


def test_a_private_method_that_no_class_defines_gives_nothing() -> None:
    inputs = reading_of(MUTE_NAMES, "Guest.secret").inputs

    assert not [entry for entry in inputs if "()" in entry.path.text]


def test_a_method_that_the_constructor_calls_has_an_object_that_did_not_pass_it() -> None:
    receiver = reading_of(CHECKS, "Applicant.fits").receiver

    assert receiver is not None
    assert receiver.from_fields
