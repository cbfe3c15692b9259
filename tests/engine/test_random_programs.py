"""Programs of which it is known what decides: random ones, and lists of values of attributes."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.random_programs import answers, programs

from evenhand.check.checking import Checker
from evenhand.options import CheckOptions

# By function, the text of what tests `value`. Each lists all values of one family of the catalogue.
LISTS = {
    "a tuple": ("education", 'value in ("bachelor", "master", "doctor")'),
    "a set": ("religion", 'value in {"christianity", "islam", "judaism", "hinduism", "buddhism"}'),
    "a list": ("race", 'value in ["White", "Black", "Asian-Pac-Islander", "Other"]'),
    "a word that nobody knows": ("education", 'value in ("bachelor", "doctor", "master", "lic")'),
    "a chain": ("marital_status", 'value == "single" or value == "married"'),
    "a constant": ("education", "value in DEGREES"),
    "a table": ("education", "value in POINTS"),
    "what a table gives": ("education", "POINTS.get(value, 0) > 0"),
    "keys of a table": ("education", "value in POINTS.keys()"),
    "words of a text": ("education", 'value in "bachelor master doctor".split()'),
    "capitals": ("education", 'value.upper() in ("BACHELOR", "MASTER", "DOCTOR")'),
    "any of them": ("education", "any(value == each for each in DEGREES)"),
    "many": ("nationality", "value in MEMBERS"),
    "all usual ones": ("nationality", "value in USUAL"),
    "another form": ("education", 'value in ("Bachelors", "Masters", "PHD")'),
    "Spanish": ("genero", 'value in ("hombre", "mujer")'),
    "Russian": ("пол", 'value in ("мужчина", "женщина")'),
    "German": ("region", 'value in ("nord", "süd", "ost")'),
    "a text": ("education", 'value in "bachelor, master, doctor"'),
    "letters of a text": ("gender", 'value in "MF"'),
    "letters": ("sexo", 'value in ("H", "M")'),
}
HEAD = """
from enum import Enum
from typing import Literal
DEGREES = ("bachelor", "master", "doctor")
POINTS = {"bachelor": 1, "master": 2, "doctor": 3}
USUAL = ("American", "Mexican", "Indian", "Chinese", "British", "Nigerian", "Syrian", "French")
MEMBERS = (
    "Austrian", "Belgian", "Bulgarian", "Croatian", "Cypriot", "Czech", "Danish", "Estonian",
    "Finnish", "French", "German", "Greek", "Hungarian", "Irish", "Italian", "Latvian",
)
class Degree(Enum):
    BACHELOR = "bachelor"
    MASTER = "master"
    DOCTOR = "doctor"
def by_pattern(education):
    match education:
        case "bachelor" | "master" | "doctor":
            return "reduced"
    return "full"
def by_type(education: Literal["bachelor", "master", "doctor"]):
    return "reduced" if education in DEGREES else "full"
def by_member(education: Degree):
    listed = (Degree.BACHELOR, Degree.MASTER, Degree.DOCTOR)
    return "reduced" if education in listed else "full"
"""
FUNCTION = """
def fee{0}({1}):
    value = {1}
    return "reduced" if {2} else "full"
"""
NO_OTHERS = {"by_type": "no_difference_found", "by_member": "no_difference_found"}
"""What has a type that names all values."""


async def test_verdicts_on_random_programs_are_right(checker: Checker) -> None:
    some = list(programs(count=24, seed=8))
    assert [each.code for each in some if each.differs() != each.decides] == []

    given = await answers(checker, some, sys.executable)

    assert [(each.verdict, each.program.code) for each in given if each.is_wrong] == []


async def test_a_list_in_the_code_is_not_the_world(checker: Checker) -> None:
    tests = enumerate(LISTS.values())
    functions = [FUNCTION.format(number, name, test) for number, (name, test) in tests]
    text = HEAD + "".join(functions)
    report = await checker.check(text, Path("lists.py"), CheckOptions(sys.executable))

    verdicts = {each.name: {str(v.kind) for v in each.verdicts} for each in report.functions}
    names = [f"fee{number}" for number in range(len(LISTS))]
    found = dict(zip(LISTS, (verdicts.get(name) for name in names), strict=True))
    assert {shape: kinds for shape, kinds in found.items() if kinds != {"biased"}} == {}
    assert verdicts["by_pattern"] == {"biased"}
    assert {name: verdicts[name] for name in NO_OTHERS} == {
        name: {kind} for name, kind in NO_OTHERS.items()
    }
