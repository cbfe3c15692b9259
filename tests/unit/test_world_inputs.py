"""What a function reads of the world: where it enters, and how its values are written.

What is written is run here with the standard library's mock, as a person would run it.
"""

from __future__ import annotations

import ast
import sys
from types import ModuleType
from unittest import mock

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.frameworks.wrapped_functions import call_of_wrapped
from evenhand.check.reading.independence.independence_proof import Reach
from evenhand.check.reading.inputs import Reading, read
from evenhand.check.reading.source import Source, parse
from evenhand.check.search.arguments.argument_texts import Writer
from evenhand.check.search.arguments.building import Builder
from evenhand.check.search.arguments.world_patches import is_input
from evenhand.check.search.pasted_calls import paste
from evenhand.check.search.values.choosing import usual
from evenhand.check.search.values.domains import context_domain
from evenhand.scalars import Scalar


def reading_of(code: str, name: str = "f") -> tuple[Reading, Source]:
    source = parse(code)
    function = next(f for f in source.functions if f.name == name)
    return read(function, source, default_catalogue()), source


def seen(code: str, name: str = "f") -> dict[str, str]:
    reading, _ = reading_of(code, name)
    return {i.attribute: i.path.text for i in reading.inputs if i.may_decide}


def test_a_constant_of_the_module_takes_no_name_from_its_functions() -> None:
    code = (
        "import requests\nSESSION = requests.Session()\n"
        "def f(number):\n    SESSION.headers['x'] = 1\n"
        "    return requests.get(number).json()['age'] > 40\n"
    )

    assert seen(code) == {"age": 'requests.get().json()["age"]'}


def test_nor_does_a_constructor_that_is_passed_by() -> None:
    code = (
        "from tkinter import messagebox\nclass Form:\n"
        "    def __init__(self, root, db):\n        self.root, self.db = root, db\n"
        "        if messagebox.askyesno('Start?'):\n            self.root.show()\n"
        "    def f(self, data):\n        if data['age'] < 21:\n"
        "            messagebox.showwarning('Please check')\n"
    )
    source = parse(code)
    (function,) = (each for each in source.functions if each.last_name == "f")
    (form,) = (node for node in source.tree.body if isinstance(node, ast.ClassDef))
    reading = read(function, source, default_catalogue(), from_fields=frozenset({form}))

    assert [root.text for root in reading.world] == ["messagebox"]


