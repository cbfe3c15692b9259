"""Django's models and choices, and the libraries that declare fields of a table as it does."""

from __future__ import annotations

from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes

MODELS = ClassFramework(
    Makes.MAPPED,
    bases=frozenset({"Model", "AbstractUser", "AbstractBaseUser", "Document", "EmbeddedDocument"}),
    declares=r"(models|ndb|db|peewee)\.\w+|\w+Field|ForeignKey",
    tells=r"(models|ndb|db)\.\w*(Field|Property|Key|Column)",
)
CHOICES = ClassFramework(Makes.ENUM, bases=frozenset({"TextChoices", "IntegerChoices", "Choices"}))
