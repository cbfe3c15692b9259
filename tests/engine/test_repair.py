"""Repairs through their one door, with real workers: found, proved, offered or refused."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from deciding import DECIDING

from evenhand.check.checking import Checker
from evenhand.findings import Severity
from evenhand.options import Baseline, CheckOptions
from evenhand.repair.offline import Proofs, offline_repairs, without_model
from evenhand.repair.proof.obligations import NotProvedError, Proof, prove
from evenhand.repair.repairs import Repairs
from evenhand.repair.survey.repair_case import examine
from evenhand.repair.ways_out import with_ways_out
from evenhand.repair.whole_files import OPEN, FileRepair, repair_file

FIXTURES = Path(__file__).parents[2] / "fixtures"
BIASED = sorted((FIXTURES / "biased").glob("*.py"))
PATH = Path("example.py")
OPTIONS = CheckOptions(sys.executable, seconds=60)
JUDGE = DECIDING

SCORE = """\
def score(years, gender):
    \"\"\"More is better.\"\"\"
    points = years * 2
    if gender == "male":
        points += 10
    return points
"""


WORD = "allow it with your own reason, or choose a baseline (--ask, --baseline)"
LEFT = {
    "admissions": {"housing": WORD, "tuition": WORD, "waiting_list": WORD},
    "clinic": {
        "screening_due": WORD,
        "triage": WORD,
        "priority": WORD,
        "consent": WORD,
        "calls": WORD,
    },
    "hiring": {"interview": WORD, "explain": WORD},
    "hiring_rules": {"is_culture_fit": OPEN},
    "insurance": {
        "Policyholder.risk_class": WORD,
        "PremiumCalculator.quote": WORD,
        "Claim.review": WORD,
    },
    "loan_desk": {"letter": WORD, "needs_guarantor": WORD, "late_fee": WORD},
    "nested_records": {"seats": WORD, "weight": WORD, "grant": WORD, "priority": WORD},
    "reads_files": {
        "from_file": WORD,
        "writes": WORD,
        "from_the_network": WORD,
    },
    "refusals": {"file_under": WORD},
    "targeting": {"audience_size": WORD},
    "ticket_desk": {"<module>": WORD},
}
"""What is not repaired in an example, and why: no text for it would be merged by a reviewer."""


async def repairs(checker: Checker, code: str, attribute: str | None = None) -> Repairs:
    name = code.partition("def ")[2].partition("(")[0]
    return await offline_repairs(checker, code, PATH, OPTIONS, name, attribute)


async def proof(checker: Checker, before: str, after: str) -> Proof:
    name = before.partition("def ")[2].partition("(")[0]
    return await prove(checker, await examine(checker, before, PATH, OPTIONS, name), after)


async def why_not(checker: Checker, before: str, after: str) -> str:
    with pytest.raises(NotProvedError) as error:
        await proof(checker, before, after)
    return str(error.value)


async def whole(checker: Checker, source: str, path: Path) -> FileRepair:
    options = CheckOptions(sys.executable, search_path=(str(path.parent),), seconds=60)

    async def make(text: str, function: str) -> Repairs:
        return await offline_repairs(checker, text, path, options, function, most=1)

    return await repair_file(checker, source, path, options, make)


@pytest.mark.parametrize("file", BIASED, ids=lambda file: file.stem)
async def test_every_example_is_repaired(checker: Checker, file: Path) -> None:
    before = file.read_text(encoding="utf-8")
    made = await whole(checker, before, file)
    options = CheckOptions(sys.executable, search_path=(str(file.parent),), seconds=60)
    async with Checker(judge=JUDGE) as another:
        report = await another.check(made.after, file, options)

    assert {left.function: left.reason for left in made.left} == LEFT.get(file.stem, {})
    assert {
        f.name
        for f in report.functions
        for v in f.verdicts
        if v.kind.unequal and v.severity is Severity.WARNING and v.allowed is None
    } == {left.function for left in made.left}


BEHIND_A_PROPERTY = """\
from dataclasses import dataclass
from datetime import date


@dataclass
class Applicant:
    dob: date
    income: float
    debts: float

    @property
    def age(self) -> int:
        return (date(2026, 1, 1) - self.dob).days // 365


def points(applicant: Applicant) -> float:
    result = 600 + applicant.income / 500 - applicant.debts / 250
    {rule}
    return result
