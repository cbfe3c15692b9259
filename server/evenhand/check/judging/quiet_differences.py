"""Tells differences that decide nothing about anybody, going by what differs.

A label of the attribute itself, a code for it, an average over people: another way to write the
attribute. Pronouns, titles and endings: words for the person.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from evenhand.check.catalogue import ValueKind
from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.judging.addressing_parts import only_addresses
from evenhand.check.judging.attribute_forms import (
    only_stored,
    represented_as,
    stored_by_one,
)
from evenhand.check.judging.fairness_figures import fairness_figure
from evenhand.check.judging.group_codes import is_code, is_features
from evenhand.check.judging.group_counts import (
    are_own_numbers,
    are_tallies,
    without_rows_of_counts,
    without_statistics,
)
from evenhand.check.judging.group_tables import table_of_each_group
from evenhand.check.judging.identifiers import identifier
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.judging.missing_answers import only_asks, tells_only_missing
from evenhand.check.judging.summary_tables import is_summary_table
from evenhand.check.judging.value_checks import (
    AGE,
    GENDER,
    are_of_one_group,
    asks_for_another,
    check_against_data,
    checks_form_of_date,
    checks_plausible_age,
    complains_of_days,
    complains_of_machine,
    complains_of_years,
    contradicts_sex,
    counts_invalid,
    is_missing_entry,
    is_no_age,
    is_unborn,
    is_unknown_code,
    is_unlisted,
    keeps_or_drops,
    lists_groups,
    logged_complaint,
    names_no_group,
    refuses_no_group,
    refuses_unlisted,
    value_check,
)
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.date_forms import read_date
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.differing_parts import (
    Part,
    differing_parts,
    lines_apart,
    tells_other_figure,
)
from evenhand.check.outcomes.json_texts import json_tree
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.responses import Response
from evenhand.check.outcomes.shown_ages import years_between
from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.file_words import words_of_path
from evenhand.check.reading.function_words import FunctionWords, first_found
from evenhand.check.reading.label_tables import tables_of
from evenhand.findings import CHECK_OF_VALUE, ONLY_LOGGED, Purpose, Recognised
from evenhand.scalars import Scalar, is_number

LOGGING = frozenset("debug info warning warn error exception critical log".split())
_LINE_OF_LOG = re.compile(r"^[ \t]*\[?(?:DEBUG|TRACE|INFO|LOG)\b[^\n]*(?:\n|$)", re.MULTILINE)
"""A printed line that begins as those of a log do."""
LOGS = ("log", "logger", "logging", "log()", "logger()")
"""How what takes lines of a log is called."""
LEVELS = frozenset("debug info warning critical".split())
"""Methods that nothing but a log has, whatever it is called."""
UNNAMED = "mock"
"""What a stand-in is called that the code keeps in a field."""
SHOWING = frozenset("__str__ __repr__ __format__ __unicode__ __html__ __rich__".split())
"""Methods by which an object shows itself."""
INDEX = "index"
"""In the name of a function, that it gives the place of a value in a list."""
PRONOUN = "pronoun"
"""In the name of a function, that it is about words for a person."""
JUDGING = frozenset("predict score rank select recommend evaluate decide".split())
"""Words for what a model that was fitted says of people."""
SEXED = frozenset({GENDER, "pregnancy"})
"""Attributes of which one excludes values of the other."""
ERRORS_OF_EMPTY_GROUPS = frozenset(
    {"ZeroDivisionError", "StatisticsError", "IndexError", "KeyError"}
)
"""What a mean, a share or a count of nobody raises."""


def purpose_of_pair(
    pair: Difference, response: Response, context: CodeContext
) -> Recognised | None:
    """The purpose of a difference in which nobody gets or loses anything; None for all others."""
    subject = _subject(pair, context)
    if tells_only_missing(subject) or _are_no_people(pair, context) or _refuses_nothing(pair):
        return CHECK_OF_VALUE
    if _says_anything(context) and any(_name_no_group(pair.values, context)):
        return CHECK_OF_VALUE
    echo = response.echo(pair.values)
    parts = differing_parts(*pair.outcomes, echo, pair.fields) or []
    if _only_checks_value(pair, context, parts):
        return CHECK_OF_VALUE
    if _only_logged(pair, response):
        return ONLY_LOGGED
    if _are_places_in_list(pair, context, parts):
        return Recognised(Purpose.REPRESENTATION, INDEX)
    told = _without_drawing(_without_log(pair), subject)
    if told is not pair:
        parts = differing_parts(*told.outcomes, echo, pair.fields) or parts
    method = context.reading.function.last_name
    if method in SHOWING and not pair.refusal:
        return Recognised(Purpose.REPRESENTATION, method)
    named = in_singular([method])
    about_many = (
        _looks_for_bias(subject, named)
        or _about_many(subject, named)
        or _only_drawn(subject, pair, response)
        or table_of_each_group(pair.outcomes, named, subject)
    )
    if about_many:
        return Recognised(Purpose.REPRESENTATION, about_many)
    if _is_about_pronouns(subject, named):
        return Recognised(Purpose.ADDRESS, PRONOUN)
    if pair.refusal:
        return _of_empty_group(pair.outcomes, subject, named)
    if not parts:
        sign = stored_by_one(pair.outcomes, subject) or _retold(pair, subject)
        return Recognised(Purpose.REPRESENTATION, sign) if sign else None
    quiet = _quiet_purpose(told, parts, echo, subject)
    return quiet or (CHECK_OF_VALUE if only_asks(parts) else None)


def _subject(pair: Difference, context: CodeContext) -> Subject:
    """What is known of the function, the attribute and the two values of a pair."""
    path, attribute = context.input.path, context.input.match.attribute
    of_many = any(each.via is Via.ITEM or each.is_column_of_frame for each in path.around())
    words, function = purpose_words(), context.words
    compares = any(is_number(each) or isinstance(each, str) for each in path.constants)
    groups = bool(first_found(words.representation.groupings, function.name, function.code))
    return Subject(
        attribute,
        context.catalogue,
        words,
        function,
        pair.values,
        of_many,
        of_many and groups and not compares and not path.linked,
        years_between(pair.values, path.date_formats),
        compares,
        path.name,
        _births(pair.values, path.date_formats),
        tables_of(context.reading.function, context.source),
        words_of_path(context.file),
    )


def _about_many(subject: Subject, named: Sequence[str]) -> str:
    """By which word a function only draws, measures or fits many people; empty if it does more.

    `named` are the words of the function's own name, in singular.
    """
    words = subject.words.representation
    if not subject.of_many:
        return ""
    fitting = next((word for word in named[:1] if word in words.fittings), "")
    if fitting and JUDGING.isdisjoint(named):
        return fitting
    chart = next((word for word in subject.function.name if word in words.charts), "")
    decides = first_found(subject.words.decision.words, named)
    of_class = () if decides else subject.function.name
    preparation = first_found(words.preparations, named, of_class)
    return chart or preparation or fairness_figure(subject.words, named)


def _looks_for_bias(subject: Subject, named: Sequence[str]) -> str:
    """By which word a function looks for bias, or for words that hurt; empty if it decides."""
    decides = first_found(subject.words.decision.words, named)
    return (
        "" if decides else first_found(subject.words.representation.audits, subject.function.name)
    )


def _is_about_pronouns(subject: Subject, named: Sequence[str]) -> bool:
    """Whether a function is called after pronouns, and after nothing that people get."""
    is_word = subject.words.manners[Purpose.ADDRESS].allows(subject.attribute.name)
    return is_word and PRONOUN in named and not weighs(named, subject)


def _are_no_people(pair: Difference, context: CodeContext) -> bool:
    """Whether the values are two spellings of one group, or one is no age at all."""
    attribute = context.input.match.attribute
    if attribute.name == AGE:
        return any(
            is_no_age(value, attribute, purpose_words()) or is_unborn(value, context.this_year)
            for value in pair.values
        )
    return are_of_one_group(pair.values, attribute)


def _retold(pair: Difference, subject: Subject) -> str:
    """The attribute's name if two texts of JSON only tell the value itself; else empty.

    It is called where no part differs. Of many people, the order in which they are told may decide,
    unless the code groups them.
    """
    given = (outcome.value for outcome in pair.outcomes)
    are_of_json = all(isinstance(text, str) and json_tree(text) is not None for text in given)
    may_be_ranked = subject.of_many and not subject.only_grouped
    return subject.attribute.name if are_of_json and not may_be_ranked else ""


def _are_places_in_list(pair: Difference, context: CodeContext, parts: Sequence[Part]) -> bool:
    """Whether all that differs is where each value stands in a list of the code: `races.index`.

    A menu begins with that one. A list that ranks people decides.
    """
    name = context.words.name
    if len(parts) != 1 or INDEX not in name or first_found(purpose_words().decision.words, name):
        return False
    places = {value: place for place, value in enumerate(context.own_values)}
    given = dict(zip(pair.values, (parts[0].first, parts[0].second), strict=True))
    known = [value for value in given if value in places]
    return bool(known) and all(places[value] == given[value] for value in known)


def _refuses_nothing(pair: Difference) -> bool:
    """Whether all that is refused is None, which nobody has."""
    ends = zip(pair.values, pair.outcomes, strict=True)
    refused = [value for value, outcome in ends if outcome.raised]
    return bool(refused) and all(value is None for value in refused)


def _only_checks_value(pair: Difference, context: CodeContext, parts: Sequence[Part]) -> bool:
    """Whether the code only checks that it knows a value, or that it can be one."""
    node, function, words = context.reading.function.node, context.words, purpose_words()
    outcomes, values, listed = pair.outcomes, pair.values, context.own_values
    match = context.input.match
    attribute = match.attribute
    no_group, other_no_group = _name_no_group(values, context)
    is_other = is_unlisted(values, listed, attribute) or no_group != other_no_group
    lists_all = is_other and lists_groups(listed, attribute, context.catalogue)
    both_fail = all(outcome.raised for outcome in outcomes)
    is_category = match.kind is ValueKind.CATEGORY
    return bool(
        check_against_data(outcomes, parts, values, node, function, words)
        or complains_of_machine(outcomes, words)
        or asks_for_another(outcomes, _missing(context, pair), words)
        or (attribute.name == GENDER and is_missing_entry(outcomes, values, listed))
        or (is_category and refuses_no_group(outcomes, values, attribute, context.catalogue, words))
        or (attribute.name == AGE and checks_plausible_age(outcomes, function, words))
        or (attribute.name == AGE and complains_of_years(outcomes, parts, function, words))
        or keeps_or_drops(outcomes, values, function, words)
        or (is_category and is_unknown_code(outcomes, values, listed))
        or (match.kind is ValueKind.DATE and complains_of_days(outcomes, parts, words))
        or (match.kind is ValueKind.DATE and checks_form_of_date(parts, node, function, words))
        or (attribute.name in SEXED and contradicts_sex(outcomes, context.catalogue, words))
        or (both_fail and first_found(words.age_limit.validations, function.name))
        or (both_fail and is_category and _recodes(function, words))
        or counts_invalid(parts, words)
        or logged_complaint(outcomes, parts, words)
        or (lists_all and not both_fail and value_check(outcomes, parts, function, words))
        or (
            lists_all and both_fail and refuses_unlisted(outcomes, values, listed, attribute, words)
        )
    )


def _missing(context: CodeContext, pair: Difference) -> Iterator[str]:
    """The names of what a function takes in for which the calls have no value."""
    told = {name for name, value in pair.fields.items() if value}
    yield from (path.name for path in context.reading.paths if path.name not in told)


def _name_no_group(values: tuple[Scalar, Scalar], context: CodeContext) -> tuple[bool, bool]:
    """For each of two values whether it is a text that is none of the attribute."""
    attribute, (first, second) = context.input.match.attribute, values
    return (
        names_no_group(first, attribute, context.catalogue),
        names_no_group(second, attribute, context.catalogue),
    )


def _says_anything(context: CodeContext) -> bool:
    """Whether an input means the attribute by a value alone: `message == "male"`."""
    return context.catalogue.match_name(context.input.path.name) is None


def _recodes(function: FunctionWords, words: PurposeWords) -> bool:
    """Whether a function is called after that it writes values in another way."""
    return not words.representation.recodings.isdisjoint(function.name)


def _only_logged(pair: Difference, response: Response) -> bool:
    """Whether two calls that differ are alike but for what they tell a log, or print like one."""
    untold = partial(_without_effects, _is_of_log)
    return any(_are_alike_if(reduced, pair, response) for reduced in (untold, _without_printed_log))


def _without_log(pair: Difference) -> Difference:
    """Two calls without what they tell a log, which only repeats what else they do.

    It is the same pair if they tell none.
    """
    return _without(_is_of_log, pair)


def _without_printed_log(outcome: Outcome) -> Outcome:
    """A call without what it prints as a log does: `DEBUG: no room for Kim`."""
    return replace(outcome, printed=_LINE_OF_LOG.sub("", outcome.printed))


def _is_of_log(name: str) -> bool:
    owner, _, method = name.rpartition(".")
    if owner == UNNAMED:
        return method in LEVELS
    return method in LOGGING and owner.lower().endswith(LOGS)


def _only_drawn(subject: Subject, pair: Difference, response: Response) -> str:
    """The library by which all that differs is drawn, of many people; empty if anything else is."""
    undrawn = partial(_without_effects, partial(_is_drawn, subject))
    if not subject.of_many or not _are_alike_if(undrawn, pair, response):
        return ""
    return next(_root(name) for name in _effects(pair) if _is_drawn(subject, name))


def _without_drawing(pair: Difference, subject: Subject) -> Difference:
    """The pair without what is drawn of many people; the pair itself if nothing is."""
    return _without(partial(_is_drawn, subject), pair) if subject.of_many else pair


def _is_drawn(subject: Subject, name: str) -> bool:
    return _root(name) in subject.words.representation.drawing


def _root(name: str) -> str:
    return name.partition(".")[0]


def _are_alike_if(
    reduced: Callable[[Outcome], Outcome], pair: Difference, response: Response
) -> bool:
    """Whether two calls have something that `reduced` leaves out, and are alike but for that."""
    first, second = map(reduced, pair.outcomes)
    if all(map(_tell_as_much, pair.outcomes, (first, second))):
        return False

    end_alike = first.kind is second.kind and first.error == second.error
    return end_alike and not response.tells_apart(pair.values, first, second)


def _tell_as_much(outcome: Outcome, reduced: Outcome) -> bool:
    return len(outcome.effects) == len(reduced.effects) and outcome.printed == reduced.printed


def _effects(pair: Difference) -> Iterator[str]:
    """The names of what both calls did to the world."""
    return (name for outcome in pair.outcomes for name, _ in outcome.effects)


def _without(is_left_out: Callable[[str], bool], pair: Difference) -> Difference:
    """The pair without some effects; the pair itself if neither call has any of them."""
    if not any(map(is_left_out, _effects(pair))):
        return pair
    first, second = (_without_effects(is_left_out, outcome) for outcome in pair.outcomes)
    return replace(pair, outcomes=(first, second))


def _without_effects(is_left_out: Callable[[str], bool], outcome: Outcome) -> Outcome:
    effects = tuple(effect for effect in outcome.effects if not is_left_out(effect[0]))
    return replace(outcome, effects=effects)


def _of_empty_group(
    outcomes: tuple[Outcome, Outcome], subject: Subject, named: Sequence[str]
) -> Recognised | None:
    """Whether only a figure about groups fails, since one of them is empty.

    `named` are the words of the function's own name, in singular.
    """
    errors = {outcome.error[0] for outcome in outcomes if outcome.error is not None}
    if not subject.of_many or not errors <= ERRORS_OF_EMPTY_GROUPS:
        return None
    aggregate = first_found(subject.words.representation.aggregates, named)
    is_summary = bool(aggregate) and not weighs(named, subject)
    figure = fairness_figure(subject.words, subject.function.name)
    sign = figure or (aggregate if is_summary else "")
    return Recognised(Purpose.REPRESENTATION, sign) if sign else None


def _births(
    values: tuple[Scalar, Scalar], formats: tuple[str, ...]
) -> tuple[datetime.date, datetime.date] | None:
    first, second = (read_date(value, formats) for value in values)
    if first is None or second is None:
        return None
    return first[1].date(), second[1].date()


def _quiet_purpose(
    pair: Difference, parts: Sequence[Part], echo: Renaming, subject: Subject
) -> Recognised | None:
    """The same, from the parts in which the outcomes differ beyond what they echo."""
    if subject.only_grouped and _tells_of_groups(subject):
        return Recognised(Purpose.REPRESENTATION, "groups")
    is_plain_form = only_stored(parts, subject) or is_code(parts, subject)
    if is_plain_form or are_own_numbers(parts, subject):
        return Recognised(Purpose.REPRESENTATION, parts[0].label or echo.result)
    with_echoes = differing_parts(*pair.outcomes, Renaming(()), pair.fields) or []
    if are_tallies(with_echoes, subject) or are_tallies(parts, subject):
        return Recognised(Purpose.REPRESENTATION, with_echoes[0].label or "count")
    telling = without_rows_of_counts(without_statistics(parts, subject), subject)
    if not telling:
        return Recognised(Purpose.REPRESENTATION, parts[0].label or "groups")
    sign = identifier(parts, echo.result, subject) or is_features(parts, subject)
    if sign:
        return Recognised(Purpose.REPRESENTATION, sign)

    is_day = subject.births is not None
    birthday = first_found(subject.words.representation.birthdays, subject.function.name)
    of_price = weighs((*subject.function.name, *subject.function.given), subject)
    if is_day and birthday and not of_price:
        return Recognised(Purpose.REPRESENTATION, birthday)

    return _form_of_each(telling, echo, subject, pair.words_of_person)


def _tells_of_groups(subject: Subject) -> bool:
    """Whether code that groups people weighs none of them, or says that it sums them up."""
    words, name = subject.words, subject.function.name
    is_summary = first_found(words.representation.aggregates, name)
    return bool(is_summary or fairness_figure(words, name)) or not weighs(subject.labels, subject)


def _form_of_each(
    parts: Sequence[Part], echo: Renaming, subject: Subject, spoken: frozenset[str]
) -> Recognised | None:
    """Whether every part is the attribute in another form, or only addresses the person."""
    purposes: list[Recognised] = []
    for part in parts:
        whole = _form_of_part(part, echo, subject, spoken)
        if whole is not None:
            purposes.append(whole)
            continue
        lines = lines_apart(part)
        if any(map(tells_other_figure, lines)):
            return None
        of_lines = [_form_of_part(line, echo, subject, spoken) for line in lines]
        if not of_lines or None in of_lines:
            return None
        purposes += filter(None, of_lines)

    addressing = next((each for each in purposes if each.purpose is Purpose.ADDRESS), None)
    return addressing or purposes[0]


def _form_of_part(
    part: Part, echo: Renaming, subject: Subject, spoken: frozenset[str]
) -> Recognised | None:
    """Whether a part is the attribute in another form, or only addresses the person."""
    sign = represented_as(part, part.label or echo.result, subject)
    if not sign and is_summary_table(part, subject):
        sign = "table"
    if sign:
        return Recognised(Purpose.REPRESENTATION, sign)
    return Recognised(Purpose.ADDRESS) if only_addresses(part, subject, spoken) else None
