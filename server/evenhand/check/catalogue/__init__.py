"""Protected attributes: the data file, and matching a name or a value to one."""

from evenhand.check.catalogue.attributes import Attribute, Family, NameMatch, Role, Tier, ValueKind
from evenhand.check.catalogue.catalogue_file import default_catalogue, parse_catalogue
from evenhand.check.catalogue.matching import PROFILES, STRICT, Catalogue

__all__ = [
    "PROFILES",
    "STRICT",
    "Attribute",
    "Catalogue",
    "Family",
    "NameMatch",
    "Role",
    "Tier",
    "ValueKind",
    "default_catalogue",
    "parse_catalogue",
]
