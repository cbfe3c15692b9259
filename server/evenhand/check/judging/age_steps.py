"""Recognises bounds on age alone that laws know, by trying all ages."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.judging.age_bands import band_of_law
from evenhand.check.judging.stated_limits import states_limit
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.date_forms import FIRST_YEAR, read_date
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.differing_parts import differing_parts
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.outcomes.responses import Response
from evenhand.check.outcomes.shown_ages import DAYS_OF_YEAR, OLDEST
from evenhand.check.reading.file_words import words_of_path
from evenhand.check.reading.function_words import decisions_of, first_found, helpers_of
from evenhand.findings import CHECK_OF_VALUE, Purpose, Recognised
from evenhand.scalars import Scalar, is_number

AGES = (3, 6, *range(9, 42), *range(43, 49, 3), *range(49, 72), 75, 80, 85, 90, 100)
"""The ages that are tried: each year where laws draw lines, and some of the others."""
USUAL_AGES = range(13, 85)
"""What refuses none of these checks the value alone: a year of birth that is no one's."""
VERY_OLD = range(84, 130)
"""At which somebody is refused whose date of birth is taken for a mistake."""
OLD_FOR_CHECKS = range(80, 130)
"""Ages that a check takes for a mistake."""
LEAST = frozenset({"minimum", "min", "least"})
"""Words in the name of the least value that is allowed."""
MOST_STEPS_OF_DATA = 2
"""Lines that a bound, or a range, from outside of the code draws."""
MOST_DIGITS = 3
"""Of an age that is written as text."""
DAYS_PAST = 20
"""Days since the birthdays: some code counts 365 days for a year."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one age."""

    age: int
    value: Scalar
    """The input's value for it."""
    outcome: Outcome


def age_limit(
    witness: Difference, response: Response, context: CodeContext
) -> Steps[Recognised | None]:
    """That the difference is a bound of the law, and its age; None if it is anything else.

    What only refuses ages that hardly anybody has checks the value, and decides nothing.
    """
    words = purpose_words()
    if not words.manners[Purpose.AGE_LIMIT].allows(context.input.attribute):
        return None
    statute = _statute_of(context, words)
    if statute and not witness.refusal:
        return Recognised(Purpose.AGE_LIMIT, statute)
    known = _ages_of_law(witness, context, words)
    if not known and witness.refusal and _has_bound_in_data(context, words):
        known = words.age_limit.ages | words.age_limit.pension_ages
    if not known and not (witness.refusal and not _decides(witness, context, words)):
        return None
    return (yield from _limit_at(known, witness, response, context))


def bound_of_majority(
    witness: Difference, response: Response, context: CodeContext
) -> Steps[Recognised | None]:
    """That the only line is drawn where people come of age, whatever the code calls it."""
    words = purpose_words()
    is_allowed = words.manners[Purpose.AGE_LIMIT].allows(context.input.attribute)
    if not is_allowed or witness.refusal or _decides(witness, context, words):
        return None
    return (yield from _limit_at(words.age_limit.majority, witness, response, context))


def _limit_at(
    known: frozenset[int], witness: Difference, response: Response, context: CodeContext
) -> Steps[Recognised | None]:
    """That all lines are drawn at `known` ages, or none between the usual ones."""
    tried = yield from _all_tried(witness, response, context)
    if not tried:
        band = band_of_law(witness.values, context.input.path.constants, known)
        return Recognised(Purpose.AGE_LIMIT, band) if band else None
    refuses_both = all(outcome.raised for outcome in witness.outcomes)
    refuses = witness.refusal or refuses_both
    if refuses and _are_met_alike(response, tried, served=not refuses_both):
        return CHECK_OF_VALUE

    sign = _law_of(response, context, tried, known)
    return Recognised(Purpose.AGE_LIMIT, sign) if sign else None


