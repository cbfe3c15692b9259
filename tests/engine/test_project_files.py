"""Rules and tariffs in files of the project are read, and not made up."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.findings import FunctionReport, VerdictKind, Witness
from evenhand.options import CheckOptions
from evenhand.repair.offline import offline_repairs

RULES = json.dumps(
    {
        "base": 500,
        "rules": [
            {"field": "income", "above": 40_000, "points": 120},
            {"field": "nationality", "values": ["XX", "YY"], "points": -150},
        ],
    }
)
SCORES = """\
def score(nationality, income):
    points = RULES["base"] + income // 1000
    for rule in RULES["rules"]:
        if rule["field"] == "nationality" and nationality in rule["values"]:
            points += rule["points"]
    return points
"""
GENERIC = """\
import json
from dataclasses import dataclass

with open("score.json") as file:
    RULES = json.load(file)

@dataclass
class Applicant:
    income: int
    nationality: str

def score(applicant: Applicant) -> int:
    points = RULES["base"]
    for rule in RULES["rules"]:
        if getattr(applicant, rule["field"]) in rule.get("values", []):
            points += rule["points"]
    return points
"""
TARIFF = "gender,age_from,age_to,premium\nmale,18,25,900\nfemale,18,25,700\nmale,26,99,500\n"
PREMIUMS = """\
import csv
from functools import cache

@cache
def tariff():
    with open("tariff.csv", newline="") as file:
        return list(csv.DictReader(file))

def premium(gender, age):
    for row in tariff():
        if row["gender"] == gender and int(row["age_from"]) <= age <= int(row["age_to"]):
            return float(row["premium"])
    raise LookupError("no tariff")
"""
FILES = {
    "where the program is started": (
        "rules/score.json", RULES, "service/scores.py",
        f'import json\nwith open("rules/score.json") as f:\n    RULES = json.load(f)\n\n{SCORES}',
        "nationality", {"'XX'", "'YY'"},
    ),
    "beside the module, by the parts of its path": (
        "rules/score.json", RULES, "scores.py",
        "import json\nfrom pathlib import Path\n"
        f'RULES = json.loads((Path("rules") / "score.json").read_text())\n\n{SCORES}',
        "nationality", {"'XX'", "'YY'"},
    ),
    "a table whose rows have columns for those who are asked about": (
        "tariff.csv", TARIFF, "premiums.py", PREMIUMS, "gender", {"'male'", "'female'"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("data", "content", "module", "text", "attribute", "values"), FILES.values(), ids=FILES
)
async def test_a_file_of_the_project_says_who_is_treated_differently(
    checker: Checker, tmp_path: Path, data: str, content: str, module: str, text: str,
    attribute: str, values: set[str],
) -> None:  # fmt: skip
    (tmp_path / data).parent.mkdir(exist_ok=True)
    (tmp_path / data).write_text(content)

    function = await last_function(checker, tmp_path / module, text)

    [verdict] = [v for v in function.verdicts if v.attribute == attribute]
    assert verdict.kind is VerdictKind.BIASED
    assert verdict.witness is not None
    assert not is_made_up(verdict.witness)
    assert values & {*verdict.witness.values}


async def test_a_file_that_is_not_there_yet_is_made_up_until_it_comes(
    new_checker: Checker, tmp_path: Path
) -> None:
    module = tmp_path / "scores.py"
    text = f'import json\nwith open("score.json") as f:\n    RULES = json.load(f)\n\n{SCORES}'
    before = await last_function(new_checker, module, text)

    (tmp_path / "score.json").write_text(RULES)
    after = await last_function(new_checker, module, text)

    # A `field` that is compared with names of attributes is not what somebody works in.
    witnesses = [v.witness for r in (before, after) for v in r.verdicts if v.witness]
    assert [is_made_up(witness) for witness in witnesses] == [True, False]


async def test_a_rule_that_only_a_file_can_lose_is_shown_there(
    checker: Checker, tmp_path: Path
) -> None:
    (tmp_path / "score.json").write_text(RULES.replace("}, ", "},\n"))
    module = tmp_path / "scores.py"
    module.write_text(GENERIC)

    options = CheckOptions(sys.executable, (str(tmp_path),), seconds=60)
    made = await offline_repairs(checker, GENERIC, module, options, "score", "nationality")

    assert made.problem is not None
    assert "decides by nationality, as `score.json:2` says: change it there" in made.problem


def is_made_up(witness: Witness) -> bool:
    return witness.staging is not None and bool(witness.staging.patches)


async def last_function(checker: Checker, file: Path, text: str) -> FunctionReport:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    folders = tuple(dict.fromkeys(str(folder) for folder in (file.parent, *file.parents[1:2])))
    report = await checker.check(text, file, CheckOptions(sys.executable, folders, seconds=60))
    assert report.problem is None
    return report.functions[-1]
