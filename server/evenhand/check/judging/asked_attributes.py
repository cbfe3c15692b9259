"""Recognises attributes that the caller asks for: a search, a filter, a preference."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from evenhand.check.catalogue import ValueKind
from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.catalogue.splitting import words_of
from evenhand.check.judging.stakes import permits
from evenhand.check.judging.value_checks import AGE
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.differing_parts import Part, differing_parts
from evenhand.check.outcomes.responses import Response
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.file_words import words_of_imports, words_of_path
from evenhand.check.reading.function_words import decisions_of, first_found
from evenhand.check.reading.source import constant_text
from evenhand.findings import Purpose, Recognised
from evenhand.scalars import is_number

ORDERS = frozenset("__lt__ __le__ __gt__ __ge__".split())
"""Methods that say which of two comes first."""
COMPARISONS = ORDERS | {"__eq__", "__ne__", "__hash__"}
"""Methods by which whoever compares or sorts asks for an order."""
QUERIES = frozenset(
    "args query_params get params querystring query filters criteria preferences".split()
)
"""Names of what holds the words of a search, in lower case."""
FILTERS = frozenset("filters filter criteria criterion preferences".split())
"""Last words of the names of what holds nothing but the words of a search."""
PLANNED_FOR = frozenset({"age", "marital_status"})
"""What a household's plan follows from."""
FIXTURE = "fixture"
"""The decorator of pytest for what a test is given."""
BY = "by"
PICKING = frozenset("get find list filter search select show people person user student".split())
"""Words in the name of a function that says of whom it gives what is known."""
SEARCHING = frozenset("search filter find lookup".split())
"""First words of the name of a function that looks for what its caller names."""
OWN_OBJECTS = frozenset({"self", "cls"})
DEMANDS = frozenset("require requires required requirement only needs need must".split())
"""Words in the name of data that says whom something is for: `requires_widow`, `women_only`."""
DESCRIPTIONS = frozenset("eligibility criteria criterion requirement rule restriction".split())
"""Words in the name of data that says whom something is for, and is never a person's own."""
SETTINGS = frozenset("setting config configuration option constant env".split())
"""Words of the names of what a program is set up with."""
FILES = frozenset("json yaml toml tomllib csv open pickle configparser".split())
"""Words for reading a file, in what a value is read from: `json.load()["minimum_age"]`."""
DEEP_IN_OBJECT = 2
"""Steps from an object of the code's own to what it was given: `self.condition["gender"]`."""
RANGES = frozenset({"range", "band", "bracket"})
"""Words in the name of what says from which age to which."""
AGES_OF_RULES = range(10, 100)
"""Ages that code draws lines at."""
NO_LIMIT = 1
"""Numbers up to this one ask whether there is a value at all: `if age <= 0`."""
FILTER = "filter"
"""The method by which a query asks for less."""
NARROWING = frozenset("filter() filter_by() where()".split())
"""How queries end that ask for less."""


def wish(witness: Difference, response: Response, context: CodeContext) -> Recognised | None:
    """That the attribute is asked for, and by which word; None if that is not plain.

    The code itself names no group: what is asked for is compared with what there is.
    """
    words, function, path = purpose_words(), context.words, context.input.path
    name = function.name
    if _is_search(context):  # of whom it is that `search_employees` gives is no decision
        name = tuple(word for word in name if word not in words.unclear.people)
    decisions = {*words.decision.words.found_in((*name, *function.given))}
    dated = _dated(context, words)
    if permits(context) and names_a_group(context):  # it looks for nobody
        dated = ""
    if dated:
        decisions -= words.asked_for.no_decisions_of_dating
    decides = bool(decisions)

    sign = _compared(context, words) or _demanded(context) or _made_up(context, path, words)
    sign = sign or _own_plan(context, words)
    if not sign and not decides:
        sign = _sought(context, words) or dated
        sign = sign or _filters(context, path) or _by_attribute(context)
    if not sign and not names_a_group(context):
        is_query = _is_of_query(path) and _only_narrows(witness, response, context)
        sign = path.name if is_query else _rule_in_data(context, path, words)
        sign = sign or ("" if decides else _criterion(path, words) or _listed(context, words))
        sign = sign or _limit_given(witness, context)
    return Recognised(Purpose.ASKED_FOR, sign) if sign else None


def _compared(context: CodeContext, words: PurposeWords) -> str:
    """The method by which somebody who sorts asks for an order; empty if it sets a priority.

    It sets one if it puts a group first that the code itself names.
    """
    method, function = context.reading.function.last_name, context.words
    decides = first_found(words.decision.words, *function.places)
    is_priority = bool(decides) or (method in ORDERS and names_a_group(context))
    return method if method in COMPARISONS and not is_priority else ""


