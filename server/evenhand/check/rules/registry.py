"""Lists the rules: one for each module `evhNNN_name.py` in this folder."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from evenhand.check import rules
from evenhand.check.rules.interface import AllowanceRule, Rule, SourceRule, VerdictRule

if TYPE_CHECKING:
    from evenhand.check.search.judgements import Judgement

_RULE_MODULE = re.compile(r"(evh\d{3})_\w+")


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the codes."""
    names = sorted(module.name for module in pkgutil.iter_modules(rules.__path__))
    return tuple(_rule_in(name) for name in names if _RULE_MODULE.fullmatch(name))


@cache
def source_rules() -> tuple[SourceRule, ...]:
    """The rules about the text of a file."""
    return tuple(rule for rule in all_rules() if isinstance(rule, SourceRule))


@cache
def allowance_rules() -> tuple[AllowanceRule, ...]:
    """The rules about allowances."""
    return tuple(rule for rule in all_rules() if isinstance(rule, AllowanceRule))


@cache
def _verdict_rules() -> tuple[VerdictRule, ...]:
    return tuple(rule for rule in all_rules() if isinstance(rule, VerdictRule))


def rule_with_code(code: object) -> Rule | None:
    """The rule with this code; None if there is none."""
    return next((rule for rule in all_rules() if rule.code == code), None)


def rule_for(judgement: Judgement) -> VerdictRule | None:
    """The first rule that applies to a judgement; None if there is nothing to report."""
    return next((rule for rule in _verdict_rules() if rule.applies(judgement)), None)


def _rule_in(name: str) -> Rule:
    rule = import_module(f"{rules.__name__}.{name}").RULE
    if not isinstance(rule, Rule) or not name.startswith(f"{rule.code.lower()}_"):
        raise TypeError(f"`{name}.RULE` is not a rule with the code of its file name")
    return rule