READS = {
    "date that was read from an answer": (
        "from datetime import datetime\ndef f(update):\n"
        "    dob = datetime.strptime(update.message.text, '%Y-%m-%d').date()\n"
        "    return dob.year < 2000",
        {"age": "update.message.text"},
    ),
    "form": (
        'from flask import request\ndef f(): return request.form["gender"] == "f"',
        {"gender": 'request.form["gender"]'},
    ),
    "query of an address": (
        'import flask\ndef f(): return flask.request.args.get("age", type=int) > 3',
        {"age": 'flask.request.args["age"]'},
    ),
    "sent record": (
        "from flask import request\ndef f():\n    data = request.get_json()\n"
        '    return data["age"]',
        {"age": 'request.get_json()["age"]'},
    ),
    "request as a parameter": (
        'def f(request): return request.POST.get("religion") == "hindu"',
        {"religion": 'request.POST["religion"]'},
    ),
    "column named by an imported constant": (
        "import polars as pl\nfrom .names import SEX_COL, Columns\n"
        "def f(df, person): return df.filter(pl.col(SEX_COL) == 'f') or person[Columns.RACE.value]",
        {"gender": 'df["SEX"]', "race": "person[Columns.RACE.value]"},
    ),
    "table of an imported module": (
        'from .texts import WORDS\ndef f(gender): return WORDS[gender]["greeting"]',
        {"gender": "gender"},
    ),
    "fetched record": (
        "from shop.db import find\ndef f(id):\n    p = find(id)\n    return p.age > 3",
        {"age": "find().age"},
    ),
    "record of a repository": (
        "class S:\n    def __init__(self, repo): self.repo = repo\n"
        "    def f(self, id): return self.repo.get(id).marital_status == 'single'",
        {"marital_status": "self.repo.get().marital_status"},
    ),
    "query of a session": (
        "from .models import P\ndef f(session):\n"
        "    return [p for p in session.query(P).filter(P.age > 3).all() if p.gender == 'f']",
        {"gender": "p.gender"},
    ),
    "manager of a class": (
        "from django.db import models\nclass P(models.Model): pass\n"
        "def f(id): return P.objects.get(pk=id).age > 3",
        {"age": "P.objects.get().age"},
    ),
    "answer by name": (
        'def f(person, period): return person("age", period) > 3',
        {"age": 'person("age")'},
    ),
    "field on a screen": (
        'import streamlit as st\ndef f(): return st.selectbox("Gender", ["F", "M"]) == "F"',
        {"gender": 'st.selectbox("Gender")'},
    ),
    "entry of a form": (
        "def f(age_entry): return int(age_entry.get()) > 3",
        {"age": "age_entry.get()"},
    ),
    "JSON in a file": (
        "import json\ndef f(path):\n    with open(path) as file:\n        data = json.load(file)\n"
        '    return data["age"] > 3',
        {"age": 'json.load()["age"]'},
    ),
    "text in a file": (
        "import json\ndef f(path):\n    with open(path) as file:\n"
        '        return json.loads(file.read())["age"] > 3',
        {"age": 'open().__enter__().read()["age"]'},
    ),
    "JSON in an event": (
        'import json\ndef f(event, context): return json.loads(event["body"])["age"] > 3',
        {"age": 'event["body"]["age"]'},
    ),
    "object of the module": (
        "import shop\nclient = shop.Client()\ndef f(): return client.person().age > 3",
        {"age": "client.person().age"},
    ),
    "named by its variable": (
        "from shop.db import fetch\ndef f():\n    age = fetch(1)\n    return age > 3",
        {"age": "fetch()"},
    ),
    "first parameter that is called": (
        "class V:\n    def f(person, period): return person('age', period) > 3",
        {"age": 'person("age")'},
    ),
    "fields by the rows of a table": (
        "RULES = [{'field': 'age', 'least': 18}, {'field': 'income', 'least': 300}]\n"
        "def f(facts, rules=RULES): return all(facts[r['field']] >= r['least'] for r in rules)",
        {"age": 'facts["age"]', "income": 'facts["income"]'},
    ),
    "attribute that a base gives": (
        "from shop.views import View\nclass S(View):\n"
        "    def f(self): return self.request.POST['religion'] == 'hindu'",
        {"religion": 'self.request.POST["religion"]'},
    ),
    "column of a class": ("from .models import P\ndef f(s): return s.query(P.age > 3).count()", {}),
    "row of a class": (
        "from shop import Model, TextField\nclass P(Model):\n    gender = TextField()\n"
        "    name = models.CharField()\ndef f(id): return P.get_by_id(id).gender == 'f'",
        {"gender": "P.get_by_id().gender"},
    ),
    "library that computes": ("import numpy as np\ndef f(x): return np.where(x, 1, 0)", {}),
}


@pytest.mark.parametrize("what", READS)
def test_what_is_read_of_the_world_is_an_input(what: str) -> None:
    code, inputs = READS[what]
    owner = next((name for name in ("S", "V") if f"class {name}" in code), "")
    name = f"{owner}.f" if owner else "f"
    assert seen(code, name) == inputs


def test_nothing_is_proved_of_what_comes_from_the_world() -> None:
    reading, _ = reading_of(
        'from flask import request\ndef f():\n    age = request.form["age"]\n    return [age]'
    )
    assert [i.reach for i in reading.inputs] == [Reach.UNKNOWN]


def kept(code: str, *stood_in: str, blocked: bool = False) -> list[str]:
    """The names of the world that values are chosen for."""
    reading, _ = reading_of(code)
    return [r.text for r in reading.world if is_input(r, stood_in, blocked=blocked)]