"""
RULES = {
    "a statement": "if applicant.age < 25 or applicant.age > 62:\n        result -= 40",
    "a variable": (
        "is_old = applicant.age > 62\n    if is_old and applicant.debts > 0:\n        result -= 40"
    ),
    "an expression": "result += 0 if applicant.age > 62 else 15",
    "an arm": (
        "if applicant.debts > applicant.income:\n        result -= 90\n"
        "    elif applicant.age > 62:\n        result -= 40"
    ),
}


@pytest.mark.parametrize("way", RULES)
async def test_a_rule_goes_whose_value_cannot_be_followed_to_it(checker: Checker, way: str) -> None:
    code = BEHIND_A_PROPERTY.format(rule=RULES[way])
    made = await offline_repairs(checker, code, PATH, OPTIONS, "points")

    removed = made.offered[0]
    function = removed.text.partition("def points")[2]
    assert removed.title == "Remove the rules by age"
    assert "age" not in function
    assert "applicant.income / 500 - applicant.debts / 250" in function


SCORED = """\
def score(person):
    points = person["years"] * 2
    {rule}
    return points
"""
GIVEN = {
    "a look-up": ('points += 1 + {"christian": 5}.get(person["religion"], 0)', "points += 1"),
    "a factor": (
        'points = (points + 1) * {"male": 1, "female": 0.9}[person["gender"]]',
        "points = points + 1",
    ),
    "a term": (
        'points = points + 1 + {"male": 3, "female": 0}[person["gender"]]',
        "points = points + 1",
    ),
}
"""What a rule gives, and what is left without it."""


@pytest.mark.parametrize("way", GIVEN)
async def test_what_a_rule_gives_goes_with_it(checker: Checker, way: str) -> None:
    rule, left = GIVEN[way]
    made = await offline_repairs(checker, SCORED.format(rule=rule), PATH, OPTIONS, "score")

    assert made.offered[0].title.startswith("Remove the rules by ")
    assert f"    {left}\n    return points\n" in made.offered[0].text


async def test_nobody_is_sorted_by_an_attribute(checker: Checker) -> None:
    code = (
        "def first_of(people):\n"
        '    people.sort(key=lambda p: (p["rating"], p["gender"] == "male"), reverse=True)\n'
        '    return [person["name"] for person in people[:2]]\n'
    )
    made = await offline_repairs(checker, code, PATH, OPTIONS, "first_of", most=1)

    key = '(p["rating"], p["gender"] == "male")'
    assert made.offered[0].text == code.replace(key, 'p["rating"]')


IN_HELPERS = """\
def serve(person, order):
    if person["age"] < 18:
        raise ValueError("adults only")
    return order * 2


def bonus(person, points):
    if person["gender"] == "male" and points > 3:
        return 10
    return 0


def score(person, order):
    age = person["age"]
    if age < 18:
        return None
    points = serve(person, order) + bonus(person, order)
    if age > 60:
        points -= 5
    return points
"""


async def test_a_limit_that_a_helper_raises_stays_where_another_rule_goes(checker: Checker) -> None:
    made = await offline_repairs(checker, IN_HELPERS, PATH, OPTIONS, "score", "age")

    limits = IN_HELPERS.count("< 18")
    assert all(repair.text.count("< 18") == limits for repair in made.offered)
    assert "age > 60" not in made.offered[0].text


EACH_ALONE = """\
def fee(age, gender, months):
    if age < 18:
        fee = 8
    elif age >= 67:
        fee = 12
    else:
        fee = 20
    if gender == "w" and months > 6:
        fee = fee * 0.5
    return fee * months
