"""As whom everyone is treated, what is said of it, and what is rather allowed than repaired."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from deciding import DECIDING

from evenhand.check.checking import Checker
from evenhand.options import Baseline, CheckOptions
from evenhand.repair import offline
from evenhand.repair.offline import offline_repairs
from evenhand.repair.planned_candidates import Plan, planned
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import Case, examine
from evenhand.repair.ways_out import with_ways_out
from evenhand.repair.whole_files import repair_file

PATH = Path("example.py")
OPTIONS = CheckOptions(sys.executable, seconds=60)
JUDGE = DECIDING

FARE = """\
def fare(zones, veteran):
    price = zones * 3
    if veteran:
        price -= 2
    return price
"""
TOKEN = """\
def token(hours, religion):
    number = hours * 4
    if religion == "buddhist":
        number += 7
    return number
"""
PREMIUM = """\
def premium(base, gender):
    if gender == "female":
        return base * 1.25
    return base
"""
DOSE = """\
def creatinine_clearance(age, weight, serum):
    \"\"\"Cockcroft and Gault.\"\"\"
    return (140 - age) * weight / (72 * serum)
"""


async def repairs(
    checker: Checker,
    code: str,
    attribute: str | None = None,
    baseline: Baseline = Baseline.AUTO,
    name: str = "",
) -> Repairs:
    name = name or code.partition("def ")[2].partition("(")[0]
    options = replace(OPTIONS, baseline=baseline)
    return await offline_repairs(checker, code, PATH, options, name, attribute)


async def first(checker: Checker, code: str, baseline: Baseline = Baseline.AUTO) -> Repair:
    return (await repairs(checker, code, baseline=baseline)).offered[0]


async def test_a_lower_price_is_taken_from_nobody_unasked(checker: Checker) -> None:
    made = await repairs(checker, FARE)
    removed, everybodys = made.offered

    assert removed.effect == "whoever has `veteran` true loses 2\nnobody gains"
    assert "    price -= 2\n" in everybodys.text
    assert everybodys.effect == "whoever has `veteran` false gains 2\nnobody loses"
    assert made.awaits_word


async def test_a_baseline_that_takes_a_relief_away_is_named_so(checker: Checker) -> None:
    case = await examine(checker, FARE, PATH, OPTIONS, "fare")
    made = await with_ways_out(checker, case, 1)

    assert made.ways_out
    assert made.ways_out[-1].takes_away
    assert made.ways_out[-1].words.startswith("Takes away what may be a protection or relief")


async def test_what_each_of_two_rules_does_is_told_as_if_the_other_were_gone(
    checker: Checker,
) -> None:
    code = (
        "def score(points, gender, married):\n"
        '    if gender == "female":\n        points -= 10\n'
        "    if married:\n        points *= 2\n"
        "    return points\n"
    )
    repair = await first(checker, code)

    assert "'female' gains 10" in repair.effects


async def test_the_favourable_side_is_the_baseline_where_no_rule_can_go(checker: Checker) -> None:
    code = (
        "def fare(zones, gender):\n"
        '    price = 3 if gender == "male" else 4\n'
        "    return zones * price\n"
    )
    repair = await first(checker, code)

    assert repair.text.endswith("    price = 3\n    return zones * price\n")
    assert repair.effect.endswith("nobody loses")
    assert not repair.awaits_word


async def test_the_user_may_want_the_rule_removed(checker: Checker) -> None:
    repair = await first(checker, FARE, Baseline.REMOVED)

    assert "price -= 2" not in repair.text
    assert repair.effect == "whoever has `veteran` true loses 2\nnobody gains"


async def test_most_people_are_the_baseline_where_no_side_is_known_to_be_better(
    checker: Checker,
) -> None:
    repair = await first(checker, TOKEN)

    assert "+= 7" not in repair.text
    assert repair.effect == "'buddhist' gets 7 less"


async def test_most_people_are_the_baseline_if_the_user_wants_so(checker: Checker) -> None:
    bonus = TOKEN.replace("token", "bonus").replace("number", "bonus_points")

    assert "+= 7" in (await first(checker, bonus, Baseline.FAVOURABLE)).text
    assert "+= 7" not in (await first(checker, bonus, Baseline.MOST)).text


async def test_nobody_is_called_better_off_for_a_flag_of_unknown_meaning(checker: Checker) -> None:
    code = (
        "def second_lane(hours, ethnicity):\n"
        '    return hours > (3 if ethnicity == "asian" else 5)\n'
    )
    repair = await first(checker, code)

    assert "instead of" in repair.effect
    assert "gain" not in repair.effect
    assert "lose" not in repair.effect


async def test_of_a_risk_it_is_only_said_that_it_is_less(checker: Checker) -> None:
    code = TOKEN.replace("token", "fraud_risk")
    repair = await first(checker, code)

    assert "+= 7" not in repair.text
    assert repair.effect == "'buddhist' gets 7 less"


async def test_what_is_said_is_what_changes_and_not_how_much_stays(checker: Checker) -> None:
    repair = await first(checker, FARE)

    assert repair.evidence.startswith("Proved by ")
    assert "the outcome is what it was" not in repair.evidence


async def test_a_formula_of_the_body_is_allowed(checker: Checker) -> None:
    made = await repairs(checker, DOSE, "age")
    (offer,) = made.offered

    comment = "# evenhand: allow(age) a formula of the body (`creatinine`)\n"
    assert offer.text == comment + DOSE
    assert offer.title.startswith("Allow age: a formula of the body")
    assert offer.evidence == ""


async def test_an_age_limit_is_allowed(checker: Checker) -> None:
    code = "def may_buy_wine(age, paid):\n    return paid and age >= 18\n"
    made = await repairs(checker, code, "age")

    assert made.offered[0].text.startswith("# evenhand: allow(age) an age limit")


async def test_a_formula_is_flattened_only_if_a_baseline_is_chosen(checker: Checker) -> None:
    code = (
        "def bmr(weight, height, sex):\n"
        '    """Basal metabolic rate, in kcal a day."""\n'
        "    base = 10 * weight + 6.25 * height\n"
        '    return base + 5 if sex == "male" else base - 161\n'
    )
    chosen = await repairs(checker, code, "gender", Baseline.MOST)

    assert "allow" not in chosen.offered[0].text
    assert "allow(gender)" in (await repairs(checker, code, "gender")).offered[0].text


async def test_beside_a_formula_what_decides_by_something_else_is_repaired(
    checker: Checker,
) -> None:
    code = DOSE.replace("age,", "age, race,").replace(
        "    return", '    if race == "black":\n        weight *= 2\n    return'
    )
    made = await repairs(checker, code, "age")
    repair = made.offered[0]

    assert "# evenhand: allow(age) a formula of the body" in repair.text
    assert 'race == "black"' not in repair.text
    assert made.attributes == ("age", "race")


CALLER = """\
def invoice(customer, items):
    total = sum(items) + surcharge(customer)
    return {"total": total}