def _ages_of_law(witness: Difference, context: CodeContext, words: PurposeWords) -> frozenset[int]:
    """The ages at which a law may draw a line in this function; none where it decides."""
    limit, is_stated = words.age_limit, states_limit(witness.outcomes, words)
    if _names_law(context, words) and not _gives_figure(witness):
        return limit.ages | limit.pension_ages
    if not is_stated and _decides(witness, context, words):
        of_taxes = limit.ages | limit.pension_ages | limit.tax_ages
        return of_taxes if _works_out_taxes(context, words) else frozenset()

    spoken, file = context.words.all, words_of_path(context.file, parts=1)
    further = [
        ages
        for ages, is_named in (
            (limit.pension_ages, first_found(limit.pension_words, spoken, file)),
            (limit.office_ages, first_found(limit.office_words, spoken)),
        )
        if is_named
    ]
    if not is_stated and not further and not first_found(limit.words, spoken):
        return frozenset()
    return limit.ages.union(*further)


def _names_law(context: CodeContext, words: PurposeWords) -> bool:
    """Whether the only age that is compared with goes by the name of the law's: `LEGAL_AGE`."""
    if len({*filter(is_number, context.input.path.constants)}) > 1:
        return False
    sides = (in_singular(_names_in(side)) for side in _compared_sides(context))
    return any(first_found(words.age_limit.bounds, named) for named in sides)


def _gives_figure(witness: Difference) -> bool:
    """Whether a call gives a number: a price, and not who may."""
    return any(is_number(outcome.value) for outcome in witness.outcomes)


def _law_of(
    response: Response, context: CodeContext, tried: list[Tried], known: frozenset[int]
) -> str:
    """How a law may know all lines that are drawn; empty if it does not know one of them.

    What is drawn at the end of a life only checks the value.
    """
    words = purpose_words()
    steps = [step for step in _steps(response, tried) if step[0] not in VERY_OLD]
    if first_found(words.age_limit.validations, context.words.name):
        steps = [step for step in steps if step[1] not in OLD_FOR_CHECKS]
    in_data = _bound_in_data(context, words)
    written = [step for step in steps if not set(step).isdisjoint(context.input.path.constants)]
    are_known = all(_law_between(*step, context, known) for step in written)
    if in_data and are_known and len(steps) <= MOST_STEPS_OF_DATA:
        return in_data
    if not _are_bounds(context, words.age_limit.ages | words.age_limit.pension_ages | known):
        return ""
    signs = [_law_between(*step, context, known) for step in steps]
    return signs[0] if signs and all(signs) else ""


def _decides(witness: Difference, context: CodeContext, words: PurposeWords) -> bool:
    """Whether the function speaks of what people get or lose, and not of who may.

    Who may drink has to pay as well, but nobody else is served at all.
    """
    function = context.words
    spoken = decisions_of(function) - words.unclear.people
    if not spoken:
        return False
    if spoken <= words.age_limit.no_decisions:
        only_validates = witness.refusal and first_found(words.age_limit.validations, function.name)
        spoken_of = (*function.own, function.comments)
        return not only_validates and not any(_speaks_of_subjects(words, p) for p in spoken_of)
    may_be_sale = spoken <= words.age_limit.no_decisions | words.age_limit.sales
    is_sale = may_be_sale and any(map(_does_nothing, witness.outcomes))
    return not is_sale or not _speaks_of_subjects(words, function.name)


def _works_out_taxes(context: CodeContext, words: PurposeWords) -> bool:
    """Whether the function speaks of taxes, and of no other decision than taxes are made of."""
    function = context.words
    is_of_taxes = first_found(words.age_limit.tax_words, *function.own, function.comments)
    return bool(is_of_taxes) and _only_pays_by_law(context, words)


def _statute_of(context: CodeContext, words: PurposeWords) -> str:
    """The program of the law that the function works out; empty if it does anything else."""
    named = first_found(words.age_limit.statutes, *context.words.places)
    return named if named and _only_pays_by_law(context, words) else ""