"""


async def test_each_attribute_can_be_chosen_alone_where_no_repair_of_all_is_sure(
    checker: Checker,
) -> None:
    case = await examine(checker, EACH_ALONE, PATH, OPTIONS, "fee")
    made = await with_ways_out(checker, case, most=3)

    assert made.awaits_word
    assert [(way.attributes, way.baseline) for way in made.ways_out or ()] == [
        (("gender",), Baseline.REMOVED)
    ]


async def test_a_list_that_is_looked_up_stays_one(checker: Checker) -> None:
    code = (
        'JOBS = {"male": ["pilot"], "female": ["nurse"]}\n\n\n'
        "def offers(person):\n"
        '    return JOBS.get(person["gender"], JOBS["male"]) + ["clerk"] * person["years"]\n'
    )
    made = await offline_repairs(checker, code, PATH, OPTIONS, "offers", most=1)

    assert '    return ["pilot"] + ["clerk"]' in made.offered[0].text


async def test_a_share_that_is_a_decimal_is_an_amount(checker: Checker) -> None:
    code = (
        "from decimal import Decimal\n\n\n"
        "def raise_for(employee):\n"
        '    if employee["gender"] == "female":\n'
        '        return Decimal("0")\n'
        '    return Decimal("0.02") if employee["years"] > 5 else Decimal("0.01")\n'
    )
    made = await offline_repairs(checker, code, PATH, OPTIONS, "raise_for")

    assert "nobody loses" in made.offered[0].effect


async def test_an_allowance_says_nothing_of_other_attributes(checker: Checker) -> None:
    code = SCORE.replace("def", "# evenhand: allow(age) a right by law: it protects people\ndef")
    report = await checker.check(code, PATH, OPTIONS)

    assert [v.decides for v in report.functions[0].unequal] == [True]


async def test_what_waits_for_a_person_is_not_repaired_for_its_callers(checker: Checker) -> None:
    code = (
        "def wait_of(applicant):\n"
        '    urgent = applicant["moved"] and applicant["age"] >= 60\n'
        '    return {"wait": 0 if urgent or applicant["points"] > 8 else 120}\n\n\n'
        "def waits_of(people):\n"
        '    return sorted(wait_of(each)["wait"] for each in people)\n'
    )

    async def make(text: str, function: str) -> Repairs:
        case = await examine(checker, text, PATH, OPTIONS, function)
        return await without_model(checker, case, most=1)

    made = await repair_file(checker, code, PATH, OPTIONS, make)

    assert made.after == code
    assert {left.function: left.reason for left in made.left} == {
        "wait_of": WORD,
        "waits_of": "it rests on `wait_of`, which is left as it is",
    }


async def test_an_age_by_a_package_that_is_not_there_is_left_out_with_its_rule(
    checker: Checker,
) -> None:
    code = (
        "from clinic_tools.dates import date_diff, today\n\n\n"
        "def evaluate_loan(date_of_birth, score):\n"
        "    age = int(date_diff(today(), date_of_birth) / 365)\n"
        "    if score < 50:\n"
        "        return 'rejected'\n"
        "    elif age > 45:\n"
        "        return 'on hold'\n"
        "    return 'shortlisted'\n"
    )
    made = await repairs(checker, code)

    texts = [repair.text.partition("date_of_birth, score):\n")[2] for repair in made.offered]
    assert texts
    assert all("date_diff" not in text and "age" not in text for text in texts), texts


async def test_a_condition_is_taken_out_of_a_query(checker: Checker) -> None:
    """Of other queries, `fixtures/repairs/before/queries.py` has what is left."""
    query = "@least <= gpa and age < 40 and (gpa < 5 or gpa > 9)"
    code = (
        "import pandas as pd\n\n\n"
        "def shortlist(applicants: pd.DataFrame, least: float) -> pd.DataFrame:\n"
        f'    return applicants.query("{query}")\n'
    )
    made = await repairs(checker, code)

    assert made.offered
    assert '.query("@least <= gpa and (gpa < 5 or gpa > 9)")' in made.offered[0].text
    assert "age" not in made.offered[0].text


async def test_rules_are_taken_out_of_a_table(checker: Checker) -> None:
    code = (
        "RULES = [\n"
        '    ("years", 5, 20),\n'
        "    # the young learn faster\n"
        '    ("age", 35, -10),\n'
        "    # of all schools\n"
        '    ("degrees", 1, 10),\n'
        "]\n\n\n"
        "def points_for(candidate):\n"
        "    points = 0\n"
        "    for field, limit, worth in RULES:\n"
        "        if candidate[field] >= limit:\n"
        "            points += worth\n"
        "    return points\n"
    )
    (repair,) = (await repairs(checker, code)).offered

    assert repair.title == "Remove the rules by age"
    assert repair.effect == "age 35 and above gains 10\nnobody loses"
    rows = '    # the young learn faster\n    ("age", 35, -10),\n'
    assert repair.text == code.replace(rows, "")


async def test_a_rule_goes_whose_name_means_the_attribute_only_here(checker: Checker) -> None:
    rule = "    (lambda a: a.disabled, -5),\n"
    code = (
        "RULES = [\n"
        "    (lambda a: a.offers > 1, 20),\n"
        f"{rule}"
        "    (lambda a: a.overstays > 0, -30),\n"
        "]\n\n\n"
        "def points_for(applicant):\n"
        "    total = 50\n"
        "    for condition, points in RULES:\n"
        "        if condition(applicant):\n"
        "            total += points\n"
        "    return total\n"
    )
    (repair, *_) = (await repairs(checker, code)).offered

    assert repair.text == code.replace(rule, "")


async def test_weights_are_taken_out_of_a_table(checker: Checker) -> None:
    code = (
        'WEIGHTS = {\n    "income": 0.001,\n    "age": -0.5,\n    "savings": 0.01,\n}\n\n\n'
        "def credit_score(applicant):\n"
        "    return sum(applicant.get(name, 0) * worth for name, worth in WEIGHTS.items())\n"
    )
    (repair,) = (await repairs(checker, code)).offered

    assert repair.title == "Remove the rules by age"
    assert repair.effect == "it no longer counts for anybody"
    assert repair.text == code.replace('    "age": -0.5,\n', "")


async def test_a_value_goes_with_its_weight(checker: Checker) -> None:
    code = (
        "WEIGHTS = {\n    'skill': 0.5,\n    'age': 0.1,\n}\n\n\n"
        "def score(skill, age):\n"
        "    values = [\n        skill,\n        age,\n    ]\n"
        "    return sum(worth * value for worth, value in zip(WEIGHTS.values(), values))\n"
    )
    repair = (await repairs(checker, code)).offered[0]

    assert repair.title == "Remove the rules by age"
    assert "'age'" not in repair.text
    assert "        skill,\n    ]" in repair.text
    assert "# `age` is not used any more; it stays so that calls go on working." in repair.text


RELIEF = """\
import math

