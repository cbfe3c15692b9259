"""Which attribute of a person an access path means: by names, owners, types and values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from evenhand.check.catalogue import Attribute, Catalogue, NameMatch, Role, ValueKind
from evenhand.check.catalogue.spelling import may_be_code
from evenhand.check.catalogue.splitting import words_of
from evenhand.check.catalogue.value_signs import (
    confirms,
    is_number_of_thing,
    is_text_for_flag,
    is_text_of_thing,
    lists_others,
)
from evenhand.check.reading.access_paths import MEMBER_PARTS, AccessPath, Via, item_name
from evenhand.check.reading.benefit_models import is_of_law
from evenhand.check.reading.enumerations import enum_members
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.joined_names import match_together
from evenhand.check.reading.source import last_name
from evenhand.scalars import is_number

AGE, BIRTHDAY, BIRTH_YEAR = "age", "date_of_birth", "birth_year"
LATEST_YEAR = 2100
"""A number beyond it is no year: `20100615` is a day."""
COUNTED = (Evidence.NUMBER, Evidence.ARITHMETIC, Evidence.CAST)
DATES = (Evidence.DATE, Evidence.DATETIME)


def attribute_of(
    path: AccessPath, nearby: frozenset[str], catalogue: Catalogue
) -> NameMatch | None:
    """The attribute that a path means: by its own name, its owner's, its type's or its values."""
    if catalogue.not_people and any(map(catalogue.is_not_people, _names(path, catalogue))):
        return None
    if catalogue.means_nothing(path.name, nearby):
        return None
    match = _match_by_name(path, nearby, catalogue)
    with_owner = _match_with_owner(path, nearby, catalogue)
    if with_owner is not None and _says_more(with_owner, match):
        return None if catalogue.is_of_thing(_class_around(path)) else with_owner
    match = match or _match_by_enumeration(path, catalogue)
    if match is None:
        return _match_by_value(path, catalogue)
    by_value = _match_of_vague_name(path, match, catalogue)
    if by_value is not None:
        return by_value

    fields = path.parent.keys if path.parent is not None else ()
    if match.role is not Role.OWN:
        return None
    if catalogue.denies(match, _owners(path), path.facts.constants, fields):
        return None
    if _has_other_values(path, match, catalogue) or _is_switch(path, match):
        return None
    if _names_fields(path, match, catalogue):
        return None
    if _is_switched_off(path, match, catalogue):
        return None

    is_sure = match.sure or confirms(catalogue, match, path.facts.constants)
    if not is_sure and not _is_used_as_date(path, match, nearby, catalogue):
        return None
    return _as_code_names_it(path, _as_counted(path, match, catalogue), catalogue)


def _names_fields(path: AccessPath, match: NameMatch, catalogue: Catalogue) -> bool:
    """Whether its values are names of other attributes: `if rule["field"] == "nationality"`.

    What says yes or no may be a value, too: `employment == "disabled"`.
    """
    texts = (each for each in path.facts.constants if isinstance(each, str))
    names = [name for name in map(catalogue.match_name, texts) if name is not None and name.sure]
    others = [name for name in names if name.kind is not ValueKind.FLAG]
    return any(other.attribute is not match.attribute for other in others)


def _is_switch(path: AccessPath, match: NameMatch) -> bool:
    """Whether a name for several things says yes or no: `participation_races: bool`."""
    return match.plural and path.shows(Evidence.BOOLEAN)


def _is_switched_off(path: AccessPath, match: NameMatch, catalogue: Catalogue) -> bool:
    """Whether it says that a thing is not in use: `get_doc("Income Tax Slab").disabled`."""
    record = path.parent
    if record is None or not record.is_asked_by_text:
        return False
    return catalogue.is_switched_off(match, record.name)


def _as_counted(path: AccessPath, match: NameMatch, catalogue: Catalogue) -> NameMatch:
    """The match; that of a year if a day of birth is a number: `2026 - born`, `born >= 1990`."""
    numbers = [each for each in path.facts.constants if is_number(each)]
    may_be_years = bool(numbers) and max(numbers) <= LATEST_YEAR
    is_typed_number = path.is_typed_in and path.shows(Evidence.CAST)  # whatever is typed is text
    is_year = is_typed_number or (path.shows(Evidence.NUMBER) and may_be_years)
    is_counted = path.shows(Evidence.YEAR) or is_year
    is_date = path.shows(*DATES) or (path.shows(Evidence.TEXT) and not is_typed_number)
    year = catalogue.match_name(BIRTH_YEAR)
    if match.kind is not ValueKind.DATE or is_date or not is_counted or year is None:
        return match
    return replace(year, name=match.name)


def speaks_of_attribute(path: AccessPath, nearby: frozenset[str], catalogue: Catalogue) -> bool:
    """Whether any name or value of a path may mean an attribute, whatever else is known of it."""
    match = (
        _match_by_name(path, nearby, catalogue)
        or _match_by_enumeration(path, catalogue)
        or _match_with_owner(path, nearby, catalogue)
        or _match_by_value(path, catalogue)
    )
    facts = path.facts
    names = {path.name, item_name(path.name), *facts.aliases, *facts.kept_as, *facts.spans}
    return match is not None or any(catalogue.match_name(n, nearby - {n}) for n in names)


def may_be_attribute(path: AccessPath) -> bool:
    """Whether it is one value of a person, and not a record, a name of a field or a result."""
    is_record = path.has_fields or path.attributes or path.item is not None
    if is_record or path.shows(Evidence.CALLABLE) or path.expression or path.is_of_class:
        return False
    if is_of_law(path) or _is_constant(path) or _is_deep_in_answer(path):
        return False
    return not path.field_name and not path.assigned and not path.expression


def _is_deep_in_answer(path: AccessPath) -> bool:
    """Whether it is an item of an item of what a call gives, and has its name from what is asked.

    `laws_for("CITIZEN")` gives lists of laws, and nobody's citizenship.
    """
    results = {each.name for each in path.around() if each.via is Via.RESULT}
    items = [each for each in path.around() if each.via is Via.ITEM and each.name in results]
    return len(items) > 1


def _is_constant(path: AccessPath) -> bool:
    """Whether it is a constant of another module, and nobody's value: `limits.AGES`."""
    is_name = path.via in {Via.WORLD, Via.ATTRIBUTE} and path.root.via is Via.WORLD
    return is_name and path.name.isupper()