def surcharge(customer):
    if customer["nationality"] == "german":
        return customer["parcels"]
    return customer["parcels"] + 4
"""


async def test_a_caller_is_repaired_where_it_is_decided(checker: Checker) -> None:
    made = await repairs(checker, CALLER, name="invoice")

    assert made.offered[0].title.endswith(" in `surcharge`")
    assert made.offered[0].text.startswith(CALLER.partition("\n\n\n")[0])


async def test_of_a_file_what_decides_is_repaired_first(checker: Checker) -> None:
    async def make(source: str, function: str) -> Repairs:
        return await offline_repairs(checker, source, PATH, OPTIONS, function, most=1)

    result = await repair_file(checker, CALLER, PATH, OPTIONS, make)

    assert [done.function for done in result.done] == ["surcharge"]
    assert result.left == ()


HORIZON = """\
def instalment(age, amount):
    left = 80 - age
    return amount / left if left > 0 else amount
"""


async def test_what_computes_with_an_age_is_allowed(checker: Checker) -> None:
    made = await repairs(checker, HORIZON)

    assert made.offered[0].title == "Allow age: it computes with age"
    assert made.offered[0].awaits_word


async def test_what_only_seems_to_rest_on_age_is_allowed_by_nobody_but_the_user(
    checker: Checker,
) -> None:
    async def make(text: str, name: str) -> Repairs:
        return await repairs(checker, text, name=name)

    result = await repair_file(checker, HORIZON, PATH, OPTIONS, make)

    assert result.after == HORIZON
    assert "--baseline" in result.left[0].reason


async def test_a_relief_for_some_is_not_offered_to_everybody(checker: Checker) -> None:
    code = (
        "def is_eligible(owner, veteran):\n"
        "    eligible = False\n"
        '    if owner["children"] > 2:\n'
        "        eligible = True\n"
        "    if veteran:\n"
        "        eligible = True\n"
        "    return eligible\n"
    )
    repair = await first(checker, code)

    assert "if veteran" not in repair.text
    assert 'if owner["children"] > 2:' in repair.text
    assert repair.effect == "whoever has `veteran` true loses: False instead of True\nnobody gains"


async def test_what_children_pay_less_is_no_price_for_everybody(checker: Checker) -> None:
    code = (
        "def ticket_price(age, base):\n"
        "    bands = [(17, 0.5), (64, 1.0), (200, 0.6)]\n"
        "    for limit, factor in bands:\n"
        "        if age <= limit:\n"
        "            return base * factor\n"
    )
    made = await repairs(checker, code)

    rewritten = [repair.text for repair in made.offered if repair.proof is not None]
    assert "return base * 1.0" in rewritten[0]


async def test_a_condition_around_a_rule_goes_with_it(checker: Checker) -> None:
    code = (
        "def rent_deposit(rent, guarantor, nationality):\n"
        "    months = 2\n"
        "    if not guarantor:\n"
        '        if nationality not in ("german", "austrian", "swiss"):\n'
        "            months = 4\n"
        "    return months * rent\n"
    )
    repair = await first(checker, code)

    assert repair.text.endswith("    months = 2\n    return months * rent\n")
    assert repair.effect.endswith("nobody loses")


async def test_a_condition_that_does_something_stays(checker: Checker) -> None:
    code = (
        "def rent_deposit(rent, guarantors, nationality):\n"
        "    months = 2\n"
        "    if guarantors.pop():\n"
        '        if nationality not in ("german", "austrian", "swiss"):\n'
        "            months = 4\n"
        "    return months * rent\n"
    )
    made = await repairs(checker, code)

    assert all("guarantors.pop()" in repair.text for repair in made.offered)


TICKET = """\
def ticket_price(age):
    if age < 16:
        price = 7.5
    elif age < 65:
        price = 10.5
    else:
        price = 6.5
    return price