def _demanded(context: CodeContext) -> str:
    """The data that says whether somebody has to be of the group: `scheme["requires_widow"]`."""
    path, words = context.input.path, purpose_words()
    if first_found(words.asked_for.protected_offers, *context.words.own):
        return ""
    own = {*in_singular([path.name])}
    groups_named = partial(context.catalogue.families_of, context.input.match.attribute)
    for other in context.reading.paths:
        named = in_singular([other.name])
        rest = [word for word in named if word not in DEMANDS]
        is_demand = 0 < len(rest) < len(named) and other.parent not in (None, path.parent)
        is_same = not own.isdisjoint(rest) or context.is_own("_".join(rest))
        if (
            is_demand
            and (is_same or groups_named([" ".join(rest)]))
            and not _is_programs_own(other)
        ):
            return other.text
    return ""


def _made_up(context: CodeContext, path: AccessPath, words: PurposeWords) -> str:
    """The word by which nobody of those people exists, or the code stands in for other code."""
    asked, function = words.asked_for, context.words
    file = words_of_path(context.file)
    invented = first_found(asked.inventions, function.name, file)
    if not invented and path.parent is None:
        invented = first_found(asked.inventions, function.code)
    if invented:
        return invented

    doubles = first_found(asked.doubles, function.name, words_of_path(context.file, parts=1))
    if doubles or context.reading.function.decorated(FIXTURE):
        return doubles or FIXTURE
    synthesis = first_found(asked.syntheses, function.name, function.around)
    return synthesis if first_found(asked.chances, function.code) else ""


def _own_plan(context: CodeContext, words: PurposeWords) -> str:
    """The word by which a function works out somebody's own plan; empty if it does more."""
    asked, function = words.asked_for, context.words
    decisions = decisions_of(function)
    is_of_household = context.input.attribute in PLANNED_FOR
    if not is_of_household or decisions - asked.no_decisions_of_plans:
        return ""
    file = words_of_path(context.file)
    return first_found(asked.plans, *function.places, file)


def _sought(context: CodeContext, words: PurposeWords) -> str:
    """The word for people who are simulated, for relatives, or for what the stars say."""
    places, asked = _places_around(context), words.asked_for
    sought = (asked.simulations, asked.genealogies, asked.horoscopes)
    named = next(filter(None, (first_found(phrases, *places) for phrases in sought)), "")
    functions = (in_singular([each.last_name]) for each in context.source.functions)
    return named or first_found(asked.simulations, *functions)


def _dated(context: CodeContext, words: PurposeWords) -> str:
    """The word for people who look for each other."""
    return first_found(words.asked_for.dating, *_places_around(context))


def _places_around(context: CodeContext) -> list[Sequence[str]]:
    """The words of a function, of its path, and of what its file imports."""
    path, imports = words_of_path(context.file), words_of_imports(context.source.tree)
    return [*context.words.places, path, imports]


def _listed(context: CodeContext, words: PurposeWords) -> str:
    """The word by which a function lists people in an order, or those who are asked for."""
    name, path = context.words.name, context.input.path
    order = first_found(words.asked_for.orders, name)
    if order and any(map(context.is_own, name)):
        return order
    is_asked = _is_asked(path) or bool(path.linked) or _is_search(context)
    return first_found(words.asked_for.words, name) if is_asked else ""


def _by_attribute(context: CodeContext) -> str:
    """The words by which a function says that it picks people by the attribute: "by age"."""
    name, words = context.words.name, purpose_words()
    figures = words.representation.figures
    if not figures.isdisjoint(name) or PICKING.isdisjoint(name) or BY not in name:
        return ""
    behind = name[name.index(BY) + 1 :]
    attribute = context.input.match.attribute
    named = [word for word in behind if context.catalogue.names_itself(word, attribute)]
    return f"{BY} {named[0]}" if named else ""


def _is_search(context: CodeContext) -> bool:
    """Whether a function is called after that it looks for what its caller names."""
    return not SEARCHING.isdisjoint(words_of(context.reading.function.last_name)[:1])


def _filters(context: CodeContext, path: AccessPath) -> str:
    """The name that says that a value is part of a search: `_current_filters`, `get_filters`.

    The method of a query says no such thing: `query(Candidate).filter(...)`.
    """
    outers = (outer for outer in path.around() if not (outer.name == FILTER and outer.results))
    names = (context.reading.function.last_name, *(outer.name for outer in outers))
    return next((name for name in names if FILTERS.intersection(words_of(name)[-1:])), "")


def _criterion(path: AccessPath, words: PurposeWords) -> str:
    """The word by which what it is compared with is somebody's wish: `gender_to_match`."""
    named = (in_singular([other.name]) for other in path.linked)
    return next(filter(None, (first_found(words.asked_for.criteria, name) for name in named)), "")


