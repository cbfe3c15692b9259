"""SARIF as others read it: the types of its schema, and the rules of Microsoft's validator.

The types are those of `@types/sarif`, which are made from the schema of the standard. The rules
are those that are errors or warnings, for every log and for GitHub's code scanning.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from evenhand.apps.cli.output.flat_findings import FlatFinding
from evenhand.apps.cli.output.sarif_output import sarif_log
from evenhand.findings import Purpose, RuleCode, Severity, Span

ROOT = Path(__file__).parents[2]
TYPES = ROOT / "node_modules" / "@types" / "sarif" / "index.d.ts"
COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
PLACE = Span(2, 4, 2, 9)
SOURCE = """\
def fee(age, gender):
    return 20 if gender == "female" else 10


def is_adult(age):
    return age >= 18


def ä(ward):
    return ward.upper()
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Of a folder with spaces in its names, of a file elsewhere, and of one that is not there."""
    folder = tmp_path_factory.mktemp("here")
    elsewhere = tmp_path_factory.mktemp("there") / "fees #1.py"
    (folder / "to pay").mkdir()
    for file in (folder / "to pay" / "fees.py", elsewhere):
        file.write_text(SOURCE, encoding="utf-8")
    paths = ["to pay", str(elsewhere), "gone.py"]
    command = [sys.executable, "-P", "-m", "evenhand", "check", "-v", "--format", "sarif", *paths]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_the_log_has_the_form_of_the_standard(log: dict[str, Any], tmp_path: Path) -> None:
    """Every property is one of the standard's, with a value that it allows."""
    levels = [_finding(severity) for severity in Severity]
    logs = [log, json.loads(sarif_log([*levels, _finding(Severity.WARNING, None)], ["a: b"]))]
    types = TYPES.as_posix().removesuffix(".d.ts")
    source = f'import type {{ Log }} from "{types}";\nexport const logs: Log[] = '
    (tmp_path / "logs.ts").write_text(f"{source}{json.dumps(logs)};\n", encoding="utf-8")

    options = ["--noEmit", "--strict", "--ignoreConfig"]
    command = ["node", str(COMPILER), *options, str(tmp_path / "logs.ts")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)

    assert done.stdout + done.stderr == ""


def _finding(severity: Severity, place: Span | None = PLACE) -> FlatFinding:
    return FlatFinding(
        path="a.py",
        code=RuleCode("EVH001"),
        severity=severity,
        message="Differs.",
        location=place,
        function="f",
        attribute="age",
        purpose=Purpose.DECISION,
    )


def test_rules_can_be_understood_and_looked_up(log: dict[str, Any]) -> None:
    """SARIF1001, SARIF2009, SARIF2012 and GH2012."""
    rules = _driver(log)["rules"]

    for rule in rules:
        assert re.fullmatch("[A-Z]{1,8}[0-9]{1,6}", rule["id"])
        assert re.fullmatch("([A-Z][a-z0-9]+)+", rule["name"])
        assert rule["name"].upper() != rule["id"]
        assert urlsplit(rule["helpUri"]).scheme == "https"
        for text in ("shortDescription", "fullDescription", "help"):
            assert rule[text]["text"].strip()
    assert len({rule["id"] for rule in rules}) == len(rules)


def test_the_tool_says_what_it_is(log: dict[str, Any]) -> None:
    """SARIF2005, SARIF1011, GH1013 and GH1018."""
    driver = _driver(log)

    assert len(driver["name"].split()) <= 3
    assert driver["version"][0].isdigit()
    assert urlsplit(driver["informationUri"]).scheme == "https"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    assert log["version"] == "2.1.0"


def test_results_are_consistent(log: dict[str, Any]) -> None:
    """SARIF1009, SARIF1010, SARIF2004, GH1007 and GH1015, and levels as kinds have them."""
    rules, results = _driver(log)["rules"], log["runs"][0]["results"]

    assert len(results) >= 2
    for result in [*results, *_results_of_all_levels()]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert "rule" not in result
        assert result["message"]["text"].strip()
        assert (result["level"] == "none") == (result.get("kind", "fail") != "fail")
        assert result["locations"]


def test_places_can_be_found(log: dict[str, Any]) -> None:
    """SARIF1002, SARIF1004, SARIF1007, GH1001, GH1003, GH1005 and GH1006."""
    schemes = set()
    for place in _places(log):
        artifact = place["artifactLocation"]
        uri = urlsplit(artifact["uri"])
        schemes.add(uri.scheme)
        assert re.fullmatch(r"[\w%./:~-]+", artifact["uri"])
        assert uri.scheme == ("" if "uriBaseId" in artifact else "file")
        assert "uriBaseId" not in artifact or not uri.path.startswith("/")

        region = place["region"]
        start = (region["startLine"], region.get("startColumn", 1))
        end = (region.get("endLine", start[0]), region.get("endColumn", start[1]))
        assert (1, 1) <= start <= end
    assert schemes == {"", "file"}


def test_what_could_not_be_read_is_a_notification(log: dict[str, Any]) -> None:
    (invocation,) = log["runs"][0]["invocations"]

    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("gone.py: ")


def _driver(log: dict[str, Any]) -> dict[str, Any]:
    driver: dict[str, Any] = log["runs"][0]["tool"]["driver"]
    return driver


def _results_of_all_levels() -> list[dict[str, Any]]:
    of_levels = json.loads(sarif_log(_finding(severity) for severity in Severity))
    results: list[dict[str, Any]] = of_levels["runs"][0]["results"]
    return results


def _places(log: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for result in log["runs"][0]["results"]:
        for location in result["locations"]:
            yield location["physicalLocation"]