def test_a_library_that_can_be_had_is_no_input() -> None:
    code = "from shop.db import find\ndef f(id): return find(id).age > 3"
    assert kept(code) == []
    assert kept(code, "shop") == ["find"]
    assert kept(code, "find") == ["find"]


def test_a_request_is_an_input_always_and_a_file_once_it_is_blocked() -> None:
    assert kept("from flask import request\ndef f(): return request.args['age'] > 3") == ["request"]

    code = (
        "import json\ndef f(p):\n    with open(p) as file:\n        return json.load(file)['age']"
    )
    assert kept(code) == []
    assert kept(code, blocked=True) == ["open", "json.load"]


def test_what_the_module_has_made_is_an_input_if_it_could_not_be_made() -> None:
    code = "import pandas as pd\ndf = pd.read_csv('p.csv')\ndef f(): return df['age'].max() > 3"
    assert kept(code, blocked=True) == []
    assert kept(code, "df") == ["df"]


def pasted(code: str, *stood_in: str, name: str = "f") -> str:
    """A call with usual values, as a person would paste it behind the file."""
    reading, source = reading_of(code, name)

    def domain(path: AccessPath) -> tuple[Scalar, ...]:
        return tuple(
            c for c in path.facts.constants if isinstance(c, (str, int))
        ) or context_domain(path)

    roots = tuple(r for r in reading.world if is_input(r, stood_in, blocked=True))
    reading = Reading(reading.function, reading.receiver, reading.parameters, (), roots)
    context = Builder(reading, source, usual(domain)).build()
    names = {module: local for local, module in source.modules.items()}
    return paste(context.call(Writer(names)), "people.py")


CALLS = {
    "form": (
        'from flask import request\ndef f(): return request.form["gender"] == "f"',
        (),
        True,
    ),
    "sent record": (
        "from flask import request, jsonify\ndef f():\n    data = request.get_json()\n"
        '    return jsonify(gender=data.get("gender") == "f")',
        (),
        {"gender": True},
    ),
    "form with types": (
        'from flask import request\ndef f(): return request.args.get("age", type=int) == 40',
        (),
        True,
    ),
    "chain of calls": (
        "def f(session): return session.query(int).filter(id=3).first().gender == 'f'",
        (),
        True,
    ),
    "several rows": (
        "def f(cursor):\n    cursor.execute('select')\n"
        "    return [row['gender'] == 'f' for row in cursor.fetchall()]",
        (),
        [True],
    ),
    "answers by name": (
        'def f(person, period): return person("sex", period) == "f", person("age", period) == 40',
        (),
        (True, True),
    ),
    "function of a module": (
        "import shop\ndef f(id): return shop.find(id).gender == 'f'",
        ("shop",),
        True,
    ),
    "awaited": (
        "async def f(client):\n    person = await client.one(3)\n    return person.gender == 'f'",
        (),
        True,
    ),
    "context manager": (
        "def f(pool):\n    with pool.connect() as c:\n        return c.one().gender == 'f'",
        (),
        True,
    ),
    "constants that cannot be had": (
        "from shop import FEMALE, MALE\ndef f(gender): return gender in (FEMALE, MALE)",
        ("shop",),
        True,
    ),
    "fields named by constants": (
        "from shop import GENDER\ndef f(facts): return facts[GENDER] == 'f'",
        ("shop",),
        True,
    ),
    "template": (
        "def f(pages, name): return pages.load().format(name=name) == name",
        (),
        True,
    ),
    "object that is a key": (
        "def f(cart, item):\n    cart[item] = item.price\n    return len(cart)",
        (),
        1,
    ),
    "attribute called name": (
        "def f(client):\n    client.save()\n    return client.name == 'f'",
        (),
        True,
    ),
    "JSON in bytes": (
        "import json\ndef f(body): return json.loads(body.decode('utf-8'))['gender'] == 'f'",
        (),
        True,
    ),
    "file": (
        "import json\ndef f(p):\n    with open(p) as file:\n"
        "        return json.load(file)['gender'] == 'f'",
        (),
        True,
    ),
    "arguments of a program": (
        "import argparse\ndef options(): return argparse.ArgumentParser()\n"
        "def f(): return options().parse_args([]).gender == 'f'",
        (),
        True,
    ),
    "second argument of a script": (
        "import sys\ndef f(): return sys.argv[2] == 'f', len(sys.argv)",
        (),
        (True, 3),
    ),
    "file by its path": (
        "from pathlib import Path\n"
        "def f(folder): return (Path(folder) / 'gender').read_text() == 'f'",
        (),
        True,
    ),
    "hour of the day": (
        "from datetime import datetime\n"
        "def f(): return datetime.now().hour, isinstance(datetime(2020, 1, 1), datetime)",
        (),
        (12, True),
    ),
    "number that is added to": (
        "def f(repo):\n    person = repo.get(3)\n    person.level += 1\n"
        "    return person.gender == 'f', person.level > 0",
        (),
        (True, True),
    ),
    "parts of what is awaited": (
        "async def f(client):\n    await client.connect()\n    found = await client.find(3)\n"
        "    return found.scalars().first().gender == 'f'",
        (),
        True,
    ),
    "several names": (
        "import json\nfrom shop import limit\ndef f(p):\n    with open(p) as file:\n"
        "        rules = json.loads(file.read())\n    return rules['age'] == 40, limit == 40",
        ("shop",),
        (True, True),
    ),
}


