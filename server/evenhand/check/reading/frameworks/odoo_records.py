"""Odoo: an object of a model is a set of records, which code goes through: `for r in self`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.node_index import names_in
from evenhand.check.reading.source import last_name

PACKAGES = ("odoo", "openerp")
MODELS = frozenset({"Model", "TransientModel", "AbstractModel"})


def is_set_of_records(klass: ast.ClassDef, modules: Mapping[str, str]) -> bool:
    """Whether a class is a model of Odoo; `modules` says where the file's names come from."""
    origins = [modules.get(name, "") for base in klass.bases for name in names_in(base)]
    is_model = any(last_name(base) in MODELS for base in klass.bases)
    return is_model and any(origin.partition(".")[0] in PACKAGES for origin in origins)