def _match_by_name(
    path: AccessPath, nearby: frozenset[str], catalogue: Catalogue
) -> NameMatch | None:
    """What its name means, else those that the code gives it."""
    name = item_name(path.name) if path.is_table else path.name
    match = catalogue.match_name(name, nearby - {path.name})
    asked = catalogue.match_question(path.question) if path.question else None
    if match is not None and asked is not None and asked.attribute is match.attribute:
        return asked  # `birth = int(input("Year of birth: "))`
    if match is None or not match.sure:
        match = _match_by_other_names(path, nearby, catalogue) or match
    return match


def _match_by_enumeration(path: AccessPath, catalogue: Catalogue) -> NameMatch | None:
    """What the name of the enumeration means of which it is a member."""
    klass = _enumeration(path)
    return catalogue.match_name(klass.name) if klass is not None else None


def _enumeration(path: AccessPath) -> ast.ClassDef | None:
    """The enumeration of which its value is a member, if it is known."""
    return path.klass if path.shows(Evidence.ENUM) else None


def _members(path: AccessPath) -> tuple[tuple[str, object], ...]:
    klass = _enumeration(path)
    return tuple(enum_members(klass)) if klass is not None else ()


def _names(path: AccessPath, catalogue: Catalogue) -> Iterator[str]:
    """What the code calls a value: any of these may be what the user knows to be nobody's."""
    yield path.name
    if path.is_table:
        yield item_name(path.name)
    klass = _enumeration(path)
    if klass is not None:
        yield klass.name
    if _is_named_by_others(path, catalogue):
        yield from path.facts.aliases
    yield from _kept_as(path)
    if catalogue.is_mute(path.name):
        yield from path.facts.spans


def _as_code_names_it(path: AccessPath, match: NameMatch, catalogue: Catalogue) -> NameMatch:
    """The match with a name of the code, where a question was taken for one."""
    if not path.is_typed_in or match.name != path.name:
        return match
    called = [catalogue.match_name(name) for name in path.facts.aliases]
    same = (m.name for m in called if m is not None and m.attribute is match.attribute)
    return replace(match, name=next(same, ""))


def _has_other_values(path: AccessPath, match: NameMatch, catalogue: Catalogue) -> bool:
    """Whether its values show that a doubtful word means something else."""
    if path.facts.lists_its_values and lists_others(catalogue, match, path.name, _values_of(path)):
        return True
    if is_text_of_thing(catalogue, match, path.facts.constants) and not path.shows(*COUNTED):
        return True
    if is_text_for_flag(catalogue, match, path.facts.constants):
        return True
    return is_number_of_thing(catalogue, match, path.name, path.facts.constants)


def _values_of(path: AccessPath) -> tuple[object, ...]:
    """The values that a path is declared to have: also the names of an enumeration's members."""
    return (*path.facts.constants, *(part for member in _members(path) for part in member))


def _owners(path: AccessPath) -> Iterator[str]:
    """What the record is called that a path is a field of, and its class."""
    owner = path.parent
    if owner is None:
        return

    yield owner.name
    yield from _class_around(path)
    if owner.annotation is not None:
        yield last_name(owner.annotation)


def _class_around(path: AccessPath) -> Iterator[str]:
    """The class of the record that a path is a field of, if it is known: `Connector`."""
    if path.parent is not None and path.parent.klass is not None:
        yield path.parent.klass.name


