"""Tells whether code only checks that a value is one of those that it knows.

`gender not in ("male", "female")` refuses what the program has no place for, and says that the
value is invalid. Two of many nations are no such list.
"""

from __future__ import annotations

import ast
import datetime
import re
from collections.abc import Iterable, Sequence

from evenhand.check.catalogue import Attribute, Catalogue
from evenhand.check.catalogue.purpose_words import Phrases, PurposeWords, in_singular
from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.splitting import singular
from evenhand.check.outcomes.date_forms import FIRST_YEAR, LAST_YEAR
from evenhand.check.outcomes.differing_parts import Part, unshared_texts
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.shown_ages import OLDEST
from evenhand.check.outcomes.tree_texts import texts_in
from evenhand.check.reading.function_words import FunctionWords, first_found
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.scalars import Scalar, is_number

LEAST_LIMIT = 10
"""The least age that code draws a line at."""
AGE = "age"
FEWEST_CODES = 2
"""Numbers of a code, or entries of a table, for groups."""
FEWEST_LISTED = 3
"""Groups that code lists which does not decide between two."""
GENDER, GENDERS_LISTED = "gender", 2
"""Most programs know no more than men and women."""
SEXES = "male", "female"
COUNTS = frozenset({"count", "number", "num"})
"""Words for how many there are."""
MISSING_ENTRY = "KeyError"
NO_PLACE = "ValueError"
"""What `list.index` raises."""
MONTHS = 12
DAYS_OF_MONTHS = frozenset({28, 29, 30, 31})
"""Numbers of dates beyond twelve that are no years of anybody's life."""
UNLIKELY_BIRTH = 1930
"""A year of birth before which a check refuses what is no likely one."""
MOST_YEARS = 200
"""What a message says beyond that is no age: the status in "400: age must be at least 18"."""
UNLIKELY_AGE = 90
"""An age that limits what is likely, and no rule about people."""
_NOT_IN = re.compile(r"\bnot in (?:list|tuple|deque)\b")
_NUMBER = re.compile(r"\d+")
_AGES = re.compile(r"\d")
_ISO_DAY = re.compile(r"(\d{4})-\d\d-\d\d")


def lists_groups(constants: Iterable[object], attribute: Attribute, catalogue: Catalogue) -> bool:
    """Whether the code's own words are at least three groups, and half of those there are.

    Or men and women, or three ranges of ages.
    """
    words = [constant for constant in constants if isinstance(constant, str) and constant]
    if attribute.name == AGE and len([*filter(_AGES.search, words)]) >= FEWEST_LISTED:
        return True
    families = catalogue.families_of(attribute, words)
    if not families:  # the code may list other things beside them
        words = [word for word in words if not names_no_group(word, attribute, catalogue)]
        families = catalogue.families_of(attribute, words)
    fewest = GENDERS_LISTED if attribute.name == GENDER else FEWEST_LISTED
    if len(words) < fewest or not families:
        return False
    return 2 * len(words) >= len(families[0].values)


def value_check(
    outcomes: tuple[Outcome, Outcome],
    parts: Iterable[Part],
    function: FunctionWords,
    words: PurposeWords,
) -> str:
    """By which word one outcome says only that a value is not valid; empty if none does."""
    validates = first_found(words.age_limit.validations, function.name)
    raised = [outcome.error for outcome in outcomes if outcome.error is not None]
    if raised:
        return validates or _complaint((message for _, message in raised), words)

    given = list(parts)
    if given and all(part.flags for part in given):
        return validates
    return _complaint((text for part in given for text in _told_by_one(part)), words)


def _told_by_one(part: Part) -> list[str]:
    """The texts of a part that only one side has, whatever the other is."""
    first, second = (list(texts_in(side)) for side in (part.first, part.second))
    unshared = [text for text in first if text not in second]
    return unshared_texts(part) or [*unshared, *(text for text in second if text not in first)]