def _only_pays_by_law(context: CodeContext, words: PurposeWords) -> bool:
    """Whether nothing is decided but what taxes and benefits are made of."""
    return decisions_of(context.words) <= words.age_limit.no_decisions_of_taxes


def _speaks_of_subjects(words: PurposeWords, place: Sequence[str]) -> bool:
    """Whether words say what a law forbids to the young, or gives to the old."""
    return bool(
        first_found(words.age_limit.subjects, place)
        or first_found(words.age_limit.pension_words, place)
    )


def _does_nothing(outcome: Outcome) -> bool:
    """Whether a call only refused: it gave nothing, changed nothing and sent nothing."""
    gives_nothing = outcome.raised or outcome.value is None or outcome.value is False
    return gives_nothing and not outcome.changed and not outcome.effects


def _bound_in_data(context: CodeContext, words: PurposeWords) -> str:
    """What the code calls an age that is set elsewhere and compared with: `age of majority`."""
    checks_subject = _checks_subject(context, words)
    for side, place in _compared_in(context):
        if any(map(_is_written, ast.walk(side))):
            continue
        named = in_singular(_names_in(side))
        bound = first_found(words.age_limit.bounds, named) or _least_age_given(side, place, words)
        if not bound and checks_subject:
            bound = first_found(words.age_limit.least_ages, named)
        if bound:
            return bound
    return ""


def _has_bound_in_data(context: CodeContext, words: PurposeWords) -> bool:
    """Whether an age that is set elsewhere is compared with, by a key or by a name."""
    return _least_age_in_data(context, words) or bool(_bound_in_data(context, words))


def _least_age_given(side: ast.expr, place: ast.AST, words: PurposeWords) -> str:
    """What a function calls a least age that it is given: `policy.min_age`, `minimum`.

    Whoever is younger is refused, no matter who has set it. `place` is the function.
    """
    if isinstance(side, ast.Name) and side.id not in _parameters(place):
        return ""
    named, least_ages = in_singular(_names_in(side)), words.age_limit.least_ages
    least = first_found(least_ages, named)
    if least or LEAST.isdisjoint(named):
        return least
    return first_found(least_ages, in_singular([getattr(place, "name", "")]))


def _checks_subject(context: CodeContext, words: PurposeWords) -> bool:
    """Whether a check names what the law forbids to the young."""
    validates = first_found(words.age_limit.validations, context.words.name)
    return bool(validates) and _speaks_of_subjects(words, context.words.all)


def _parameters(place: ast.AST) -> set[str]:
    return {node.arg for node in ast.walk(place) if isinstance(node, ast.arg)}


def _compared_sides(context: CodeContext) -> Iterator[ast.expr]:
    """What a function and its helpers compare with each other."""
    return (side for side, _ in _compared_in(context))


def _compared_in(context: CodeContext) -> Iterator[tuple[ast.expr, ast.AST]]:
    """The same, each with the function that compares it."""
    function = context.reading.function
    for place in (function.node, *helpers_of(function, context.source)):
        for node in ast.walk(place):
            if isinstance(node, ast.Compare):
                yield from ((side, place) for side in (node.left, *node.comparators))


def _least_age_in_data(context: CodeContext, words: PurposeWords) -> bool:
    """Whether the code compares with the least age of a rule in data: `rule["min_age"]`."""
    keys = (key for side in _compared_sides(context) for key in _keys_read(side))
    return any(first_found(words.age_limit.least_ages, in_singular([key])) for key in keys)


def _keys_read(side: ast.expr) -> Iterator[str]:
    """The keys by which a value is read: `rule["min_age"]`, `rule.get("min_age", 0)`."""
    match side:
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            yield key
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(key)), *_]):
            yield key


def _names_in(side: ast.expr) -> list[str]:
    """The names of a value that is read from elsewhere: `settings.LEGAL_AGE`."""
    names = [n for n in ast.walk(side) if isinstance(n, (ast.Attribute, ast.Name))]
    return [node.attr if isinstance(node, ast.Attribute) else node.id for node in names]


