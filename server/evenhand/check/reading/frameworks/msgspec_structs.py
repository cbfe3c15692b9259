"""msgspec: records that check nothing when code builds them."""

from __future__ import annotations

from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes

MSGSPEC = ClassFramework(
    Makes.RECORD,
    bases=frozenset({"Struct"}),
    declares=r"(msgspec\.)?field",
    takes_anything=True,
)
