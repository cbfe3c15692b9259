"""SQLAlchemy: classes whose bodies declare the columns of a table, in any of its styles."""

from __future__ import annotations

from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes

SQLALCHEMY = ClassFramework(
    Makes.MAPPED,
    bases=frozenset({"DeclarativeBase", "DeclarativeBaseNoMeta"}),
    declares=r"(\w+\.)?(Column|mapped_column|relationship|deferred|column_property)",
    tells=r"(\w+\.)?(Column|mapped_column)",
)