def _is_written(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and is_number(node.value)


def _are_bounds(context: CodeContext, known: frozenset[int]) -> bool:
    """Whether all ages that the code compares with are known to laws, or no ages."""
    path = context.input.path
    if path.is_moment or path.date_formats:
        return True
    numbers = [each for each in path.constants if is_number(each)]
    return all(each in known or not 3 < each < 100 for each in numbers)


def _all_tried(witness: Difference, response: Response, context: CodeContext) -> Steps[list[Tried]]:
    """What came of all `AGES`; nothing if not all of them can be tried."""
    values = _values(witness, context)
    if not values:
        return []
    outcomes = yield from response.outcomes_for(values)
    return list(map(Tried, AGES, values, outcomes))


def _steps(response: Response, tried: list[Tried]) -> list[tuple[int, int]]:
    """The neighbouring ages whose outcomes differ in more than the years between them."""
    return [
        (first.age, second.age)
        for first, second in pairwise(tried)
        if response.tells_apart((first.value, second.value), first.outcome, second.outcome)
        and not _counts_years(response, first, second)
    ]


def _counts_years(response: Response, first: Tried, second: Tried) -> bool:
    """Whether two texts differ in the years alone: `You may drive in 2 years.`"""
    echo = response.echo((first.value, second.value))
    outcome, other = first.outcome, second.outcome
    if outcome.printed != other.printed:
        return echo.shifts(outcome.printed, other.printed)
    texts = [part.texts for part in differing_parts(outcome, other, echo, {}) or []]
    return bool(texts) and all(each is not None and echo.shifts(*each) for each in texts)


def _are_met_alike(response: Response, tried: list[Tried], *, served: bool) -> bool:
    """Whether no line is drawn between usual ages, and all of them are `served`, or none is."""
    usual = [each for each in tried if each.age in USUAL_AGES]
    return all(each.outcome.returned == served for each in usual) and not _steps(response, usual)


def _values(witness: Difference, context: CodeContext) -> list[Scalar]:
    """The input's value for people of all `AGES`, in the form of the witness; none if unknown."""
    shown = next((value for value in witness.values if value is not None), None)
    if is_number(shown):
        return _numbers(shown, context.this_year)
    if isinstance(shown, str) and shown.strip().isdigit() and len(shown.strip()) <= MOST_DIGITS:
        return [str(age) for age in AGES]

    reading = read_date(shown, context.input.path.date_formats)
    day = _day_of_asking(witness, context)
    if reading is None or day is None:
        return []
    born = [day - datetime.timedelta(days=age * DAYS_OF_YEAR + DAYS_PAST) for age in AGES]
    return [reading[0].of(moment) for moment in born]


def _numbers(shown: float, this_year: int) -> list[Scalar]:
    """Ages, or years of birth, as the one that is shown; none if it is neither."""
    if 0 <= shown <= OLDEST:
        return list(AGES)
    is_year = FIRST_YEAR <= shown <= this_year
    return [this_year - age for age in AGES] if is_year else []


def _day_of_asking(witness: Difference, context: CodeContext) -> datetime.datetime | None:
    """The day on which the ages hold: another date of the call, or else a day of this year."""
    for given in witness.given:
        if given.path is not None and not given.is_varied:
            reading = read_date(given.value, given.path.date_formats)
            if reading is not None:
                return reading[1]
    return datetime.datetime(context.this_year, 1, 1 + DAYS_PAST) if context.this_year else None


def _law_between(below: int, above: int, context: CodeContext, known: frozenset[int]) -> str:
    """How a law may know the bound between two ages: `18`; empty if it knows none.

    `> 17` and `>= 18` are the same bound; `> 18` is taken for the bound at 18, too.
    """
    if above - below != 1:
        return ""
    written = [age for age in (above, below) if age in context.input.path.constants]
    return next((str(age) for age in (*written, above, below) if age in known), "")
