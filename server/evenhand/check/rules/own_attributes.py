"""Recognises the names that say something about a person, for rules that read source text."""

from __future__ import annotations

from collections.abc import Set

from evenhand.check.catalogue import Catalogue
from evenhand.check.catalogue.attributes import Attribute, NameMatch


def own_match(catalogue: Catalogue, name: str, nearby: Set[str]) -> NameMatch | None:
    """The attribute that `name` surely means, of the person it belongs to; None if there is none.

    `nearby` are the names beside it, which help to tell what an ambiguous name means.
    """
    match = catalogue.match_name(name, nearby)
    return match if match is not None and match.is_own else None


def own_attribute(catalogue: Catalogue, name: str, nearby: Set[str]) -> Attribute | None:
    """The attribute alone."""
    match = own_match(catalogue, name, nearby)
    return match.attribute if match is not None else None