def check_against_data(
    outcomes: tuple[Outcome, Outcome],
    parts: Sequence[Part],
    values: tuple[Scalar, Scalar],
    node: ast.AST,
    function: FunctionWords,
    words: PurposeWords,
) -> str:
    """By which word a number is only checked against limits that are in data; empty if by none.

    `Age 131 out of range (0 - 120)`: no limit is the code's own. `node` is the function.
    """
    if not all(map(is_number, values)) or _names_limits(node):
        return ""
    raised = [outcome.error for outcome in outcomes if outcome.error is not None]
    is_check = first_found(words.age_limit.validations, function.name)
    if not raised:
        complaints = [_complaint(_told_by_one(part), words) for part in parts]
        return complaints[0] if is_check and complaints and all(complaints) else ""

    table_end = first_found(words.representation.table_ends, *_told_in_errors(outcomes))
    if len(raised) < len(outcomes) and not (table_end or is_check):
        return ""
    return table_end or _complaint((message for _, message in raised), words)


def checks_form_of_date(
    parts: Sequence[Part], node: ast.AST, function: FunctionWords, words: PurposeWords
) -> bool:
    """Whether a check only answers if a text is a date: no number of it is one of years.

    `node` is the function.
    """
    is_check = first_found(words.age_limit.validations, function.name)
    answers = all(side in (0, 1) for part in parts for side in (part.first, part.second))
    numbers = _numbers_in(node)
    of_lives = {number for number in numbers if MONTHS < number <= OLDEST} - DAYS_OF_MONTHS
    of_births = {number for number in numbers if UNLIKELY_BIRTH < number <= LAST_YEAR}
    return bool(parts and is_check) and answers and not of_lives and not of_births


def counts_invalid(parts: Sequence[Part], words: PurposeWords) -> str:
    """By which word all that differs is what is not valid in the data: `{"invalid_count": 1}`."""
    if not all(_counts(part) or not part.is_plain for part in parts):
        return ""
    complaints = [_complaint([part.label], words) for part in parts]
    return complaints[0] if complaints and all(complaints) else ""


def _counts(part: Part) -> bool:
    """Whether it is a number of things, by its name: no fee, however it is called."""
    return part.numbers and not COUNTS.isdisjoint(in_singular([part.label]))


def asks_for_another(
    outcomes: tuple[Outcome, Outcome], missing: Iterable[str], words: PurposeWords
) -> bool:
    """Whether each error only asks for another field: the weeks of a pregnancy.

    `missing` are the names of fields that the calls have no value for; most pairs of calls raise
    nothing, and then nobody looks at them.
    """
    told = _told_in_errors(outcomes)
    if not told:
        return False
    names = Phrases.of(name for name in missing if in_singular([name]))
    return all(
        first_found(words.representation.requests, each) and first_found(names, each)
        for each in told
    )


def contradicts_sex(
    outcomes: tuple[Outcome, Outcome], catalogue: Catalogue, words: PurposeWords
) -> bool:
    """Whether all that is refused is that somebody is a man and pregnant."""
    told = _told_in_errors(outcomes)
    if not told:
        return False
    (gender,) = (each for each in catalogue.attributes if each.name == GENDER)
    men, women = (Phrases.of(filter(_is_word, gender.spellings(each))) for each in SEXES)
    return all(
        first_found(words.body.conditions, each)
        and first_found(men, each)
        and not first_found(women, each)
        for each in told
    )


def _is_word(spelling: str) -> bool:
    """Whether a spelling is more than a letter, which many texts have."""
    return len(spelling) > 1


def checks_plausible_age(
    outcomes: tuple[Outcome, Outcome], function: FunctionWords, words: PurposeWords
) -> bool:
    """Whether a check refuses what is no likely age: `Age must be between 18 and 120`."""
    messages = [outcome.error[1] for outcome in outcomes if outcome.error is not None]
    if not messages or not first_found(words.age_limit.validations, function.name):
        return False
    numbers = [[int(each) for each in _NUMBER.findall(message)] for message in messages]
    limits = [[number for number in each if number <= MOST_YEARS] for each in numbers]
    return all(len(each) > 1 and max(each) >= UNLIKELY_AGE for each in limits) and all(
        _complaint([message], words) for message in messages
    )


def logged_complaint(
    outcomes: tuple[Outcome, Outcome], parts: Sequence[Part], words: PurposeWords
) -> str:
    """By which word all that differs is what a log complains of; empty if by none."""
    first, second = outcomes
    if (first.value, first.printed) != (second.value, second.printed):
        return ""
    told = [[*texts_in(side)] for part in parts for side in (part.first, part.second)]
    if not parts or not all(part.is_stored or all(part.texts or ("",)) for part in parts):
        return ""
    complaints = [_complaint(texts, words) for texts in told if texts]
    return complaints[0] if complaints and all(complaints) else ""