"""
EXEMPT = """\
def is_refused(applicant, disabled, hours):
    if not applicant.enrolled:
        return False
    if disabled:
        return False
    return hours < 20
"""


@pytest.mark.parametrize(
    ("code", "name", "reason"),
    [
        (TICKET, "ticket_price", "nothing else decides here"),
        (EXEMPT, "is_refused", "a relief that people have a right to"),
    ],
)
async def test_what_a_task_seems_to_rest_on_waits_for_a_persons_word(
    checker: Checker, code: str, name: str, reason: str
) -> None:
    offer = (await repairs(checker, code, name=name)).offered[0]

    assert offer.title.endswith(f": {reason}")
    assert offer.awaits_word
    assert f") {reason}\n" in offer.text


async def test_what_leaves_nothing_to_decide_waits_for_a_persons_word(checker: Checker) -> None:
    _, *flat = (await repairs(checker, TICKET)).offered

    assert "    return 6.5\n" in flat[0].text
    assert all(repair.awaits_word for repair in flat)


async def test_what_only_takes_from_people_comes_last(checker: Checker) -> None:
    _, first, *others = (await repairs(checker, TICKET)).offered

    assert "nobody loses" in first.effects
    assert not any("return 10.5" in repair.text for repair in others[:-1])


async def test_who_chooses_a_baseline_gets_it(checker: Checker) -> None:
    repair = await first(checker, TICKET, Baseline.MOST)

    assert "    return 10.5\n" in repair.text
    assert not repair.awaits_word


PROGRAM = """\
class Program:
    limit = 13

    def member_eligible(self, e):
        eligible = False
        if e.member.age < self.limit:
            eligible = True
        elif e.member.age <= 19 and e.member.has_disability():
            eligible = True
        e.condition(eligible)
