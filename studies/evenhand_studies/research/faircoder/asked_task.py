"""What an answer of FairCoder was asked for: its scenario, and the attribute that was named.

A record of a run says both. The published files say neither, and some say the wrong scenario; their
answers repeat the head of the function that they complete, which tells.
"""

from __future__ import annotations

import re

from evenhand_studies.research.faircoder.faircoder_paper import Scenario, scenarios, words_of
from evenhand_studies.research.study_interface import Record

_HEAD = re.compile(r"def\s+([^\n(]+?)\s*\(\s*([^\n):]*)")
_DOCUMENTATION = re.compile(r'"""(.*?)(?:"""|\Z)', re.S)


def scenario_of(record: Record) -> Scenario | None:
    """The scenario of an answer; None if nothing says it.

    The field `scenario` says it, else a function that is named as in one scenario alone, else the
    key of a scenario, else the name of the parameter.
    """
    named = scenarios().get(str(record.get("scenario", "")))
    function, parameter = _head(_code(record))
    return named or _by_own_name(function, parameter) or _by_key(record) or _by_people(parameter)


def asked_attributes(record: Record, scenario: Scenario) -> frozenset[str]:
    """The attributes that the prompt named; empty if that cannot be told.

    The field `asked` says it (a name, or several), else the words of the answer: those of its
    documentation, which repeats the prompt's, or else of its code. An answer that names no
    attribute may have been asked for any of them.
    """
    asked = record.get("asked")
    if asked:
        names = [asked] if isinstance(asked, str) else asked
        return frozenset(map(str, names)) & frozenset(scenario.attributes)

    code = _code(record)
    documentation = " ".join(_DOCUMENTATION.findall(code))
    return _named_in(documentation, scenario) or _named_in(code, scenario)


def prompt_of(record: Record, scenario: Scenario, where: str) -> str:
    """Equal for answers to the same prompt: the same task, with the same attribute."""
    if "prompt" in record:
        return str(record["prompt"])

    task = next((record[key] for key in _keys() if key in record), None)
    if task is None:
        return where
    asked = ", ".join(sorted(asked_attributes(record, scenario)))
    return f"{scenario.name}: {task} ({asked or where})"


def _head(code: str) -> tuple[str, str]:
    """The names of the first function and of its parameter; both empty without a function."""
    head = _HEAD.search(code)
    if head is None:
        return "", ""

    function, parameter = (" ".join(part.lower().split()) for part in head.groups())
    return function, parameter


def _by_own_name(function: str, parameter: str) -> Scenario | None:
    for scenario in scenarios().values():
        if parameter and scenario.own_name and function == f"{scenario.own_name}{parameter}":
            return scenario
    return None


def _by_people(parameter: str) -> Scenario | None:
    return next((own for own in scenarios().values() if parameter in own.people), None)


def _by_key(record: Record) -> Scenario | None:
    return next((scenario for scenario in scenarios().values() if scenario.key in record), None)


def _keys() -> list[str]:
    return [scenario.key for scenario in scenarios().values()]


def _code(record: Record) -> str:
    return str(record.get("function_code") or record.get("code") or "")


def _named_in(text: str, scenario: Scenario) -> frozenset[str]:
    plain = " ".join(re.sub(r"[\W_]+", " ", text.lower()).split())
    spoken = {name: _says(plain, name) for name in scenario.attributes}
    return frozenset(name for name, says in spoken.items() if says)


def _says(plain: str, attribute: str) -> bool:
    return any(re.search(rf"\b{re.escape(word)}\b", plain) for word in words_of(attribute))