# seniors pay less
SENIOR_AGE = 65
# in euros
FEE = 40
SENIOR_FEE = math.floor(FEE * 0.5)


def fee(visits, age):
    if age >= SENIOR_AGE:
        return visits * SENIOR_FEE
    return visits * FEE
"""


async def test_constants_of_the_rule_go_with_it(checker: Checker) -> None:
    options = replace(OPTIONS, baseline=Baseline.MOST)
    made = await offline_repairs(checker, RELIEF, PATH, options, "fee")
    text = made.offered[0].text

    assert text.startswith("# in euros\nFEE = 40\n\n\ndef fee(visits, age):\n")


@pytest.mark.parametrize(
    ("other", "stays"),
    [
        ("report.py", True),
        ("tests/test_fee.py", True),
        ("notes.txt", False),
        (".venv/lib/other.py", False),
    ],
)
async def test_a_constant_that_another_file_may_import_stays(
    checker: Checker, tmp_path: Path, other: str, stays: bool
) -> None:
    (tmp_path / ".git").mkdir()
    path, user = tmp_path / "fees.py", tmp_path / other
    user.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(RELIEF, encoding="utf-8")
    user.write_text("from fees import SENIOR_AGE\n", encoding="utf-8")
    options = replace(OPTIONS, baseline=Baseline.MOST)
    made = await offline_repairs(checker, RELIEF, path, options, "fee")

    assert ("SENIOR_AGE = 65" in made.offered[0].text) is stays
    assert "SENIOR_FEE" not in made.offered[0].text


async def test_a_rule_is_removed_before_it_becomes_everybodys(checker: Checker) -> None:
    made = await repairs(checker, SCORE)
    first, second = made.offered

    assert first.title == "Remove the rules by gender"
    assert first.effect == "'male' loses 10\nnobody gains"
    assert second.title == "Treat everyone as 'male' is treated today"
    assert second.effect == "'female', 'non-binary' gain 10\nnobody loses"
    assert [repair.awaits_word for repair in made.offered] == [False, True]
    assert second.text.count("points += 10") == 1
    assert "points += 10" not in first.text
    assert 'if gender == "male"' not in first.text + second.text
    assert first.proof is not None
    assert first.proof.complexity == (2, 1)
    assert "Proved by" in first.evidence


BONUS = """
def bonus(age, salary):
    if age >= 55:
        return 0
    return 0.1 * salary
"""
STATUS = """
from shop.models import Applicant

def decide(request):
    applicant = Applicant.objects.get(pk=request.GET["id"])
    if applicant.gender == "F" and applicant.children > 0:
        applicant.status = "rejected"
        applicant.save()
    return applicant.status
