"""A small lender: an application comes in as JSON, and a limit goes out."""

from dataclasses import dataclass

from flask import Flask, jsonify, request

app = Flask(__name__)


@dataclass
class Applicant:
    name: str
    age: int
    marital_status: str
    income: float
    debts: float


def score(applicant: Applicant) -> float:
    """Points; from 60 on the applicant gets a loan."""
    points = 40 + applicant.income / 1000 - applicant.debts / 500
    if applicant.age > 62:
        points -= 20
    if applicant.marital_status == "married":
        points += 15
    return points


def limit(applicant: Applicant) -> float:
    return applicant.income * 0.3 if score(applicant) >= 60 else 0


@app.post("/apply")
def apply():
    applicant = Applicant(**request.get_json())
    return jsonify(limit=limit(applicant))


def may_sign(age: int) -> bool:
    """Whether somebody may sign a contract."""
    return age >= 18