@pytest.mark.parametrize("what", CALLS)
def test_what_is_written_runs_behind_the_file(what: str) -> None:
    code, stood_in, result = CALLS[what]
    text = pasted(code, *stood_in)
    if code.startswith("async"):
        text = text.replace("f(", "__import__('asyncio').run(f(", 1) + ")"

    file = ModuleType("file")
    packages = dict.fromkeys(("flask", "shop"), mock.MagicMock())
    with mock.patch.dict(sys.modules, {**packages, "file": file}):
        exec(code, file.__dict__)
        assert eval(text, file.__dict__) == result, text


WRAPPED = {
    "command": ("import click\n@click.command()\ndef f(): ...", "f.callback"),
    "command of a group": (
        "import click\n@click.group()\ndef g(): ...\n@g.command()\ndef f(): ...",
        "f.callback",
    ),
    "command that gets its context": (
        "import click\n@click.command()\n@click.pass_context\ndef f(ctx): ...",
        '__import__("inspect").unwrap(f.callback)',
    ),
    "view of an API": (
        "from rest_framework.decorators import api_view\n@api_view(['POST'])\ndef f(request): ...",
        "f.cls().post",
    ),
    "task that gets itself": (
        "from celery import shared_task\n@shared_task(bind=True)\ndef f(self): ...",
        "f.run.__func__",
    ),
    "task": ("from celery import shared_task\n@shared_task\ndef f(): ...", None),
    "route": ("import flask\napp = flask.Flask('a')\n@app.route('/')\ndef f(): ...", None),
}


@pytest.mark.parametrize("what", WRAPPED)
def test_a_function_inside_of_an_object_is_called_itself(what: str) -> None:
    code, called = WRAPPED[what]
    source = parse(code)
    function = source.functions[-1].node
    assert not isinstance(function, ast.Module)

    assert call_of_wrapped(function, source, ()) == called
    assert call_of_wrapped(function, source, ("click", "rest_framework", "celery")) is None


def test_a_method_of_the_file_is_meant_only_if_it_takes_what_a_call_passes() -> None:
    code = (
        "from .models import P\nclass Page:\n    def get(self, request): return request\n"
        "def f(id): return P.objects.get(id=id).gender == 'f'"
    )
    assert seen(code) == {"gender": "P.objects.get().gender"}


def test_a_witness_is_short() -> None:
    code = "def f(repo, id): return repo.get(id).gender == 'f'"
    assert pasted(code) == (
        '(mock := __import__("unittest.mock").mock) and f(mock.MagicMock('
        "**{'get.return_value': __import__(\"types\").SimpleNamespace(gender='f')}), 'other')"
    )