"""


async def test_a_debt_that_becomes_nothing_is_no_gain(checker: Checker) -> None:
    made = await repairs(checker, BONUS)

    effects = "\n".join(repair.effect for repair in made.offered)
    assert effects
    assert "in some cases" not in effects


async def test_what_a_stand_in_held_is_said_in_words(checker: Checker) -> None:
    made = await repairs(checker, STATUS)

    effects = [repair.effect for repair in made.offered]
    assert "'M', 'X' get 'rejected' instead of the status as it was" in effects
    assert not any("{'t'" in effect or "stand_in" in effect for effect in effects)


async def test_less_is_better_where_the_number_is_a_price(checker: Checker) -> None:
    (repair,) = (await repairs(checker, SCORE.replace("score", "premium"))).offered[:1]

    assert repair.effect == "'male' gains 10\nnobody loses"
    assert not repair.awaits_word


async def test_who_has_a_lower_price_is_not_charged_more_unasked(checker: Checker) -> None:
    dear = SCORE.replace("score", "premium").replace("points += 10", "points -= 10")
    made = await repairs(checker, dear)

    assert made.offered[0].title == "Remove the rules by gender"
    assert made.awaits_word


TWO_RULES = """\
def grade(points, age, gender):
    if age < 18 or age > 65:
        return None
    if age > 50:
        points *= 0.9
    if gender == "female":
        points -= 10
    return points
"""


async def test_what_is_sure_is_removed_and_what_may_be_law_waits(checker: Checker) -> None:
    async def make(text: str, function: str) -> Repairs:
        case = await examine(checker, text, PATH, OPTIONS, function)
        return await with_ways_out(checker, case, most=1)

    made = await repair_file(checker, TWO_RULES, PATH, OPTIONS, make)

    (left,) = made.left
    assert [way.baseline for way in left.ways_out] == [Baseline.REMOVED]
    assert (left.function, left.attributes, left.reason) == ("grade", ("age",), OPEN)
    assert made.done[0].attributes == ("gender",)
    assert made.after == TWO_RULES.replace(
        '    if gender == "female":\n        points -= 10\n', ""
    ).replace(
        "gender):\n",
        "gender):\n    # `gender` is not used any more; it stays so that calls go on working.\n",
    )


async def test_the_age_of_majority_stays_where_another_age_goes(checker: Checker) -> None:
    (repair,) = (await repairs(checker, TWO_RULES, "age")).offered[-1:]

    assert "    if age < 18:\n        return None\n" in repair.text
    assert "65" not in repair.text


async def test_all_attributes_of_a_function_are_repaired_at_once(checker: Checker) -> None:
    code = SCORE.replace("gender)", "gender, age)").replace(
        "    return", "    if age > 40:\n        points -= 3\n    return"
    )
    made = await repairs(checker, code, "age")

    assert made.attributes == ("age", "gender")
    assert "age" not in made.offered[0].text.partition("points = ")[2]


async def test_what_is_allowed_stays(checker: Checker) -> None:
    code = SCORE.replace("gender)", "gender, age)").replace(
        "    return", "    if age > 40:\n        points -= 3\n    return"
    )
    allowed = f"# evenhand: allow(age) seniors have their own table\n{code}"
    made = await repairs(checker, allowed)

    assert made.attributes == ("gender",)
    assert "if age > 40:" in made.offered[0].text


async def test_what_is_information_only_stays_unless_it_is_asked_for(checker: Checker) -> None:
    code = SCORE.replace("gender)", "gender, education)").replace(
        "    return", '    if education == "PhD":\n        points += 4\n    return'
    )
    plain, asked = await repairs(checker, code), await repairs(checker, code, "education")

    assert plain.attributes == ("gender",)
    assert 'if education == "PhD":' in plain.offered[0].text
    assert asked.attributes == ("education", "gender")


async def test_who_was_refused_is_served(checker: Checker) -> None:
    code = (
        "def pension(nationality, years):\n"
        '    if nationality not in ("german", "austrian"):\n'
        '        raise ValueError("no pension")\n'
        "    return years * 2\n"
    )
    made = await repairs(checker, code)
    alike, default = made.offered

    assert alike.title == "Remove the rules by nationality"
    assert "gain: an answer instead of an error\nnobody loses" in alike.effect
    assert "raise" not in alike.text
    assert default.title == "Treat whoever is refused as 'german' is treated today"
    assert '    if nationality not in ("german", "austrian"):\n        nation' in default.text


async def test_a_helper_that_decides_is_repaired_with_the_function(checker: Checker) -> None:
    code = (
        "def total(person):\n"
        '    return person["points"] + bonus(person)\n\n\n'
        "def bonus(person):\n"
        '    return 5 if person["gender"] == "male" else 0\n'
    )
    made = await repairs(checker, code)

    of_everyone, removed = made.offered[:2]

    assert of_everyone.title == "Treat everyone as 'male' is treated today in `bonus`"
    assert removed.title == "Remove the rules by gender in `bonus`"
    assert "return 0\n" in removed.text


async def test_nothing_to_repair(checker: Checker) -> None:
    made = await repairs(checker, "def area(width, height):\n    return width * height\n")

    assert made.problem == "nothing is left to repair here"


BAND = """\
def band(points, gender, age):
    if age < 0:
        raise ValueError("no age")
    if points > (10 if gender == "male" else 14):
        return "high"
    return "low"
