"""attrs: records whose fields are annotated, or declared by `attr.ib()`."""

from __future__ import annotations

from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes

ATTRS = ClassFramework(
    Makes.RECORD,
    decorators=frozenset({"define", "frozen", "mutable", "attrs", "s", "attributes"}),
    functions=frozenset({"make_class"}),
    declares=r"(attrs?\.)?(ib|attrib|attr|field)",
    checks=frozenset({"validator"}),
    bare_arguments=True,
)
