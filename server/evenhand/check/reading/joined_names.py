"""What the name of a record and the name of its field mean together: `marital.status`."""

from __future__ import annotations

from dataclasses import replace

from evenhand.check.catalogue import Catalogue, NameMatch, ValueKind


def match_together(
    record: str, field: str, catalogue: Catalogue, nearby: frozenset[str] = frozenset()
) -> NameMatch | None:
    """What both names mean as one; None if that is no attribute.

    They say no more than the record's name if that may mean the attribute by itself: the name of a
    `state` is a place only if the state is. What is yes or no is one name: no `single` has a
    `parent`.
    """
    match = catalogue.match_name(f"{record}_{field}")
    if match is None:
        return None

    alone = catalogue.match_name(record, nearby)
    if alone is None or alone.attribute is not match.attribute:
        return None if match.kind is ValueKind.FLAG else match
    return replace(match, sure=match.sure and alone.sure)