def _match_by_other_names(
    path: AccessPath, nearby: frozenset[str], catalogue: Catalogue
) -> NameMatch | None:
    """What the question means that is asked, or what the code calls a value whose name is mute.

    `age = int(c)` says what `c` is; names that mean different attributes say nothing.
    """
    asked = catalogue.match_question(path.question) if path.question else None
    if asked is not None:
        return asked
    names = path.facts.aliases if _is_named_by_others(path, catalogue) else _kept_as(path)
    called = [catalogue.match_name(name, nearby - {name}) for name in names]
    by_attribute = {match.attribute.name: match for match in called if match is not None}
    if len(by_attribute) == 1:
        return by_attribute.popitem()[1]
    is_mute = catalogue.is_mute(path.name)
    return _match_by_span(path, nearby, catalogue) if is_mute and not by_attribute else None


def _kept_as(path: AccessPath) -> list[str]:
    """What the one object calls an argument that it keeps: `self.age = page`."""
    is_argument = path.via in {Via.PARAMETER, Via.ATTRIBUTE} and path.is_leaf
    return path.facts.kept_as if is_argument and len(path.facts.kept_as) == 1 else []


def _match_by_span(
    path: AccessPath, nearby: frozenset[str], catalogue: Catalogue
) -> NameMatch | None:
    """`age = today.year - value.year`: what somebody's age is counted from is a day of birth."""
    if not path.facts.is_moment or catalogue.speak_of_programs(nearby):
        return None
    for name in path.facts.spans:
        span, birthday = catalogue.match_name(name), catalogue.match_name(BIRTHDAY)
        is_age = span is not None and span.sure and span.attribute.name == AGE
        if is_age and birthday is not None:
            return replace(birthday, name=name)
    return None


def _is_named_by_others(path: AccessPath, catalogue: Catalogue) -> bool:
    """Whether what the code calls its value says more than its own name."""
    is_mute = isinstance(path.key, int) or catalogue.is_mute(path.name)
    return path.is_typed_in or path.via in {Via.RESULT, Via.ITEM} or is_mute


def _is_used_as_date(
    path: AccessPath, match: NameMatch, nearby: frozenset[str], catalogue: Catalogue
) -> bool:
    """Whether a doubtful word for a day, `birth`, is compared with days, and of no program's."""
    is_day = bool(path.facts.date_formats) or path.shows(Evidence.DATE, Evidence.DATETIME)
    return match.kind is ValueKind.DATE and is_day and not catalogue.speak_of_programs(nearby)


def _match_with_owner(
    path: AccessPath, nearby: frozenset[str], catalogue: Catalogue
) -> NameMatch | None:
    """`student["parents"]["degree"]` means the education of parents."""
    owner = path.parent
    if owner is None:
        return None
    if path.via is Via.ATTRIBUTE and path.name in MEMBER_PARTS:  # `person.gender.value`
        match = catalogue.match_name(owner.name)
        if match is not None and match.sure:
            return match
    if owner.via not in {Via.KEY, Via.ATTRIBUTE, Via.RESULT}:
        return None

    match = match_together(owner.name, path.name, catalogue, nearby)
    if match is None or not match.sure:
        return None
    return replace(match, name=path.name)


def _match_of_vague_name(
    path: AccessPath, match: NameMatch, catalogue: Catalogue
) -> NameMatch | None:
    """`title == "Mrs"` says more than the name; None if the name is plain enough by itself."""
    alone = catalogue.match_name(path.name)
    if alone is not None and alone.sure:
        return None
    by_value = _match_by_value(path, catalogue)
    is_other = by_value is not None and by_value.attribute is not match.attribute
    return by_value if is_other else None


def _says_more(with_owner: NameMatch, alone: NameMatch | None) -> bool:
    return alone is None or not alone.sure or with_owner.attribute is not alone.attribute


def _match_by_value(path: AccessPath, catalogue: Catalogue) -> NameMatch | None:
    """`x == "female"` says what `x` is, whatever its name; two such attributes say nothing.

    One value that may be short for anything says it only of how somebody is addressed. Beside names
    of attributes a value is the name of a field, too: `k in {"race", "religion", "pregnant"}`.
    """
    by_name: dict[str, Attribute] = {}
    telling: set[object] = set()
    for constant in (*path.facts.constants, *(name.lower() for name, _ in _members(path))):
        for attribute in catalogue.match_value(constant):
            by_name[attribute.name] = attribute
            telling.add(constant)
    is_code = len(telling) == 1 and all(map(may_be_code, telling))
    is_address = catalogue.neighbours.speak_of_address(words_of(path.name))
    if len(by_name) != 1 or (is_code and not is_address):
        return None
    if catalogue.name_fields(path.facts.constants):
        return None

    (attribute,) = by_name.values()
    if catalogue.is_of_thing(_owners(path)):
        return None
    says_nothing = path.is_typed_in or isinstance(path.key, int) or catalogue.is_mute(path.name)
    name = "" if says_nothing else path.name
    families = attribute.families
    return NameMatch(attribute, True, Role.OWN, ValueKind.CATEGORY, families, name=name)
