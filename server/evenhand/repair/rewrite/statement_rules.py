"""The statements that choose among blocks, and how each of them is folded."""

from __future__ import annotations

import ast

from evenhand.check.reading.node_handlers import on
from evenhand.repair.rewrite.if_chains import fold_if
from evenhand.repair.rewrite.match_statements import fold_match
from evenhand.repair.rewrite.statement_folding import StatementRules
from evenhand.repair.rewrite.table_loops import fold_for

STATEMENT_RULES: StatementRules = dict(
    [on(ast.If, fold_if), on(ast.Match, fold_match), on(ast.For, fold_for)]
)