"""


async def test_a_no_for_everybody_is_no_repair(checker: Checker) -> None:
    made = await repairs(checker, PROGRAM, name="Program.member_eligible")

    assert "it says no to everybody" in {r.reason for r in made.rejected}
    assert all("eligible = False\n        e.condition" not in r.text for r in made.offered)


FIT = """\
def tenant_score(tenant):
    gap = hash((tenant["gender"], "x")) * 0 + len(tenant["gender"])
    return tenant["rent"] - gap
"""
MEAN = """\
def mean_score(scores, ages):
    weights = [2 if age > 60 else 1 for age in sorted(ages)]
    return sum(s * w for s, w in zip(scores, weights))
"""


@pytest.mark.parametrize(("code", "record"), [(FIT, "tenant = {"), (MEAN, "ages = [")])
async def test_what_the_caller_passes_is_never_overwritten(
    checker: Checker, code: str, record: str
) -> None:
    made = await repairs(checker, code)

    assert all(record not in repair.text for repair in made.offered)


GAP = """\
def team_score(years, age, team_age):
    score = 50 + years
    gap = abs(age - team_age)
    if gap <= 5:
        score += 10
    elif gap > 15:
        score -= 10
    return score
"""


async def test_a_parameter_is_overwritten_only_if_a_person_agrees(checker: Checker) -> None:
    made = await repairs(checker, GAP)

    for repair in made.offered:
        is_overwritten = "    age = " in repair.text
        assert repair.awaits_word >= is_overwritten
        assert ("overwrites" in repair.title) is is_overwritten


LEFT_TO_A_PERSON = {
    "everybody gets the same": """\
def badge(gender):
    return "blue" if gender == "male" else "red"
""",
    "nobody knows who gains": """\
def lane(age, weight):
    return "left" if age > 50 or weight > 90 else "right"
""",
    "the young are served": """\
def may_rent(age, income):
    return age >= 23 and income > 1000
""",
    "what the old have": """\
def price(age, nights):
    return nights * 50 - (10 if age >= 62 else 0)
""",
    "it may be help": """\
def letters(name, is_disabled):
    return [name, "large print"] if is_disabled else [name]
""",
    "the young are refused, and the old beside them": """\
def rent_car(age, licence_years):
    if age < 18 or age > 65:
        return "rejected"
    return "approved" if licence_years > 2 else "rejected"
""",
    "the young are always refused": """\
def quote(applicant, engine):
    if applicant["age"] < 18 or applicant["age"] > 75:
        raise ValueError("out of the range")
    return engine["price"] * applicant["sum"]
""",
    "the young are refused by their date of birth": """\
import datetime


def decide(date_of_birth: datetime.date, deposit):
    if date_of_birth > datetime.date(2006, 1, 1) or deposit < 10:
        return "rejected"
    return "approved"
""",
    "the young are refused by their year of birth": """\
