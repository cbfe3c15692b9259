"""`evenhand study`: the experiments of the field's papers."""

from __future__ import annotations

import click

from evenhand.apps.cli.commands.study.compare import compare
from evenhand.apps.cli.commands.study.faircoder import faircoder
from evenhand.apps.cli.commands.study.huang import huang
from evenhand.apps.cli.commands.study.liu import liu
from evenhand.apps.cli.commands.study.mitigation_study import mitigation
from evenhand.apps.cli.commands.study.solar import solar

STUDIES: tuple[click.Command, ...] = (compare, faircoder, huang, liu, mitigation, solar)


@click.group(commands=STUDIES)
def study() -> None:
    """The experiments of the field's papers, on any model or on code that you have.

    The key of a model's endpoint is read from EVENHAND_API_KEY or OPENAI_API_KEY.
    """
