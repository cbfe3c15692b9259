"""Values that code needs before it treats people differently: the search comes up with them."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.findings import Verdict, VerdictKind
from evenhand.options import CheckOptions


async def verdicts(checker: Checker, code: str) -> dict[str, Verdict]:
    """The verdict on each attribute, of the last function that has one on it."""
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(textwrap.dedent(code), Path("example.py"), options)
    return {v.attribute: v for function in report.functions for v in function.verdicts}


async def kinds_of(
    checker: Checker, cases: dict[str, tuple[str, str]]
) -> dict[str, VerdictKind | None]:
    """For each case (an attribute, and code) the kind of its verdict; None if it has none."""
    kinds: dict[str, VerdictKind | None] = {}
    for name, (attribute, code) in cases.items():
        found = (await verdicts(checker, code)).get(attribute)
        kinds[name] = found.kind if found is not None else None
    return kinds


MEMBERS = {
    "the value of a member": """
        def price(user):
            return 10 if user.gender.value == "female" else 12
        """,
    "the name of a member that is passed in": """
        def price(gender):
            return {"MALE": 12, "FEMALE": 10, "OTHER": 11}[gender.name.upper()]
        """,
}


@pytest.mark.parametrize("code", MEMBERS.values(), ids=list(MEMBERS))
async def test_members_of_an_unknown_enumeration(checker: Checker, code: str) -> None:
    verdict = (await verdicts(checker, code))["gender"]

    assert verdict.kind is VerdictKind.BIASED


AGE_OF_DATES = {
    "a year of birth that only old people have": """
        def may_drive(birth_year):
            return 2025 - birth_year <= 70
        """,
    "a year of birth beyond all usual ones, behind another condition": """
        def may_drive(birth_year, hours):
            return hours > 40 and 2025 - birth_year <= 80
        """,
    "a slice of ISO text": """
        def fee(dob):
            return 5 if 2026 - int(dob[:4]) >= 45 else 10
        """,
    "text that is split at points": """
        from datetime import date
        def fee(birth_date):
            parts = birth_date.split(".")
            born = date(int(parts[2]), int(parts[1]), int(parts[0]))
            return "denied" if (date.today() - born).days < 18 * 365 else "ok"
        """,
    "text with the year in front": """
        from datetime import date
        def fee(birth_date):
            year, month, day = birth_date.split(".")
            born = date(int(year), int(month), int(day))
            return "denied" if (date.today() - born).days < 18 * 365 else "ok"
        """,
    "text with the month in front": """
        import datetime
        def discount(person):
            month, day, year = [int(x) for x in person["dob"].split("/")]
            age = (datetime.date.today() - datetime.date(year, month, day)).days // 365
            return 0.2 if age >= 47 else 0
        """,
    "a number of eight digits": """
        def ok(dob):
            return "minor" if dob > 20080131 else "adult"
        """,
    "eight digits as text": """
        def ok(dob):
            return "minor" if dob > "20080131" else "adult"
        """,
    "seconds since 1970": """
        import time
        def ok(dob):
            return (time.time() - dob) / (365.25 * 86400) >= 18
        """,
    "seconds that become a moment": """
        from datetime import datetime
        def ok(user):
            born = datetime.fromtimestamp(user["birth_date"])
            return (datetime.now() - born).days >= 18 * 365
        """,
    "a moment": """
        from datetime import datetime
        def ok(dob):
            return "yes" if (datetime.now() - dob).days / 365.25 >= 25 else "no"
        """,
    "a moment with a time zone": """
        from datetime import datetime, timezone
        def ok(dob):
            return "yes" if (datetime.now(timezone.utc) - dob).days / 365.25 >= 25 else "no"
        """,
    "ISO text with a time zone": """
        from datetime import datetime, timezone
        def ok(dob: str):
            born = datetime.fromisoformat(dob.replace("Z", "+00:00"))
            return (datetime.now(timezone.utc) - born).days > 45 * 365
        """,
    "one of several formats": """
        from datetime import datetime
        FORMATS = ("%d %B %Y", "%Y/%m/%d")
        def parse(text):
            for form in FORMATS:
                try:
                    return datetime.strptime(text, form)
                except ValueError:
                    continue
            raise ValueError("no date")
        def ok(dob):
            return "a" if (datetime.today() - parse(dob)).days > 30 * 365 else "b"
        """,
    "text that a pattern takes apart": """
        import re
        from datetime import date
        def ok(dob):
            parts = re.match(r"(\\d{2})\\.(\\d{2})\\.(\\d{4})", dob)
            if not parts:
                raise ValueError("no date")
            return date.today().year - int(parts.group(3)) >= 40
        """,
    "one single age": """
        from datetime import date
        def ok(dob):
            today = date.today()
            had_no_birthday = (today.month, today.day) < (dob.month, dob.day)
            age = today.year - dob.year - had_no_birthday
            return "jubilee" if age == 33 else "no"
        """,
    "limits in a class": """
        from datetime import date
        class Rules:
            MIN_AGE = 27
            MAX_AGE = 29
            def ok(self, person):
                age = (date.today() - person.birth_date).days // 365
                return self.MIN_AGE <= age <= self.MAX_AGE
        """,
}


async def test_dates_of_birth_have_the_form_that_the_code_reads(checker: Checker) -> None:
    kinds = {
        name: (await verdicts(checker, code))["age"].kind for name, code in AGE_OF_DATES.items()
    }

    assert kinds == dict.fromkeys(AGE_OF_DATES, VerdictKind.BIASED)


async def test_a_date_in_another_form_is_an_echo(checker: Checker) -> None:
    parse = """
        from datetime import datetime
        def parse(dob):
            return {"born": datetime.strptime(dob, "%d.%m.%Y").date()}
        """
    show = """
        def show(person):
            return f"{person.name}, born {person.birth_date.strftime('%d %B %Y')}"
        """

    assert (await verdicts(checker, parse))["age"].kind is VerdictKind.NO_DIFFERENCE_FOUND
    assert (await verdicts(checker, show))["age"].kind is VerdictKind.NO_DIFFERENCE_FOUND


OTHER_NAMES = {
    "a cast": ("age", "def f(a, b, c):\n    age = int(c)\n    return a if age > 40 else b"),
    "a variable": ("gender", "def f(x, gt):\n    sex = gt\n    return x if sex == 'm' else 2 * x"),
    "an attribute": (
        "age",
        """
        class Guest:
            def __init__(self, n, a):
                self.name = n
                self.age = a
            def price(self):
                return 5 if self.age < 14 else 10
        """,
    ),
    "a helper's parameter": (
        "age",
        """
        def rate(age):
            return 5 if age < 14 else 10
        def f(x):
            return rate(x) + 1
        """,
    ),
    "the name of a function that checks it": (
        "age",
        """
        from datetime import date, timedelta
        def validate_date_of_birth(value):
            if value > date.today() - timedelta(days=365 * 15):
                return "too young"
            return "ok"
        """,
    ),
    "a question": (
        "age",
        """
        x = int(input("How old are you? "))
        print("free" if x > 44 else "pay")
        """,
    ),
    "a question in another language": (
        "age",
        """
        n = int(input("¿Cuántos años tienes? "))
        print("gratis" if n > 44 else "paga")
        """,
    ),
    "a question with a choice": (
        "gender",
        """
        answer = input("Are you male or female? ")
        print(1 if answer == "male" else 2)
        """,
    ),
    "a question with a form": (
        "age",
        """
        from datetime import datetime
        text = input("Please enter your date of birth (DD/MM/YYYY): ")
        year = datetime.strptime(text, "%d/%m/%Y").year
        print("no" if 2026 - year < 18 else "yes")
        """,
    ),
}


async def test_what_the_code_calls_a_value_names_it(checker: Checker) -> None:
    assert await kinds_of(checker, OTHER_NAMES) == dict.fromkeys(OTHER_NAMES, VerdictKind.BIASED)


NUMBERS = {
    "digits in a text": (
        "age",
        """
        def handle(age):
            if not age.isdigit():
                return "again"
            return "refused" if int(age) > 60 else "granted"
        """,
    ),
    "digits that a screen gives": (
        "age",
        """
        def pressed(age_entry, income_entry):
            if not (age_entry.get().strip().isdigit() and income_entry.get().isdigit()):
                return "again"
            limit = int(income_entry.get()) * 2
            return 0 if int(age_entry.get()) > 60 else limit
        """,
    ),
    "a code for a group": (
        "gender",
        """
        def limit(form):
            sex = int(form["sex"])
            return 500 if sex else 1000
        """,
    ),
    "a year that is typed in": (
        "age",
        """
        born = input("Nascimento: ")
        while not born.isnumeric():
            born = input("Nascimento: ")
        print("granted" if 2022 - int(born) <= 40 else "refused")
        """,
    ),
    "a number that the code compares with a text": (
        "marital_status",
        """
        years = int(input("Years at this bank: "))
        marital_status = int(input("Marital status (1: single, 2: married): "))
        if years == ">10" or marital_status == 2:
            print("granted")
        else:
            print("refused")
        """,
    ),
}


async def test_numbers_stand_in_texts_where_code_takes_them_from_texts(checker: Checker) -> None:
    assert await kinds_of(checker, NUMBERS) == dict.fromkeys(NUMBERS, VerdictKind.BIASED)


BY_POSITION = {
    "lists beside each other": (
        "gender",
        """
        def points(genders, incomes):
            total = 0
            for i in range(len(genders)):
                if genders[i] == "female":
                    total += incomes[i]
            return total
        """,
    ),
    "a position that is numbered": (
        "gender",
        """
        def points(genders, incomes):
            total = 0
            for i, income in enumerate(incomes):
                sex = genders[i]
                total += income * (2 if sex == "female" else 3)
            return total
        """,
    ),
    "a table of seven columns": (
        "race",
        """
        def points(table, days):
            total = 0
            for day in range(days):
                for column in range(7):
                    ethnicity = table[day][column]
                    if ethnicity == "2":
                        total += 8
                    elif ethnicity == "3":
                        total += 10
            return total
        """,
    ),
}


async def test_what_is_counted_are_positions_of_lists(checker: Checker) -> None:
    assert await kinds_of(checker, BY_POSITION) == dict.fromkeys(BY_POSITION, VerdictKind.BIASED)


ASKED_IN_ORDER = {
    "again for every visitor": (
        "age",
        """
        def whole_number(prompt):
            while True:
                try:
                    return int(input(prompt))
                except ValueError:
                    print("Please enter a number.")
        def main():
            total = 0
            for number in range(whole_number("How many visitors? ")):
                age = whole_number(f"Age of visitor {number}: ")
                total += 5 if age < 16 else 9
            return total
        """,
    ),
    "only after another answer": (
        "age",
        """
        member = input("Are you a member? ").strip().lower()
        if member == "no":
            age = int(input("How old are you? "))
            if age < 18:
                print("Ask your parents.")
        name = input("Your name: ")
        print("Welcome", name)
        """,
    ),
    "one question or another": (
        "age",
        """
        def enrol():
            age = int(input("Age: "))
            if age < 18:
                return "minor of " + input("Name of your parent: ")
            return "adult in " + input("City: ")
        """,
    ),
    "until nobody types any more": (
        "gender",
        """
        def count():
            points = 0
            while True:
                try:
                    gender = input("Gender: ")
                except EOFError:
                    return points
                points += 2 if gender == "male" else 1
        """,
    ),
}


async def test_answers_come_in_the_order_of_the_questions(checker: Checker) -> None:
    biased = dict.fromkeys(ASKED_IN_ORDER, VerdictKind.BIASED)
    assert await kinds_of(checker, ASKED_IN_ORDER) == biased


IN_TEXTS = {
    "fields of a line": (
        "age",
        """
        def handle(line):
            fields = line.split(";")
            if len(fields) != 3:
                return None
            name, gender, age = fields
            return "reject" if gender == "F" and int(age) > 40 else "accept"
        """,
    ),
    "a field by its position": (
        "gender",
        """
        def handle(line):
            parts = line.strip().split(",")
            sex = parts[2]
            return int(parts[1]) > 50 and sex == "M"
        """,
    ),
    "lines of a text": (
        "age",
        """
        def handle(text):
            total = 0
            for line in text.splitlines():
                name, age = line.split(",")
                total += 5 if int(age) < 14 else 10
            return total
        """,
    ),
    "numbers of a line": (
        "age",
        """
        def handle(line):
            age, points = map(int, line.split())
            return points * 2 if age > 40 else points
        """,
    ),
    "a number that has to be large, in a part": (
        "gender",
        """
        def handle(number, gender):
            if int(number.split("-")[1]) < 100:
                return None
            return "a" if gender == "female" else "b"
        """,
    ),
    "what stands before a colon": (
        "gender",
        """
        def handle(code, gender):
            prefix, _, rest = code.partition(":")
            if prefix != "emp" or not rest:
                return None
            return 1 if gender == "female" else 0
        """,
    ),
}


async def test_a_text_is_made_of_the_parts_that_the_code_reads(checker: Checker) -> None:
    assert await kinds_of(checker, IN_TEXTS) == dict.fromkeys(IN_TEXTS, VerdictKind.BIASED)


async def test_parts_that_are_only_repeated_are_echoes(checker: Checker) -> None:
    code = """
        def read(line):
            name, age, gender = line.split(",")
            return {"name": name, "age": int(age), "gender": gender.strip().lower()}
        """
    found = await verdicts(checker, code)

    assert found["age"].kind is VerdictKind.NO_DIFFERENCE_FOUND
    assert found["gender"].kind is VerdictKind.NO_DIFFERENCE_FOUND


BEHIND_TEXTS = {
    "patterns": (
        "age",
        """
        import re
        def register(email, phone, age):
            if not re.match(r"^[\\w.+-]+@[\\w-]+\\.[\\w.]+$", email):
                raise ValueError("email")
            if not re.fullmatch(r"\\+?\\d{7,15}", phone):
                return {"error": "phone"}
            return {"limit": 100 if age < 25 else 500}
        """,
    ),
    "patterns of a class and of the module": (
        "gender",
        """
        import re
        PLACE = re.compile(r"[A-Z]{2}\\d{3}-\\d{4}")
        class Form:
            CODE = re.compile("^(AB|CD)[0-9]+x?$")
            def handle(self, data):
                if PLACE.fullmatch(data["place"]) is None:
                    return 400
                if not self.CODE.search(data["code"]):
                    return 401
                return 200 if data["gender"] == "male" else 403
        """,
    ),
    "a beginning and an end": (
        "gender",
        """
        def handle(policy, gender):
            if not policy.startswith("POL-"):
                raise ValueError
            if not policy.endswith("-X"):
                raise ValueError
            return 1 if gender == "m" else 2
        """,
    ),
    "a length": (
        "gender",
        """
        def handle(password, gender):
            if len(password) < 8 or len(password) > 20:
                return None
            return "a" if gender == "female" else "b"
        """,
    ),
    "digits of a length": (
        "gender",
        """
        def handle(zip_code, gender):
            if not zip_code.isdigit() or len(zip_code) != 5:
                return None
            return 1 if gender == "m" else 2
        """,
    ),
    "parts that it must have": (
        "nationality",
        """
        def handle(email, nationality):
            if "@" not in email or "." not in email:
                return {"status": 400}
            return {"status": 403} if nationality == "Syrian" else {"status": 200}
        """,
    ),
    "places to fill": (
        "age",
        """
        def greet(template, age):
            return template.format(greeting="Hi" if age < 16 else "Good morning")
        """,
    ),
    "a UUID": (
        "gender",
        """
        import uuid
        def handle(number, gender):
            return uuid.UUID(number).hex[:4] + ("x" if gender == "female" else "y")
        """,
    ),
    "a time of day": (
        "gender",
        """
        from datetime import datetime
        def handle(visit, gender):
            if datetime.strptime(visit, "%H:%M").hour < 9:
                return "closed"
            return "a" if gender == "female" else "b"
        """,
    ),
}


async def test_texts_satisfy_what_stands_before_the_difference(checker: Checker) -> None:
    assert await kinds_of(checker, BEHIND_TEXTS) == dict.fromkeys(BEHIND_TEXTS, VerdictKind.BIASED)


async def test_a_text_that_is_made_up_is_no_group_of_people(checker: Checker) -> None:
    code = """
        import re
        def f(gender):
            if not re.fullmatch("[a-z-]{3,10}", gender):
                raise ValueError("no word")
            return 1 if len(gender) < 3 else 2
        """
    found = await verdicts(checker, code)

    assert found["gender"].kind is VerdictKind.NO_DIFFERENCE_FOUND


TABLES = {
    "rules with operators": (
        "age",
        """
        import operator
        RULES = [
            {"field": "income", "op": ">=", "value": 30000, "points": 30},
            {"field": "age", "op": ">", "value": 65, "points": -20},
        ]
        TESTS = {">": operator.gt, ">=": operator.ge}
        def evaluate(application: dict, rules=RULES, needed: int = 10):
            points = 0
            for rule in rules:
                value = application.get(rule["field"])
                if value is not None and TESTS[rule["op"]](value, rule["value"]):
                    points += rule["points"]
            return points >= needed
        """,
    ),
    "rules in rules": (
        "age",
        """
        RULES = {"loan": {"min_age": 23, "max_age": 73}, "card": {"min_age": 18, "max_age": 90}}
        def allowed(kind, age):
            rule = RULES[kind]
            return rule["min_age"] <= age <= rule["max_age"]
        """,
    ),
    "bands": (
        "age",
        """
        BANDS = [(0, 22, 1.9), (23, 64, 1.9), (65, 67, 1.4), (68, 200, 1.9)]
        def rate(age):
            for low, high, value in BANDS:
                if low <= age <= high:
                    return value
        """,
    ),
    "limits that are searched": (
        "age",
        """
        from bisect import bisect_left
        HEIGHTS = {"boy": {2: 81.0, 4: 95.0, 6: 106.0}, "girl": {2: 80.0, 4: 94.0, 6: 105.0}}
        def lowest(sex: str, age_years: int):
            table = HEIGHTS[sex]
            ages = sorted(table)
            return table[ages[min(bisect_left(ages, age_years), len(ages) - 1)]]
        """,
    ),
    "a limit in a class": (
        "age",
        """
        class Policy:
            LIMITS = {"senior": 71}
            @classmethod
            def is_senior(cls, applicant):
                return applicant["age"] >= cls.LIMITS["senior"]
        """,
    ),
    "keys of a table in a method": (
        "gender",
        """
        class Hero:
            def __init__(self, sense, gender):
                self.sense = sense
                self.gender = gender
            def bonus(self):
                base = {"good": 1, "keen": 2}.get(self.sense, 0)
                return 10 if base == 2 and self.gender == "f" else 0
        """,
    ),
    "a limit that is given, with a default": (
        "age",
        """
        def check(patient, drug):
            return "no" if patient["age"] < drug.get("minimum_age", 0) else "yes"
        """,
    ),
    "numbers beside a word": (
        "age",
        """
        def donate(weight, age):
            if weight == "no data" or age == "no data":
                return "unknown"
            if age >= 17:
                return "yes" if weight >= 50 else "too light"
            return "too young"
        """,
    ),
    "points for one combination": (
        "age",
        """
        def decide(credit, years, home, insured, age):
            points = 0
            if credit > 700: points += 30
            if years > 5: points += 20
            if home == "owner": points += 17
            if insured: points += 8
            if age > 40: points += 3
            return points >= 78
        """,
    ),
    "an equation of two numbers": (
        "gender",
        """
        def f(x, y, gender):
            if x * x + y * y == 25 and x > 0 and y > 0:
                return 1 if gender == "male" else 0
            return 2
        """,
    ),
    "an equation of the third degree": (
        "gender",
        """
        def f(x, gender):
            if x ** 3 - 6 * x == 95:
                return 1 if gender == "male" else 0
            return 2
        """,
    ),
    "fields of a row": (
        "age",
        """
        def f(row):
            gender = row[3]
            age = float(row[1])
            return 1 if gender == "m" and age > 30 else 2
        """,
    ),
}


async def test_what_tables_and_numbers_ask_for_is_found(checker: Checker) -> None:
    assert await kinds_of(checker, TABLES) == dict.fromkeys(TABLES, VerdictKind.BIASED)


MEMBERS = {
    "by identity": "return 1 if person.sex is Sex.FEMALE else 2",
    "among others": "return 1 if person.sex in (Sex.FEMALE, None) else 2",
    "by its value": "return 1 if person.sex == Sex.FEMALE.value else 2",
    "in a table": "return {Sex.MALE: 2, Sex.FEMALE: 1}[person.sex]",
}


@pytest.mark.parametrize("values", [("auto()", "auto()"), ("'m'", "'f'"), ("(1, 0)", "(0, 1)")])
async def test_members_of_enumerations_are_met(checker: Checker, values: tuple[str, str]) -> None:
    male, female = values
    head = (
        f"from enum import Enum, auto\n"
        f"class Sex(Enum):\n    MALE = {male}\n    FEMALE = {female}\n"
        f"def f(person):\n    "
    )
    codes = {name: ("gender", head + body) for name, body in MEMBERS.items()}
    if values[0].startswith("("):
        del codes["by its value"]

    assert await kinds_of(checker, codes) == dict.fromkeys(codes, VerdictKind.BIASED)


IMPORTED_NAMES = {
    "constants": (
        "gender",
        """
        from constants_of_a_trial import FEMALE, YES
        def eligible(gender, consent):
            if consent != YES:
                return "no consent"
            return "a" if gender == FEMALE else "b"
        """,
    ),
    "members": (
        "gender",
        """
        from .kinds import Sex, Status
        def eligible(person):
            if person.status == Status.ACTIVE and person.sex == Sex.FEMALE:
                return "a"
            return "b"
        """,
    ),
    "members with a capital letter": (
        "gender",
        """
        from .kinds import Sex
        def fee(person):
            return 5 if person.sex == Sex.Female else 10
        """,
    ),
    "members in small letters": (
        "age",
        """
        from .kinds import TicketTypes
        def fee(rider):
            return (rider.ticket == TicketTypes.yearly) * (10 - 3 * (rider.age >= 45))
        """,
    ),
    "keys of a table": (
        "gender",
        """
        from .kinds import Sex
        RATES = {Sex.FEMALE: 0.8, Sex.MALE: 1.0}
        def fee(person):
            return 10 * RATES.get(person.sex, 2)
        """,
    ),
    "their values": (
        "gender",
        """
        from .kinds import Sex
        def fee(person):
            return 5 if person["sex"] == Sex.FEMALE.value else 10
        """,
    ),
    "a pattern": (
        "gender",
        """
        from .kinds import Sex
        def fee(person):
            match person.sex:
                case Sex.FEMALE:
                    return 5
                case _:
                    return 10
        """,
    ),
    "of a record that is asked for": (
        "gender",
        """
        from .records import repository
        from .kinds import Sex
        def fee(number):
            return 5 if repository.get(number).sex == Sex.FEMALE else 10
        """,
    ),
    "of a value itself": (
        "marital_status",
        """
        from openfisca_country.base import Variable
        class Bonus(Variable):
            def formula(person, period, parameters):
                status = person("marital_status", period)
                return 100 * (status == status.possible_values.WIDOWED)
        """,
    ),
}


async def test_columns_that_cannot_be_imported_are_no_constants(checker: Checker) -> None:
    code = """
        from .tables import Member, session
        def listed(age):
            return session.query(Member).filter(Member.age == age).count()
        """
    found = await verdicts(checker, code)

    assert found["age"].kind is not VerdictKind.BIASED


async def test_constants_that_cannot_be_imported_stand_for_their_names(checker: Checker) -> None:
    expected = dict.fromkeys(IMPORTED_NAMES, VerdictKind.BIASED)

    assert await kinds_of(checker, IMPORTED_NAMES) == expected


async def test_another_word_may_look_like_a_repeated_value(checker: Checker) -> None:
    code = """
        def show(number: int, age: int = 20, points: int = 66):
            print(f"{number} is {age}, with {points}")
        """
    found = await verdicts(checker, code)

    assert found["age"].kind is not VerdictKind.BIASED


POSITIONS = {
    "of a number": """
        def fee(rider, fees):
            return fees[rider["zone"] - 1] if rider["age"] < 45 else 0
        """,
    "of an age": """
        def fee(age, fees):
            band = min(age // 10, 6)
            return fees[band]
        """,
    "of a conversion, in records": """
        class Fees:
            def __init__(self, bands):
                self.bands = bands
            def fee(self, age):
                return self.bands[int(age / 20)]["fee"]
        """,
    "far from the first": """
        def fee(age, fees):
            return fees[7] if age < 45 else fees[0]
        """,
}


async def test_lists_are_as_long_as_the_code_reads_them(checker: Checker) -> None:
    cases = {name: ("age", code) for name, code in POSITIONS.items()}
    code = next(iter(POSITIONS.values()))

    assert await kinds_of(checker, cases) == dict.fromkeys(cases, VerdictKind.BIASED)
    witness = (await verdicts(checker, code))["age"].witness
    assert witness is not None
    assert "DataFrame" not in witness.calls[0]


GUARDS = {
    "a record that exists already": """
        def register(people, form):
            known = people.find_by_email(form["email"])
            if known:
                return known.number
            return "refused" if form["age"] < 21 else "welcome"
        """,
    "a day that has passed": """
        from datetime import date
        def fee(member, today: date):
            if member.left_on is not None and member.left_on <= today:
                return 0
            return 5 if member.age < 18 else 10
        """,
    "anything in a list": """
        def fee(member):
            if len(member.sanctions) > 0:
                return None
            return 5 if member.age < 18 else 10
        """,
    "what a loop goes through": """
        def fee(member):
            for booking in member.bookings:
                if booking.is_open:
                    return None
            return 5 if member.age < 18 else 10
        """,
}


async def test_what_stands_in_front_may_be_absent(checker: Checker) -> None:
    cases = {name: ("age", code) for name, code in GUARDS.items()}

    assert await kinds_of(checker, cases) == dict.fromkeys(cases, VerdictKind.BIASED)


TOGETHER = {
    "a product of conditions": (
        "age",
        """
        def grant(person, rules):
            is_old = person.age >= rules.minimum
            is_local = person.town == "Lund"
            is_poor = person.savings <= 0
            is_tenant = person.home == "rented"
            return is_old * is_local * is_poor * is_tenant
        """,
    ),
    "either of two flags": (
        "disability",
        """
        def may_apply(person, limits):
            limit = limits.high if person["is_deaf"] | person["is_blind"] else limits.low
            return person["distance"] < limit
        """,
    ),
    "a rule of a kind, and what it is about": (
        "gender",
        """
        def points(rules, person):
            total = 0
            for rule in rules:
                if rule["kind"] == "area" and person["town"] in rule["where"]:
                    total += 5 if person["gender"] == "f" else 10
            return total
        """,
    ),
    "keys that are put together": (
        "age",
        """
        def fee(person, fees):
            band = "old" if person["age"] > 40 else "young"
            return fees[f"{person['plan']}_{band}"] + fees["base_" + band]
        """,
    ),
    "an order by several things": (
        "age",
        """
        def called_first(patients):
            return sorted(patients, key=lambda p: (p["urgency"], p["age"]), reverse=True)[0]
        """,
    ),
    "a group as a factor": (
        "gender",
        """
        def score(person, weights):
            return weights.base + person.gender * weights.bonus
        """,
    ),
    "a limit that a date is moved by": (
        "age",
        """
        from frappe.utils import add_years, getdate, nowdate
        def may_enter(child, school):
            return getdate(nowdate()) >= add_years(getdate(child.date_of_birth), school.least)
        """,
    ),
    "a flag that chooses the rows": (
        "gender",
        """
        import pandas as pd
        def invited(people: pd.DataFrame) -> list:
            people = people[people["has_agreed"]]
            people = people.loc[~people["is_blocked"]]
            return list(people[people["gender"] == "f"]["name"])
        """,
    ),
    "a connection that is opened once": (
        "gender",
        """
        import sqlite3
        from contextlib import closing
        from dataclasses import dataclass
        from flask import g

        @dataclass
        class Member:
            name: str
            gender: str

        def connection():
            if "db" not in g:
                g.db = sqlite3.connect("members.db")
            return g.db

        def fee(number):
            with closing(connection().execute("SELECT * FROM member", (number,))) as rows:
                member = Member(**dict(rows.fetchone()))
            return 50 if member.gender == "f" else 100
        """,
    ),
    "a field with a default by name": (
        "gender",
        """
        class Figure:
            def fee(self):
                return 5 if self.store.get("gender", default="none") == "female" else 10
        """,
    ),
}


async def test_inputs_that_have_to_agree(checker: Checker) -> None:
    expected = dict.fromkeys(TOGETHER, VerdictKind.BIASED)

    assert await kinds_of(checker, TOGETHER) == expected