def credit_limit(birth_year, income):
    if birth_year > 2006 or birth_year < 1950:
        return {"limit": 0, "approved": False, "reason": "age"}
    if income < 100:
        return {"limit": 0, "approved": False, "reason": "income"}
    return {"limit": income * 2, "approved": True, "reason": ""}
""",
    "a protocol names an age": """\
def triage(patient):
    urgency = patient["pain"]
    if patient["chest_pain"] and patient["age"] >= 40:
        urgency += 3
    return {"wait": 0 if urgency >= 10 else 120}
""",
    "a dose is worked out": """\
def wait(patient):
    late = patient["hours"] - (2 if patient["sex"] == "female" else 4)
    return {"wait": 10 if late > 0 and patient["dosage"] > 5 else 60}
""",
    "one person is compared with another": """\
def partners(first, second):
    if first["sex"] != second["sex"]:
        return first["id"] + second["id"]
    return 0
""",
    "both get something of their own": """\
def clubs(pupil):
    names = ["choir", pupil["school"]]
    if pupil["gender"] == "male":
        names.extend(["robotics", "coding"])
    else:
        names += ["ballet", "sewing"]
    return names
""",
    "somebody else wishes it": """\
def is_eligible(driver, rider):
    if rider["prefers_women"] and driver["gender"] != "female":
        return False
    return driver["distance"] < 6
""",
    "a spouse is asked for": """\
def household(person):
    total = person["income"]
    if person["marital_status"] == "married":
        total += person["spouse_income"]
    return total
""",
}


@pytest.mark.parametrize("code", LEFT_TO_A_PERSON.values(), ids=LEFT_TO_A_PERSON.keys())
async def test_a_person_has_to_choose(checker: Checker, code: str) -> None:
    made = await repairs(checker, code)

    assert all(repair.awaits_word for repair in made.offered)


async def test_what_else_a_rule_asks_goes_on_to_decide(checker: Checker) -> None:
    code = """\
def permits(home):
    if home["fines"] > 3:
        return 0
    if home["kind"] == "couple" and home["sexual_orientation"] in (None, "heterosexual"):
        return 2
    return 1
"""
    made = await repairs(checker, code)

    repair = next(repair for repair in made.offered if not repair.awaits_word)
    assert repair.text == code.replace(
        ' and home["sexual_orientation"] in (None, "heterosexual")', ""
    )


TAKES_AWAY = {
    "a discount": """\
def ladies_discount(gender, price):
    if gender == "female":
        return price * 0.7
    return price
""",
    "a waiver": """\
def course_fee(caste, credits):
    fee = credits * 100
    if caste in ("SC", "ST"):
        fee = 0
    return fee
""",
    "a rate for families": """\
def tour_price(marital_status, nights):
    price = 100 * nights
    if marital_status == "married":
        price = 80 * nights
    return price
""",
    "what a list offers": """\
def careers(gender, options):
    chosen = list(options)
    if gender == "Boy" and "Nurse" in chosen:
        chosen.remove("Nurse")
    return chosen
""",
    "what a list adds": """\
def benefits(gender, years):
    listed = ["pension"]
    if gender == "female":
        listed.append("nursery")
    if years > 10:
        listed.append("car")
    return listed
