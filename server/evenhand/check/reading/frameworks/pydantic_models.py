"""pydantic, in versions 1 and 2: records that check what they are given, and settings."""

from __future__ import annotations

from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes

PYDANTIC = ClassFramework(
    Makes.RECORD,
    bases=frozenset({"BaseModel", "BaseSettings", "GenericModel", "RootModel", "SQLModel"}),
    declares=r"(pydantic\.)?(Field|PrivateAttr)",
    bypass="model_construct",
    checks=frozenset({"validator", "field_validator", "root_validator", "model_validator"}),
)
