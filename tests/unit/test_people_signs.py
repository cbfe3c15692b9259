"""Functions that speak of nobody are not traced, and no other is left out."""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.file_job import Job, job_of
from evenhand.check.reading.inputs import read
from evenhand.check.reading.mentions import mentions
from evenhand.check.reading.source import Function
from evenhand.options import CheckOptions

FIXTURES = Path(__file__).parents[2] / "fixtures"
UNREADABLE = {"not_text.py", "syntax_error.py"}
FILES = sorted(file for file in FIXTURES.rglob("*.py") if file.name not in UNREADABLE)


def job(text: str, file: Path = Path("/nowhere/file.py"), profile: str = "default") -> Job:
    options = CheckOptions("python", (str(file.parent),), profile=profile)
    return job_of(text, file, options)


def in_reach(text: str, name: str = "f") -> bool:
    return name in {function.name for function in job(text).functions_in_reach()}


def left_out(job: Job, known: dict[int, set[str]]) -> Iterator[Function]:
    """Functions that are not traced, with inputs of checked attributes or words for them.

    `known` are the attributes of which functions of this text speak, by the function's number.
    """
    traced = {id(function) for function in job.functions_in_reach()}
    for number, function in enumerate(job.source.functions):
        if id(function) not in traced and not function.overload:
            if number not in known:
                known[number] = attributes_in(function, job)
            if not known[number].isdisjoint(job.severities):
                yield function


def attributes_in(function: Function, job: Job) -> set[str]:
    reading = read(function, job.source, job.catalogue)
    spoken_of = mentions(function, job.source, job.catalogue)
    return {entry.attribute for entry in (*reading.inputs, *spoken_of)}


@pytest.mark.long
def test_no_function_about_people_is_left_out() -> None:
    lost = []
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        known: dict[int, set[str]] = {}
        for profile in ("default", "legal", "paper"):
            functions = left_out(job(text, file, profile), known)
            lost += [(file.name, function.name, profile) for function in functions]

    assert lost == []


@pytest.mark.long
def test_no_name_of_an_attribute_is_left_out() -> None:
    """Whether a name stands alone, in a record, or is divided between a record and its field."""
    lost = []
    for attribute in default_catalogue().attributes:
        for phrase in attribute.phrases:
            name = "_".join(phrase.words)
            owner, field = "_".join(phrase.words[:-1]) or "person", phrase.words[-1]
            text = (
                f"def alone({name}, customer):\n    return 1 if {name} else 2\n\n\n"
                f"def key(customer):\n    return 1 if customer['{name}'] else 2\n\n\n"
                f"def divided(x):\n    return 1 if x.{owner}.{field} else 2\n"
            )
            if all(part.isidentifier() and not iskeyword(part) for part in (name, owner, field)):
                lost += [(name, function.name) for function in left_out(job(text), {})]

    assert lost == []