@once_per_node
def _numbers_in(node: ast.AST) -> frozenset[int | float]:
    constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return frozenset(value for value in constants if is_number(value))


@once_per_node
def _names_limits(node: ast.AST) -> bool:
    """Whether a function has a number of years in it, or a constant for one."""
    for each in ast.walk(node):
        match each:
            case ast.Constant(value=int() | float() as number) if abs(number) >= LEAST_LIMIT:
                return True
            case ast.Name(id=name) | ast.Attribute(attr=name) if name.isupper():
                return True
    return False


def is_missing_entry(
    outcomes: tuple[Outcome, Outcome], values: tuple[Scalar, Scalar], constants: Iterable[object]
) -> bool:
    """Whether a table of several groups has no entry for the one that is refused: `KeyError: 'X'`.

    The same of a list in which code looks for a place. A table of men alone leaves out women.
    """
    if len({each for each in constants if isinstance(each, str)}) < FEWEST_CODES:
        return False
    refused = _refused(outcomes, values)
    return len(refused) == 1 and all(_is_not_found(value, error) for value, error in refused)


def _is_not_found(value: Scalar, error: tuple[str, str]) -> bool:
    """Whether an error says that a table, or a list, has no entry for a value."""
    kind, message = error
    if kind == NO_PLACE:
        return bool(_NOT_IN.search(message))
    return kind == MISSING_ENTRY and message.strip("'\"").casefold() == str(value).casefold()


def _refused(
    outcomes: tuple[Outcome, Outcome], values: tuple[Scalar, Scalar]
) -> list[tuple[Scalar, tuple[str, str]]]:
    """The values that end in an error, each with its kind and its message."""
    ends = zip(values, outcomes, strict=True)
    return [(value, outcome.error) for value, outcome in ends if outcome.error is not None]


def is_unknown_code(
    outcomes: tuple[Outcome, Outcome], values: tuple[Scalar, Scalar], constants: Iterable[object]
) -> bool:
    """Whether only a number is refused that stands for no group: -1, where code knows 0 and 1."""
    codes = {each for each in constants if is_number(each)}
    ends = list(zip(values, outcomes, strict=True))
    refused = [value for value, outcome in ends if outcome.raised]
    if len(codes) < FEWEST_CODES or not all(map(is_number, values)):
        return False
    return bool(refused) and any(value not in codes for value in refused)


def are_of_one_group(values: tuple[Scalar, Scalar], attribute: Attribute) -> bool:
    """Whether two texts are spellings of one group: `M` and `male`, `Male (m)` and `male`."""
    first, second = (_meant_by(value, attribute) for value in values)
    return bool(first) and first == second


def _meant_by(value: Scalar, attribute: Attribute) -> frozenset[str]:
    """All spellings of the groups that a text names; empty if it names none that is known."""
    words = plain(value).split() if isinstance(value, str) else []
    each = [singular(word) for word in words]
    texts = dict.fromkeys((" ".join(words), *words, *each))
    spelled = [attribute.spellings(text) for text in texts]
    return frozenset(text for spellings in spelled if len(spellings) > 1 for text in spellings)


def keeps_or_drops(
    outcomes: tuple[Outcome, Outcome],
    values: tuple[Scalar, Scalar],
    function: FunctionWords,
    words: PurposeWords,
) -> str:
    """By which word a function only gives a value back if it is valid; empty if it does more."""
    if any(outcome.raised for outcome in outcomes):  # who is refused is no mere value
        return ""
    given = [outcome.value for outcome in outcomes]
    kept = [value for value, result in zip(values, given, strict=True) if result == value]
    dropped = [result for result in given if result is None or result is False]
    is_check = len(kept) == len(dropped) == 1
    return first_found(words.age_limit.validations, function.name) if is_check else ""


def is_no_age(value: Scalar, age: Attribute, words: PurposeWords) -> bool:
    """Whether a text tells no age, in a number or in words: `cancel`, where an age is typed in."""
    if not isinstance(value, str) or any(map(str.isdigit, value)):
        return False
    known = (each for family in age.families for each in family.values)
    is_known = any(plain(each) == plain(value) for each in known)
    return not is_known and not next(
        words.representation.labels[AGE].found_in(in_singular([value])), ""
    )


