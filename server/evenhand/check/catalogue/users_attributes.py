"""A catalogue with the attributes, words and values that a user adds in the settings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from evenhand.check.catalogue.attributes import Attribute, Family, Phrase, Tier, Value, ValueKind
from evenhand.check.catalogue.matching import Catalogue
from evenhand.check.catalogue.splitting import words_of


def with_users_attributes(
    catalogue: Catalogue, extra: Iterable[tuple[str, Iterable[str], Iterable[Value]]]
) -> Catalogue:
    """A catalogue with the user's own attributes: name, words and values of each.

    The words and values of a known attribute are added to its own.
    """
    attributes = {attribute.name: attribute for attribute in catalogue.attributes}
    for name, words, values in extra:
        attribute = attributes.get(name) or _new_attribute(name)
        attributes[name] = _with_words(attribute, tuple(words), tuple(values))
    return replace(catalogue, attributes=tuple(attributes.values()))


def _new_attribute(name: str) -> Attribute:
    title = " ".join(words_of(name))
    return Attribute(name, title, "added in the settings", Tier.PROTECTED, ())


def _with_words(
    attribute: Attribute, words: tuple[str, ...], values: tuple[Value, ...]
) -> Attribute:
    """The attribute with a user's words and values, which come before its own."""
    names = [words_of(word) for word in (words or (attribute.name,))]
    families = attribute.families
    if values:
        families = (Family("user", values), *families)

    kind = _kind_of(families[0].values if families else ())
    family_names = tuple(family.name for family in families)
    added = tuple(Phrase(name, kind, family_names, strong=True) for name in names if name)
    unlike = tuple(phrase for phrase in attribute.unlike if phrase not in names)
    phrases = added + attribute.phrases
    return replace(attribute, families=families, phrases=phrases, unlike=unlike)


def _kind_of(values: tuple[Value, ...]) -> ValueKind:
    if not values:
        return ValueKind.CATEGORY
    if all(isinstance(value, bool) for value in values):
        return ValueKind.FLAG
    if all(isinstance(value, int | float) for value in values):
        return ValueKind.NUMBER
    return ValueKind.CATEGORY