ABOUT_PEOPLE = {
    "a sure word": "def f(gender): return gender == 'x'",
    "a value": "def f(x): return x == 'female'",
    "a doubtful word and a person": "def f(customer): return customer.region == 'north'",
    "a doubtful word and its value": "def f(language): return language == 'English'",
    "a doubtful word and an attribute": "def f(state, age): return state == 'x' and age > 3",
    "a doubtful word in a function of an attribute": "def f_age_of(x): return x.region",
    "a name in two parts": "def f(x): return x.marital.status == 'x'",
    "a name whose parts are apart": "def f(x):\n    p = x['parents']\n    return p['degree'] == 1",
    "a part with a word behind it": "def f(x): return x.marital.status_code == 'x'",
    "a part with a word before it": "def f(x): return x.old_marital.status == 'x'",
    "a part of a name beside a doubtful word, and a person": (
        "def f(x): return x.state.name == x.customer.name"
    ),
    "a part of a doubtful name, and a person": (
        "def f(x): return x.parser_name.title == x.customer.name"
    ),
    "a query in which tags are compared": "def f(df): return df.query('age > 30 and tag < \"b\"')",
    "a query without spaces": "def f(df): return df.query('age>-30')",
    "a query that assigns": "def f(df): return df.eval('bonus=age+1')",
    "a helper": "def f(x): return g(x)\n\n\ndef g(y): return y['gender'] == 'x'",
    "a helper of a helper": (
        "def f(x): return g(x)\ndef g(x): return h(x)\ndef h(x): return x.gender"
    ),
    "helpers in a circle": (
        "def f(x): return g(x)\ndef g(x): return f(x) or h(x)\ndef h(x): return x.age"
    ),
    "a constant elsewhere": "KEY = 'gender'\n\n\ndef f(x): return x[KEY] == 'a'",
    "a table elsewhere": "POINTS = {'female': 1, 'male': 2}\n\n\ndef f(x): return POINTS[x]",
    "a doubtful age at which laws draw lines": "def f(eta): return eta < 18",
    "a doubtful age, and the line elsewhere": "LINE = 65.0\n\n\ndef f(alter): return alter > LINE",
    "a doubtful age, and the line in a text": "def f(alter): return alter > int('67')",
    "a field that is asked for where something is raised": (
        "def f(x):\n    raise ValueError(f'not {x[\"gender\"]}')"
    ),
    "a doubtful word and its value in a long list": (
        f"SPOKEN = {['English', *map(str, range(60))]}\n\n\n"
        "def f(language): return language in SPOKEN"
    ),
    "a class": "class Person:\n    gender: str\n\n\ndef f(x: Person): return x.gender",
    "an enum": (
        "import enum\nclass Gender(enum.Enum):\n    A = 1\ndef f(x: Gender): return x is Gender.A"
    ),
    "a pattern": "def f(x):\n    match x:\n        case Person(gender=g): return g",
    "a lookup": "def f(): return Visitor.objects.filter(age__gte=18)",
    "a doubtful word and its value in a helper": (
        "def f(x): return g(x.language)\n\n\ndef g(y): return y == 'English'"
    ),
    "a doubtful word and its values in a table": (
        "SPOKEN = {'English': 1}\n\n\ndef f(language): return SPOKEN.get(language)"
    ),
    "a doubtful word and a person that a helper reads": (
        "def f(x): return x.region if g(x) else 0\n\n\ndef g(y): return y.customer.active"
    ),
    "a doubtful word in one method and its value in another": (
        "class A:\n    def __init__(self, language): self.language = language\n\n"
        "    def f(self): return self.language == 'English'"
    ),
    "a doubtful word in one method and its value in another that is called": (
        "class A:\n    def __init__(self, language): self.spoken = language\n\n"
        "    def f(self): return self.g()\n\n    def g(self): return self.spoken == 'English'"
    ),
    "a doubtful key and its value": "def f(x): return x['language'] == 'English'",
    "a key that may be a value, and a value": "def f(x): return x['disabled'] == 'visual'",
    "a name in two parts, of which a helper gives one": (
        "def f(x): return g(x).status == 'x'\n\n\ndef g(y): return y.marital"
    ),
    "a constant called like a value": "def f(x): return x is MALE",
    "a query": "def f(df): return df.query('age > 30 and ' + 'x' * 3)",
    "a long query": f"def f(db): return db.execute('select age, {'x, ' * 30} from y')",
    "a form of address": "def f(title, x): return x if title.lower() == 'ms' else 0",
    "two forms of address": "def f(x): return {'ms': 1, 'mr': 2}[x]",
    "a question": f"def f():\n    return input('{'Please answer: ' * 9}your gender?') == 'a'",
    "people in a method that is named": (
        "def f(x): return A().rate(x)\n\n\nclass A:\n    def rate(self, x): return x == 'female'"
    ),
    "people in a method that is named before its class is met": (
        "def f(x): return made(x).rate()\n\n\n"
        "def made(x): return A(x)\n\n\n"
        "class A:\n    def __init__(self, x): self.x = x\n\n"
        "    def rate(self): return self.x == 'female'"
    ),
    "people where an object is made": (
        "def f(x): return A(x)\n\n\nclass A:\n    def __init__(self, x): self.x = x == 'female'"
    ),
    "people in a method that a framework calls": (
        "def f(x): return A(x)\n\n\n"
        "class A(Model):\n    @validator('x')\n    def known(cls, x): return x == 'female'"
    ),
    "people in a class that an annotation names as a text": (
        "def f(x: 'A'): return x.y\n\n\nclass A:\n    def __init__(self, y): self.y = y == 'female'"
    ),
}  # fmt: skip
ABOUT_NOTHING = {
    "no word at all": "def f(x): return x + 1",
    "a doubtful word alone": "def f(state): return state == 'open'",
    "people in the documentation": "def f(state):\n    'Of the customer.'\n    return state",
    "methods whose names make one": "def f(x):\n    x.name()\n    return x.title()",
    "fields that make a name only without the words around them": (
        "def f(x): return x.help_position + len(x.title)"
    ),
    "the name of what is only doubtful": "def f(x): return x.state.name == 'a'",
    "fields that make what is yes or no": "def f(x): return x.single.parent",
    "letters in their order": "def f(state): return state in ('A', 'C')",
    "an orphaned record": "def f(x): return x.state if x.is_orphan else 0",
    "fields that make a doubtful name": "def f(x): return (x.parser_name, x.title)",
    "a page": (
        "PAGE = '<!DOCTYPE html PUBLIC><meta age=3><title>%s</title>'\n\n\n"
        "def f(x): return PAGE % x"
    ),
    "an example at the prompt": ("SHOWN = '>>> check(gender=1)'\n\n\ndef f(x): return x + SHOWN"),
    "an arrow in a text": "def f(language): return language + 'is -> English'",
    "an age of a thing": "def f(max_age): return max_age > 3",
    "people in another function": "def f(state): return state\n\n\ndef g(gender): return gender",
    "people in what runs at the start": (
        "def f(x): return x\n\n\ndef g(gender): return gender\n\n\n"
        "if __name__ == '__main__':\n    g('female')\n"
    ),
    "a person among the variables of a helper": (
        "def f(state): return g(state)\n\n\ndef g(x):\n    customer = x\n    return customer"
    ),
    "a helper that is called after people": (
        "def f(state): return g(state)\n\n\n"
        "def g(x): return candidates(x)\n\n\ndef candidates(x): return x"
    ),
    "a value far from the doubtful word": (
        "def f(language): return g(language)\n\n\ndef g(x): return h(x)\n\n\n"
        "def h(x): return i(x)\n\n\ndef i(x): return x == 'English'"
    ),
    "a doubtful word in one method and its value in another that has no part in it": (
        "class A:\n    def f(self, language): return language\n\n"
        "    def g(self, x): return x == 'English'"
    ),
    "a variable called like a value": "def f(ms): return ms + 1",
    "a text that would be its own value": "def f(x): return x.set(mode='disabled')",
    "an answer that is none": "def f(language, x): return language if x == 'none' else x",
    "a name in two parts, one of which is only compared with": (
        "def f(x): return x.key == 'home' and x.state"
    ),
    "a name in two parts, one of which is another name of a method": (
        "class A:\n    def __init__(self, marital): self.marital = marital\n\n"
        "    def tell(self): return 1\n\n    status = tell\n\n    def f(self): return 1"
    ),
    "an attribute that is not checked": "def f(salary): return salary > 3",
    "an answer to any question": "def f(title, x): return title if x in ('yes', 'no') else x",
    "people in a function that a text is called like": (
        "def f(x): return x.set('main')\n\n\ndef main(gender): return gender == 'female'"
    ),
    "people in a method that nothing names": (
        "def f(x): return A().other(x)\n\n\n"
        "class A:\n    def other(self, x): return x\n\n"
        "    def rate(self, x): return x == 'female'"
    ),
    "a unit of time": "def f(x): return x.unit == 'ms'",
    "a unit of time beside another doubtful word": "def f(x, state): return (x == 'ms', state)",
    "a unit of time beside a method that is taken over": (
        "class Base:\n    def str_title(self): return 1\n\n\n"
        "class A:\n    str_title = Base.str_title\n\n    def g(self, x): return x == 'ms'\n\n\n"
        "def f(x): return A().g(x)"
    ),
    "what makes a field beside people": (
        "def f(x): return A(x)\n\n\n"
        "@dataclass\nclass A:\n    candidates: list = field(default_factory=list)"
    ),
    "people in a method that only a copy runs": (
        "def f(x): return A(x)\n\n\nclass A:\n    def __setstate__(self, x): self.x = x == 'female'"
    ),
    "a doubtful age without an age": "def f(eta): return eta < 3",
    "a doubtful word and its value in what is raised": (
        "def f(language, x):\n    raise ValueError('language=%s is no English' % x)"
    ),
    "a doubtful word that a function within a helper is called": (
        "def f(x): return g(x)\n\n\ndef g(x):\n    def is_foreign(y): return 'foreign' in y\n"
        "    return is_foreign(x.notes)"
    ),
    "a doubtful word and its value among many words": (
        f"RESERVED = {{'language', 'English', {str([str(n) for n in range(60)])[1:-1]}}}\n\n\n"
        "def f(x): return x in RESERVED"
    ),
    "a relationship of two tables": (
        "def f(mapper, relationship): return relationship == 'single' and mapper"
    ),
    "what depends on a registry": "def f(registry, state): return registry._dependents or state",
    "the canvas of a drawing": "def f(cv): return cv.height > 3",
}


@pytest.mark.parametrize("text", ABOUT_PEOPLE.values(), ids=ABOUT_PEOPLE)
def test_what_may_be_about_people_is_traced(text: str) -> None:
    functions = job(text).source.functions
    about_people = next((f for f in functions if f.last_name == "f"), functions[0])

    assert in_reach(text, about_people.name)


@pytest.mark.parametrize("text", ABOUT_NOTHING.values(), ids=ABOUT_NOTHING)
def test_what_is_about_nobody_is_not_traced(text: str) -> None:
    assert not in_reach(text)
