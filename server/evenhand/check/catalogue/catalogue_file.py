"""The catalogue's text (TOML) turned into attributes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Any

from evenhand.check.catalogue.attributes import Attribute, Family, Phrase, Tier, ValueKind
from evenhand.check.catalogue.matching import Catalogue
from evenhand.check.catalogue.neighbours import Neighbours
from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.splitting import words_of


@lru_cache(maxsize=1)
def default_catalogue() -> Catalogue:
    """The catalogue that comes with Evenhand."""
    folder = files("evenhand.check.catalogue")
    attributes, peoples = (
        folder.joinpath(name).read_text(encoding="utf-8")
        for name in ("attributes.toml", "peoples.toml")
    )
    return parse_catalogue(attributes, peoples)


def parse_catalogue(text: str, peoples: str = "") -> Catalogue:
    """Read a catalogue; `peoples` has the rarer values of some families.

    Raises `tomllib.TOMLDecodeError` for text that is no TOML, and `ValueError` naming the
    attribute for one that lacks something or names an unknown family.
    """
    data, rarer = tomllib.loads(text), tomllib.loads(peoples)
    shared = _families(data.get("families", {}))
    attributes = tuple(
        _attribute(table, shared, rarer.get(table.get("name"), {})) for table in data["attribute"]
    )

    papers = data.get("profiles", {}).get("paper", [])
    unknown = set(papers) - {attribute.name for attribute in attributes}
    if unknown:
        raise ValueError(f"the paper profile names unknown attributes: {sorted(unknown)}")

    return Catalogue(
        attributes,
        Neighbours.of(data["neighbours"]),
        frozenset(papers),
        birthdays=tuple(data.get("dates", {}).get("birthdays", ())),
    )


def _attribute(
    table: Mapping[str, Any], shared: Mapping[str, Family], rarer: Mapping[str, Any]
) -> Attribute:
    try:
        inputs = table["inputs"]
        own = _families(table["families"], rarer)
        families = own | _used_shared(inputs, own, shared)
        return Attribute(
            name=table["name"],
            title=table["title"],
            legal_basis=table["legal_basis"],
            tier=Tier(table["tier"]),
            families=tuple(families.values()),
            believable=tuple((low, high) for low, high in table.get("believable", [])),
            may_be_absent=table.get("may_be_absent", False),
            of_people_only=table.get("of_people_only", False),
            may_be_state=table.get("may_be_state", False),
            most_people=frozenset(table.get("most_people", [False])),
            flags_of_most=frozenset(table.get("flags_of_most", [])),
            phrases=tuple(phrase for entry in inputs for phrase in _phrases(entry)),
            questions=tuple(question for entry in inputs for question in _questions(entry)),
            unlike=tuple(_expanded(table.get("unlike", []))),
            kin=tuple(table.get("kin", [])),
            same_order=tuple(table.get("same_order", [])),
            unknown=frozenset(table.get("unknown", [])),
            unlike_values=tuple(table.get("unlike_values", [])),
            unmistakable=tuple(table.get("unmistakable", [])),
        )
    except KeyError as error:
        raise ValueError(f"attribute {table.get('name', '?')!r} lacks {error}") from error


def _families(
    table: Mapping[str, list[Any]], rarer: Mapping[str, Mapping[str, list[str]]] | None = None
) -> dict[str, Family]:
    also = {name: frozenset(map(plain, more["also"])) for name, more in (rarer or {}).items()}
    return {
        name: Family(name, tuple(values), also.get(name, frozenset()))
        for name, values in table.items()
    }


def _used_shared(
    inputs: Iterable[Mapping[str, Any]], own: Mapping[str, Family], shared: Mapping[str, Family]
) -> dict[str, Family]:
    """The shared families that an attribute's inputs name, without those that it has itself."""
    names: list[str] = []
    for entry in inputs:
        for key in ("families", "grouped", "coded"):
            names.extend(entry.get(key, []))

    return {name: shared[name] for name in names if name not in own}


def _phrases(entry: Mapping[str, Any]) -> Iterable[Phrase]:
    kind = ValueKind(entry["kind"])
    families = tuple(entry["families"])
    grouped, coded = tuple(entry.get("grouped", [])), tuple(entry.get("coded", []))

    for certainty in ("strong", "words", "doubtful", "valued"):
        for words in _expanded(entry.get(certainty, [])):
            yield Phrase(
                words,
                kind,
                families,
                sure=certainty in {"strong", "words"},
                strong=certainty == "strong",
                needs_value=certainty == "valued",
                grouped=grouped,
                coded=coded,
            )


def _questions(entry: Mapping[str, Any]) -> Iterable[Phrase]:
    kind, families = ValueKind(entry["kind"]), tuple(entry["families"])
    for words in _expanded(entry.get("questions", [])):
        yield Phrase(words, kind, families)


def _expanded(phrases: Iterable[str]) -> Iterable[tuple[str, ...]]:
    """Each phrase with `a|b` in place of a word, written out for every choice.

    Choices are separated by `|` without blanks, so a choice is one word.
    """
    for phrase in phrases:
        choices = [part.split("|") for part in phrase.split()]
        for chosen in product(*choices):
            yield words_of(" ".join(chosen))