""",
}
TITLES = {
    "a discount": "Remove the rules by gender",
    "a waiver": "Remove the rules by caste",
    "a rate for families": "Remove the rules by marital status",
    "what a list offers": "Treat everyone as 'Boy' is treated today",
    "what a list adds": "Remove the rules by gender",
}
"""Of the repairs by which somebody loses something."""


@pytest.mark.parametrize("lost", TAKES_AWAY)
async def test_whoever_loses_is_asked_for(checker: Checker, lost: str) -> None:
    made = await repairs(checker, TAKES_AWAY[lost])

    waiting = {repair.title for repair in made.offered if repair.awaits_word}
    assert TITLES[lost] in waiting


async def test_points_of_a_risk_are_no_gain(checker: Checker) -> None:
    code = (
        'NATIONALITY_RISK = {"domestic": 0, "eu": 5}\n\n\n'
        "def score_of(account):\n"
        '    score = account["balance"] * 10 + account["days_overdue"]\n'
        '    score += NATIONALITY_RISK.get(account["nationality"], 12)\n'
        "    return score\n"
    )
    made = await repairs(checker, code)

    assert "12" not in made.offered[0].text
    assert "nobody loses" not in {line for repair in made.offered for line in repair.effects}


async def test_titles_and_effects_are_those_of_the_proof(
    checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = TAKES_AWAY["what a list offers"]
    right = {r.text: (r.title, r.effect) for r in (await repairs(checker, code)).offered}

    def exchanged(case: Case, most: int) -> list[Plan]:
        plans = planned(case, most)
        return [replace(plan, choice=plans[-1 - n].choice) for n, plan in enumerate(plans)]

    monkeypatch.setattr(offline, "planned", exchanged)
    made = await repairs(checker, code)

    assert len(right) == 2
    assert {r.text: (r.title, r.effect) for r in made.offered}.items() <= right.items()


TAKEN = {
    "who is old loses today": """\
def score(age, years):
    return years * 2 - (10 if age > 50 else 0)
""",
    "who is ill loses today": """\
def score(years, has_disability):
    return years * 2 - (10 if has_disability else 0)
""",
    "words say who is refused": """\
def decide(race, income):
    if race == "white" and income > 1000:
        print("The loan is approved.")
    else:
        print("The loan is denied.")
""",
}


@pytest.mark.parametrize("code", TAKEN.values(), ids=TAKEN.keys())
async def test_where_it_is_known_who_loses_nobody_is_asked(checker: Checker, code: str) -> None:
    made = await repairs(checker, code)

    assert any(not repair.awaits_word for repair in made.offered)


async def test_words_may_say_no_to_everybody(checker: Checker) -> None:
    code = TAKEN["words say who is refused"].replace('race == "white"', 'race != "white"')
    made = await repairs(checker, code)

    assert all("denied" in repair.text and "approved" in repair.text for repair in made.offered)


async def test_a_share_is_said_as_one_and_debts_do_not_turn_it_round(checker: Checker) -> None:
    assert (await first(checker, PREMIUM)).effect == "'female' gains: 20 % less\nnobody loses"


async def test_few_odd_calls_do_not_say_which_way_it_goes(checker: Checker) -> None:
    code = """\
def starting_salary(gender, band, years):
    for month in range(30_000):
        years = max(years, 0)
    share = 0.9 if gender == "female" else 1.0
    span = band["top"] - band["bottom"]
    return int(band["bottom"] + span * min(years / 10, 1.0) * share)
"""
    repair = (await repairs(checker, code)).offered[0]

    assert repair.effect == "'female' gets more in some cases and less in others"


async def test_less_of_a_loss_is_a_gain(checker: Checker) -> None:
    code = """\
def leave(salary, gender):
    share = 0.01
    if gender == "female":
        share = 0.04
    return {"annual_loss": salary * share}
"""
    repair = (await repairs(checker, code)).offered[0]

    assert "share = 0.04" not in repair.text
    assert "less in `annual_loss`" in repair.effects[0]


async def test_a_comment_on_a_rule_goes_with_it_from_above_the_first_value(
    checker: Checker,
) -> None:
    code = """\
def usage(technology, age):
    # Older people pay more for new treatments
    price = 10
    if age > 65:
        price = 16
    # Robots cost more
    if technology == "robot":
        price += 5
    return price
"""
    repair = (await repairs(checker, code)).offered[0]

    assert "Older people" not in repair.text
    assert "# Robots cost more" in repair.text


async def test_points_for_who_works_in_a_clinic_are_points(checker: Checker) -> None:
    code = """\
def evaluate_medical_assistant(skill, age):
    score = skill * 2
    if age == "young":
        score += 1
    elif age == "middle":
        score += 2
    elif age == "elder":
        score += 3
    return score