def _limit_given(witness: Difference, context: CodeContext) -> str:
    """The age, or the range of ages, that the caller passes: `reached(born, age)`.

    Empty if there is none, if the function has an age of its own, or does not answer yes or no.
    """
    if context.input.attribute != AGE:
        return ""
    answers = all(isinstance(outcome.value, bool) for outcome in witness.outcomes)
    nodes = ast.walk(context.reading.function.node)
    constants = [node.value for node in nodes if isinstance(node, ast.Constant)]
    has_own = any(is_number(each) and each in AGES_OF_RULES for each in constants)
    if not answers or has_own:
        return ""
    return next(_limits(context), "")


def _limits(context: CodeContext) -> Iterator[str]:
    """Ages beside a date of birth, and ranges of ages beside an age, that the caller passes."""
    if context.input.match.kind is ValueKind.DATE:
        for entry in context.reading.inputs:
            if entry.attribute == AGE and entry.match.kind is ValueKind.NUMBER:
                yield entry.path.text
    for path in context.reading.paths:
        is_passed = path.parent is None and path is not context.input.path
        if is_passed and not RANGES.isdisjoint(words_of(path.name)):
            yield path.text


def _rule_in_data(context: CodeContext, path: AccessPath, words: PurposeWords) -> str:
    """What holds the rule that somebody is compared with, if that is data: `scheme.min_age`.

    It may be the path itself, where a rule and a person have a value of the same name. Who is
    shown an ad, or offered a job, is a decision, whoever wrote the rule.
    """
    if first_found(words.asked_for.protected_offers, *context.words.own):
        return ""
    compared = [other for other in path.linked if other.parent is not path.parent]
    sides = (*compared, path) if compared else ()
    rule = next((side.text for side in sides if _holds_rule(side, words)), "")
    return rule or (path.text if _is_only_described(context, path) else "")


def _is_only_described(context: CodeContext, path: AccessPath) -> bool:
    """Whether a part of a rule is read, and nobody's own: `scheme["eligibility"]["gender"]`."""
    names = in_singular(outer.name for outer in path.around() if outer is not path)
    others = (other for other in context.reading.paths if other is not path)
    is_only_one = all(other.name != path.name for other in others)
    return not DESCRIPTIONS.isdisjoint(names) and is_only_one and not _is_programs_own(path)


def _holds_rule(path: AccessPath, words: PurposeWords) -> bool:
    """Whether a part of some data is called after a rule, or is in what is called so.

    What an object of the code's own keeps may be set by the code: `self.min_age`. Settings, and
    what the function itself reads from a file, are the program's own, too.
    """
    named = in_singular(outer.name for outer in path.around())
    is_data = path.parent is not None and not _is_programs_own(path)
    return is_data and bool(first_found(words.asked_for.rules, named))


def _is_programs_own(path: AccessPath) -> bool:
    """Whether some data is the program's own: an object's, its settings, or a file's."""
    is_own = path.root.name in OWN_OBJECTS and path.depth < DEEP_IN_OBJECT
    named = in_singular(outer.name for outer in path.around())
    return is_own or not SETTINGS.isdisjoint(named) or not FILES.isdisjoint(words_of(path.text))


def _only_narrows(witness: Difference, response: Response, context: CodeContext) -> bool:
    """Whether nothing differs but that the data is asked for those with the attribute."""
    parts = differing_parts(*witness.outcomes, response.echo(witness.values)) or []
    by_name = [part for part in parts if not _is_query(part)]
    return (
        all(part.is_asked for part in parts)
        and bool(by_name)
        and all(_is_by_attribute(part.label, context) for part in by_name)
    )


def _is_query(part: Part) -> bool:
    """Whether a part is the chain of calls alone: `queryset.filter()`."""
    return any(text.rpartition(".")[2] in NARROWING for text in part.texts or ())


def _is_by_attribute(label: str, context: CodeContext) -> bool:
    """Whether records are asked for by the attribute: `gender`, `is_refugee__exact`."""
    field = label.partition("__")[0]
    return field == context.input.path.name or context.is_own(field)


def _is_asked(path: AccessPath) -> bool:
    """Whether it is a part of a query, or a parameter that is compared with what there is."""
    return _is_of_query(path) or (path.parent is None and bool(path.linked))


def _is_of_query(path: AccessPath) -> bool:
    return any(outer.name.lower() in QUERIES for outer in path.around())


def names_a_group(context: CodeContext) -> bool:
    """Whether the function itself has a value of the attribute, or a number to compare it with."""
    attribute = context.input.attribute
    constants = [each for each in context.input.path.constants if is_number(each)]
    if any(abs(number) > NO_LIMIT for number in constants):
        return True
    texts = [constant_text(node) for node in ast.walk(context.reading.function.node)]
    meant = [each for text in texts if text for each in context.catalogue.match_value(text)]
    return any(each.name == attribute for each in meant)