def is_unborn(value: Scalar, this_year: int) -> bool:
    """Whether a date of birth is nobody's: of a year to come, or of one before any reading."""
    match value:
        case datetime.date(year=year):
            pass
        case str() if (written := _ISO_DAY.match(value)) is not None:
            year = int(written[1])
        case _:
            return False
    return not FIRST_YEAR <= year <= (this_year or LAST_YEAR)


def is_unlisted(
    values: tuple[Scalar, Scalar], constants: Iterable[object], attribute: Attribute
) -> bool:
    """Whether the code lists one of two values, by some spelling, and not the other."""
    return len(_unlisted(values, constants, attribute)) == 1


def _unlisted(
    values: tuple[Scalar, Scalar], constants: Iterable[object], attribute: Attribute
) -> list[Scalar]:
    """Those of two values that the code lists by no spelling."""
    listed = {plain(each) for each in constants if isinstance(each, str)}
    return [v for v in values if listed.isdisjoint({plain(v), *attribute.spellings(v)})]


def refuses_no_group(
    outcomes: tuple[Outcome, Outcome],
    values: tuple[Scalar, Scalar],
    attribute: Attribute,
    catalogue: Catalogue,
    words: PurposeWords,
) -> bool:
    """Whether all that is refused, as no valid value, is a text that names no group."""
    refused = _refused(outcomes, values)
    return bool(refused) and all(
        names_no_group(value, attribute, catalogue) and bool(_complaint([message], words))
        for value, (_, message) in refused
    )


def names_no_group(value: Scalar, attribute: Attribute, catalogue: Catalogue) -> bool:
    """Whether it is a text that is no value of the attribute."""
    if not isinstance(value, str):
        return False
    is_known = bool(catalogue.families_of(attribute, [value]))
    return not is_known and attribute not in catalogue.match_value(value)


def refuses_unlisted(
    outcomes: tuple[Outcome, Outcome],
    values: tuple[Scalar, Scalar],
    constants: Iterable[object],
    attribute: Attribute,
    words: PurposeWords,
) -> bool:
    """Whether the value that the code does not list is refused as no valid one."""
    unlisted = _unlisted(values, constants, attribute)
    messages = [m for value, (_, m) in _refused(outcomes, values) if value in unlisted]
    return bool(messages) and all(_complaint([message], words) for message in messages)


def complains_of_machine(outcomes: tuple[Outcome, Outcome], words: PurposeWords) -> bool:
    """Whether all that is refused is refused since this machine lacks something."""
    told = _told_in_errors(outcomes)
    return bool(told) and all(first_found(words.representation.machines, each) for each in told)


def _told_in_errors(outcomes: tuple[Outcome, Outcome]) -> list[list[str]]:
    """The words of the message of each error."""
    return [in_singular([o.error[1]]) for o in outcomes if o.error is not None]


def complains_of_days(
    outcomes: tuple[Outcome, Outcome], parts: Sequence[Part], words: PurposeWords
) -> str:
    """By which words all that differs complains of two days: somebody was born after joining."""
    days = [
        first_found(words.representation.orders_of_days, each)
        for each in _words_of_differences(outcomes, parts)
    ]
    return days[0] if days and all(days) else ""


def complains_of_years(
    outcomes: tuple[Outcome, Outcome],
    parts: Sequence[Part],
    function: FunctionWords,
    words: PurposeWords,
) -> bool:
    """Whether all that differs complains of years that do not fit into a life.

    Nobody who is 18 has worked for 20 years. A limit on age is no such complaint.
    """
    complaints = _words_of_differences(outcomes, parts)
    is_check = complaints and first_found(words.age_limit.validations, function.name)
    return bool(is_check) and all(
        first_found(words.representation.impossibilities, each)
        and first_found(words.representation.durations, each)
        for each in complaints
    )


def _words_of_differences(
    outcomes: tuple[Outcome, Outcome], parts: Sequence[Part]
) -> list[list[str]]:
    """The words of each error, and of each side of a part that has texts."""
    told = [" ".join(outcome.error) for outcome in outcomes if outcome.error is not None]
    for part in parts:
        told += [" ".join(texts_in(side)) for side in (part.first, part.second)]
    return [in_singular([text]) for text in told if text]


def _complaint(texts: Iterable[str], words: PurposeWords) -> str:
    return first_found(words.representation.complaints, *(in_singular([text]) for text in texts))