"""
    repair = (await repairs(checker, code, baseline=Baseline.FAVOURABLE)).offered[0]

    assert "'elder'" in repair.title
    assert "nobody loses" in repair.effects


async def test_a_case_on_one_line_is_folded_beside_one_that_goes(checker: Checker) -> None:
    code = """\
def price_of(person):
    match person:
        case {"gender": "female"}: return 10
        case {"kind": "child"}: return 5 if person["gender"] == "female" else 8
        case _: return 20
"""
    repair = (await repairs(checker, code)).offered[0]

    assert repair.text == code.replace(
        '        case {"gender": "female"}: return 10\n', ""
    ).replace('5 if person["gender"] == "female" else 8', "8")


async def test_what_is_made_for_some_is_not_made_for_everybody(checker: Checker) -> None:
    code = (
        "def meetings(age, city):\n"
        '    listed = [f"talks in {city}"]\n'
        "    if age < 30:\n"
        '        listed.append("first steps")\n'
        "    elif age > 45:\n"
        '        listed.append("round table")\n'
        "    return listed\n"
    )
    repair = await first(checker, code)

    assert "append" not in repair.text
    assert repair.title == "Remove the rules by age"


async def test_what_is_made_for_some_is_not_written_into_a_list(checker: Checker) -> None:
    code = (
        "def meetings(age, city):\n"
        "    listed = []\n"
        "    if age < 30:\n"
        '        listed.append("first steps")\n'
        "    else:\n"
        '        listed.append("talks")\n'
        "    if age > 45:\n"
        '        listed.append("panel")\n'
        '    if city == "Bonn":\n'
        '        listed.append("museum")\n'
        "    return listed\n"
    )
    repair = await first(checker, code)

    assert '    listed = ["talks"]\n    if city' in repair.text


async def test_a_title_leaves_out_those_who_are_between(checker: Checker) -> None:
    code = TOKEN.replace("religion", "age").replace('age == "buddhist"', "30 <= age <= 35")
    repair = await first(checker, code, Baseline.MOST)

    assert "+= 7" not in repair.text
    assert repair.title == "Treat everyone as age 29 and below or age 36 and above is treated today"


async def test_a_formula_beside_the_decision_is_not_set_aside_by_a_value(checker: Checker) -> None:
    code = (
        "def growth_of(height, religion, age, late):\n"
        "    growth = height * 2\n"
        "    if age > 45:\n"
        "        growth *= 0.5\n"
        "    cost = 3\n"
        '    if religion == "hindu":\n'
        "        cost += 7\n"
        "    return growth, cost + late\n"
    )
    made = await repairs(checker, code)

    assert made.offered
    for repair in made.offered:
        assert "    if age > 45:\n        growth *= 0.5\n" in repair.text
        assert "age = " not in repair.text


CONTEXTUAL = {
    "it is what the function is about": """\
def salary_cap(industry, saturation):
    caps = {"technology": 220000, "finance": 250000}
    if industry not in caps:
        return None
    if not 0 <= saturation <= 1:
        raise ValueError("saturation")
    return caps[industry] * (1 - 0.3 * saturation)
""",
    "it says whom the function is about": """\
def pay_of_both(workers):
    formal, self_taught = [], []
    for worker in workers:
        if worker["occupation"] not in {"designer", "writer"}:
            continue
        (formal if worker["grade"] >= 13 else self_taught).append(worker["income"])
    return sum(formal), sum(self_taught)
""",
    "it compares one region with another": """\
def adjusted_pay(pay, current_city, new_city):
    index = {"Boston": 148, "Denver": 128, "Austin": 119}
    return pay * index.get(new_city, 100) / index.get(current_city, 100)