"""
MANY_TESTS = "".join(f"    if years == -{n}:\n        pass\n" for n in range(9))
GOOD = SCORE.replace('    if gender == "male":\n        points += 10\n', "    points += 10\n")
CANDIDATES = {
    "it still tells": SCORE.replace("10", "11"),
    "it returns 1 for": GOOD.replace("return points", "return points + 1"),
    "its name, parameters or decorators": GOOD.replace("gender)", "gender, extra=0)"),
    "it has no function": GOOD.replace("def score", "def rate"),
    "it cannot be read": GOOD.replace("return", "return ("),
    "it imports numpy": f"import numpy\n\n\n{GOOD}",
    "it is more complex": GOOD.replace("    return", f"{MANY_TESTS}    return"),
    "it is much longer": GOOD.replace("    return", "    points += 0\n" * 30 + "    return"),
    "it cannot be run for 'male': wants to open": GOOD.replace(
        "    return", '    open("/etc/passwd")\n    return'
    ),
}


@pytest.mark.parametrize("reason", CANDIDATES)
async def test_a_candidate_that_is_no_repair_is_refused_with_its_reason(
    checker: Checker, reason: str
) -> None:
    said = await why_not(checker, SCORE, CANDIDATES[reason])

    assert said.startswith(reason.partition(" 1 for")[0]), said


async def test_a_new_bias_is_found(checker: Checker) -> None:
    after = BAND.replace('gender == "male"', "age < 65")

    assert "(age) still get different outcomes" in await why_not(checker, BAND, after)


async def test_a_constant_is_no_repair(checker: Checker) -> None:
    after = 'def band(points, gender, age):\n    return "low"\n'
    said = await why_not(checker, BAND, after)

    assert said == "it does not look at `points` any more, which mattered for 'female'"


async def test_a_bias_that_moved_to_another_value_is_found(checker: Checker) -> None:
    after = SCORE.replace('== "male"', '== "non-binary"')

    assert "non-binary" in await why_not(checker, SCORE, after)


async def test_a_person_keeps_their_own_attribute(checker: Checker) -> None:
    code = (
        "def record(gender, points):\n"
        '    ok = points > (5 if gender == "male" else 7)\n'
        '    return {"gender": gender, "ok": ok}\n'
    )
    after = code.replace("    ok", '    gender = "male"\n    ok')

    assert "writes another gender" in await why_not(checker, code, after)


async def test_a_refusal_that_is_new_is_found(checker: Checker) -> None:
    after = GOOD.replace(
        "    points +=", "    if years > 20:\n        raise ValueError\n    points +="
    )

    assert await why_not(checker, SCORE, after)


async def test_a_rewrite_by_hand_is_proved(checker: Checker) -> None:
    made = await proof(
        checker, SCORE, GOOD.replace("years * 2\n    points += 10", "10 + years * 2")
    )

    assert made.complexity == (2, 1)
    assert made.kept.compared > 20
    assert made.kept.like == ("male",)
    assert 0 < made.kept.share_unchanged < 1


async def test_who_waits_hears_what_is_being_tried(checker: Checker) -> None:
    heard: list[str] = []
    proofs = Proofs(checker, heard.append)
    code = "def fee(gender):\n    return 10 if gender == 'male' else 20\n"
    await offline_repairs(checker, code, PATH, OPTIONS, "fee", proofs=proofs)

    assert heard[0] == "looking at what fee does for whom"
    assert heard[1].startswith("trying to treat everyone as 'male'")
