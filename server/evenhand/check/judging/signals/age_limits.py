"""Signals that laws, published rules or usual prices draw the line: by age, by what is cited."""

from __future__ import annotations

from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.judging.case import AGE, Case
from evenhand.check.judging.signals.signal import Signal
from evenhand.check.reading.benefit_models import is_formula_of_law
from evenhand.findings import Purpose

MAJORITY = 18
MAJORITY_ALONE = ({MAJORITY}, {MAJORITY - 1})
"""`> 17` and `>= 18` are one line."""
LEGAL_AGES = frozenset({10, 12, 13, 14, 15, 16, 18, 19, 20, 21})
"""Ages at which laws draw lines for the young."""
PENSION_AGES = frozenset(range(55, 71))
BESIDE_LEGAL = frozenset(age - 1 for age in LEGAL_AGES | PENSION_AGES)
YOUNG, OLD = 25, 60
"""Up to the first and from the second on people pay less in many places."""
LONGEST_FILE = 20_000


def _is_drawn_at_majority(case: Case) -> str:
    return str(MAJORITY) if case.drawn_ages in MAJORITY_ALONE else ""


def _is_drawn_at_legal_ages(case: Case) -> str:
    """All ages that the code compares with are ages of laws for the young."""
    are_legal = case.drawn_ages <= LEGAL_AGES | {age - 1 for age in LEGAL_AGES}
    return str(min(case.drawn_ages)) if case.drawn_ages and are_legal else ""


def _is_given_bound(case: Case) -> str:
    """The age is compared with what the function is given, and with no number of the code."""
    linked = case.path.linked
    is_given = case.attribute.name == AGE and linked and not case.drawn_ages
    return linked[0].text if is_given else ""


def _is_drawn_elsewhere(case: Case) -> str:
    """The code compares with an age at which no law draws a line."""
    others = case.drawn_ages - LEGAL_AGES - PENSION_AGES - BESIDE_LEGAL
    return str(min(others)) if others else ""


def _parts_children_and_old(case: Case) -> str:
    """All ages that the code compares with are of children, students or the old."""
    ages = case.drawn_ages
    are_usual = all(age <= YOUNG or age >= OLD - 1 for age in ages)
    return ", ".join(map(str, sorted(ages))) if ages and are_usual else ""


def _is_better_for_young_or_old(case: Case) -> str:
    """Of two ages the one at which people pay less in many places has the better outcome."""
    ages = case.better_and_worse_age
    if ages is None:
        return ""
    better, worse = ages
    is_usual = 0 < better <= YOUNG < worse or worse < OLD <= better
    return f"{better:g}" if is_usual else ""


def _is_formula_of_law(case: Case) -> str:
    return "formula" if is_formula_of_law(case.function, case.context.source) else ""


def _file_cites_law(case: Case) -> str:
    return _citation(case.context.source.text[:LONGEST_FILE])


def _citation(text: str) -> str:
    found = (pattern.search(text.lower()) for pattern in lexicon().citations)
    return next((match.group() for match in found if match), "")


SIGNALS = (
    Signal(
        "line at the age of majority",
        Purpose.AGE_LIMIT,
        _is_drawn_at_majority,
        "draws the line at {}",
        "def part(age):\n    return 'a' if age >= 18 else 'b'\n",
    ),
    Signal(
        "lines at ages of laws",
        Purpose.AGE_LIMIT,
        _is_drawn_at_legal_ages,
        "draws the line at {}",
        "def part(age):\n    return 'a' if age >= 16 else 'b'\n",
    ),
    Signal(
        "bound is given",
        Purpose.AGE_LIMIT,
        _is_given_bound,
        "takes the limit from {}",
        "from openfisca_core.model_api import Variable\n\n\nclass aid(Variable):\n"
        "    def formula(person, period, parameters):\n"
        "        return person('age', period) >= parameters(period).general.bound\n",
    ),
    Signal(
        "parts children and the old",
        Purpose.CONCESSION,
        _parts_children_and_old,
        "draws the line at {}",
        "def part(age):\n    return 'a' if age < 4 or age > 59 else 'b'\n",
    ),
    Signal(
        "better for the young or the old",
        Purpose.CONCESSION,
        _is_better_for_young_or_old,
        "is better for the young or the old",
        "def price(age):\n    return 5 if age < 20 else 9\n",
    ),
    Signal(
        "formula of a law",
        Purpose.LAW,
        _is_formula_of_law,
        "is a formula of a law",
        "from openfisca_core.model_api import Variable\n\n\nclass aid(Variable):\n"
        "    def formula(person, period):\n        return person('age', period) >= 33\n",
    ),
    Signal(
        "file cites a law",
        Purpose.LAW,
        _file_cites_law,
        "cites {}",
        "# See section 12 of the Schools Act.\ndef part(age):\n"
        "    return 'a' if age >= 33 else 'b'\n",
    ),
    Signal(
        "line at no age of laws",
        Purpose.DECISION,
        _is_drawn_elsewhere,
        "draws the line at {}",
        "def part(age):\n    return 'a' if age >= 37 else 'b'\n",
    ),
)