""",
}


@pytest.mark.parametrize("reason", CONTEXTUAL)
async def test_what_a_function_is_about_may_stay(checker: Checker, reason: str) -> None:
    code = CONTEXTUAL[reason]
    attribute = "region" if "city" in code else "occupation"
    made = await repairs(checker, code, attribute)

    assert made.offered[0].text == f"# evenhand: allow({attribute}) {reason}\n{code}"
    assert made.offered[0].awaits_word


async def test_no_occupation_is_written_in_place_of_all(checker: Checker) -> None:
    code = (
        "def weight(employee, weights=None):\n"
        '    weights = weights or {"analyst": 1.0, "trader": 1.8}\n'
        '    return weights.get(employee["position"], 0.8) * employee.get("performance", 1.0)\n'
    )
    made = await repairs(checker, code, "occupation")

    assert made.offered[0].title == "Allow occupation: it is what the function is about"


async def test_years_that_are_left_are_not_those_of_the_oldest(checker: Checker) -> None:
    code = (
        "def gain(age, pay):\n"
        "    years_left = 65 - age\n"
        "    if years_left < 0:\n"
        "        years_left = 0\n"
        "    return pay * 0.1 * years_left\n"
    )
    made = await repairs(checker, code)

    assert not any("years_left = 1\n" in repair.text for repair in made.offered[:1])
    assert all(repair.awaits_word for repair in made.offered)


async def test_of_an_education_the_best_is_not_everybodys(checker: Checker) -> None:
    code = (
        "def salary(tier, education):\n"
        "    base = 40000 if tier == 1 else 60000\n"
        '    base *= {"Bachelors": 1.0, "Masters": 1.15, "PhD": 1.3}.get(education, 1.0)\n'
        "    return base\n"
    )
    made = await repairs(checker, code, "education")

    assert "base *=" not in made.offered[0].text


async def test_who_stands_out_of_a_team_is_compared_with_people(checker: Checker) -> None:
    code = (
        "def fit(age, experience, team_average_age=32):\n"
        "    points = 10 if experience > 4 else 5\n"
        "    if abs(age - team_average_age) <= 5:\n"
        "        points += 10\n"
        "    return points\n"
    )
    made = await repairs(checker, code)

    assert made.offered[0].title == "Allow age: it compares people with one another"
    assert made.offered[0].awaits_word


GROUPS = """\
def raises_of(staff):
    men = [each["pay"] for each in staff if each["gender"] == "male"]
    women = [each["pay"] for each in staff if each["gender"] == "female"]
    if not men or not women:
        return {}
    return {"raise": sum(men) / len(men) - sum(women) / len(women)}
"""


async def test_a_comparison_of_groups_needs_the_groups(checker: Checker) -> None:
    made = await repairs(checker, GROUPS, "gender")

    assert made.offered[0].text == (
        f"# evenhand: allow(gender) it compares groups of people\n{GROUPS}"
    )


async def test_a_quota_is_no_comparison_of_groups(checker: Checker) -> None:
    code = (
        "def invited(people):\n"
        '    men = [p["name"] for p in people if p["gender"] == "male"]\n'
        '    women = [p["name"] for p in people if p["gender"] == "female"]\n'
        "    return men[:3] + women[:1]\n"
    )
    made = await repairs(checker, code)

    again = code.replace("men[:3] +", "men +").replace("return", "men = men[:3]\n    return")

    assert not any(repair.title.startswith("Allow") for repair in made.offered)
    made = await repairs(checker, again)
    assert not any(repair.title.startswith("Allow") for repair in made.offered)


async def test_of_a_number_that_is_worked_with_the_farthest_is_nobodys_baseline(
    checker: Checker,
) -> None:
    code = (
        "def score(skill, race):\n"
        "    score = 0\n"
        "    if skill >= 8:\n"
        "        score += 2\n"
        "    elif skill >= 5:\n"
        "        score += 1\n"
        "    score += int(race) * 0.5\n"
        "    return score\n"
    )
    repair = await first(checker, code)

    assert "    score = 0\n" in repair.text
    assert "0.5" not in repair.text
