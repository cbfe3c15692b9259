"""What is said of code whose packages are missing, by how these are known to work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.options import CheckOptions

ODOO = """from odoo import _, api, fields, models
from odoo.exceptions import UserError, ValidationError


class Employee(models.Model):
    _inherit = "hr.employee"

    bonus = fields.Float(compute="_compute_bonus")

    @api.depends("gender")
    def _compute_bonus(self):
        for record in self:
            if record.gender == "female":
                record.bonus = 100.0
            else:
                record.bonus = 150.0

    @api.constrains("age")
    def _check_age(self):
        for record in self:
            if record.age < 18:
                raise ValidationError(_("Employees are adults"))

    def action_promote(self):
        self.ensure_one()
        if self.marital == "single":
            self.write({"level": 2})
        else:
            self.write({"level": 1})

    def action_hire(self):
        partner = self.env["res.partner"].browse(self.partner_id.id)
        if partner.age > 40:
            raise UserError("too old")
        return True
"""
OPENFISCA = """from openfisca_nowhere.model_api import *


class child_benefit(Variable):
    value_type = float
    entity = Person
    definition_period = MONTH

    def formula(person, period, parameters):
        age = person("age", period)
        law = parameters(period).benefits.children
        return where(age < law.age_limit, law.amount, 0)


class pension(Variable):
    value_type = float
    entity = Person

    def formula(person, period, parameters):
        age = person("age", period)
        female = person("is_female", period)
        return where(female, age >= 40, age >= 45) * 500


class family_allowance(Variable):
    value_type = float
    entity = Family

    def formula(family, period, parameters):
        ages = family.members("age", period)
        disabled = family.members("is_disabled", period)
        income = family.household("income", period)
        young = family.sum(ages < 18)
        return max_(100 * young - income, 0) + family.any(disabled) * 40


class town_gift(Variable):
    value_type = bool

    def formula(family, period, parameters):
        oldest = parameters(period).towns.gift.oldest
        resident = family.head.household("resident", period)
        return resident * (family.head("age", period) < oldest)


def eligible(person, period):
    return (person("age", period) >= 25) * (person("nationality", period) == b"FR")
"""
FRAPPE = """import frappe
from frappe.model.document import Document
from frappe.utils import add_years, date_diff, flt, getdate, nowdate, today


class Patient(Document):
    def set_fee(self):
        self.fee = 0 if date_diff(today(), self.dob) > 45 * 365 else 50


def gratuity(employee, amount):
    dob = frappe.db.get_value("Employee", employee, "date_of_birth")
    if getdate(add_years(dob, 60)) <= getdate(today()):
        return flt(amount) * 2
    return flt(amount)


def check_retirement():
    for employee in frappe.get_all("Employee", fields=["name", "date_of_birth"]):
        if date_diff(nowdate(), employee.date_of_birth) > 40 * 365:
            frappe.db.set_value("Employee", employee.name, "status", "Retired")
"""
HELPERS = """import arrow
from clinic.utils import calc_age, get_age, parse_date, safe_int, to_float, years_between
from dateutil.relativedelta import relativedelta
from datetime import date

total = 0


def dose(patient):
    return 5 if get_age(patient.birth_date) < 12 else 10


def fare(born, base):
    years = calc_age(born)
    return base / 2 if years >= 45 else base


def energy(weight, age):
    return 10 * to_float(weight) - 5 * to_float(age)


def may_enter(form):
    return relativedelta(date.today(), parse_date(form["birthdate"])).years >= 18


def premium(form):
    return 300 if safe_int(form.get("age")) > 40 else 100


def senior(person):
    return years_between(person["birth_date"], date.today()) > 44


def group(person):
    days = (arrow.utcnow() - arrow.get(person["birthdate"])).days
    return "pass" if days > 45 * 365 else "full"


def begins_with_year(person):
    return 10 if int(person["birth_date"][:4]) < 1960 else 20


def count(applicant):
    global total
    total += 2 if applicant["marital_status"] == "married" else 1


def admit(event):
    allowed = event.person.age < 13
    if event.person.age < 19 and event.person.has_disability():
        allowed = True
    event.condition(allowed)
"""
EMAILS = """from pydantic import BaseModel, EmailStr


class Applicant(BaseModel):
    email: EmailStr
    age: int

    def is_wanted(self):
        return self.age < 50


def answer(form: dict):
    applicant = Applicant(email="kim@example.org", age=form["age"])
    return applicant.email if applicant.is_wanted() else ""
"""
ANCESTOR = """from people_nowhere import Person


class Physician(Person):
    def __init__(self, first_name, last_name, field):
        super().__init__(first_name, last_name)
        self.field = field

    def may_practise(self):
        granted = self.age > 40
        print(self.getLastName(), granted)
        return granted
"""
WANTED: dict[str, tuple[str, dict[tuple[str, str], str]]] = {
    "an ancestor that sets what is read": (
        ANCESTOR,
        {("Physician.may_practise", "age"): "biased"},
    ),
    "odoo": (
        ODOO,
        {
            ("Employee._compute_bonus", "gender"): "biased",
            ("Employee._check_age", "age"): "refuses",
            ("Employee.action_promote", "marital_status"): "biased",
            ("Employee.action_hire", "age"): "refuses",
        },
    ),
    "openfisca": (
        OPENFISCA,
        {
            ("child_benefit.formula", "age"): "biased",
            ("pension.formula", "age"): "biased",
            ("pension.formula", "gender"): "biased",
            ("family_allowance.formula", "age"): "biased",
            ("family_allowance.formula", "disability"): "biased",
            ("town_gift.formula", "age"): "biased",
            ("eligible", "age"): "biased",
            ("eligible", "nationality"): "biased",
        },
    ),
    "frappe": (
        FRAPPE,
        {
            ("Patient.set_fee", "age"): "biased",
            ("gratuity", "age"): "biased",
            ("check_retirement", "age"): "biased",
        },
    ),
    "helpers": (
        HELPERS,
        {
            ("dose", "age"): "biased",
            ("fare", "age"): "biased",
            ("energy", "age"): "biased",
            ("may_enter", "age"): "biased",
            ("premium", "age"): "biased",
            ("senior", "age"): "biased",
            ("group", "age"): "biased",
            ("begins_with_year", "age"): "biased",
            ("count", "marital_status"): "biased",
            ("admit", "age"): "biased",
            ("admit", "disability"): "biased",
        },
    ),
    "emails of pydantic": (
        EMAILS,
        {("Applicant.is_wanted", "age"): "biased", ("answer", "age"): "biased"},
    ),
}


@pytest.mark.parametrize("name", WANTED)
async def test_verdicts_without_the_package(checker: Checker, name: str) -> None:
    code, wanted = WANTED[name]
    options = CheckOptions(sys.executable, seconds=120)
    report = await checker.check(code, Path("example.py"), options)

    verdicts = {(f.name, v.attribute): v for f in report.functions for v in f.verdicts}
    kinds = {key: verdicts[key].kind.value for key in wanted if key in verdicts}
    reasons = [verdicts[key].reason for key in kinds if kinds[key] != wanted[key]]
    assert kinds == wanted, reasons
