"""`evenhand study`: the experiments of the field's papers."""

from __future__ import annotations

from collections.abc import Mapping

import click

from evenhand.apps.cli.lazy_import import imported

STUDIES: Mapping[str, str] = {
    "compare": "evenhand.apps.cli.commands.study.compare:compare",
    "faircoder": "evenhand.apps.cli.commands.study.faircoder:faircoder",
    "huang": "evenhand.apps.cli.commands.study.huang:huang",
    "liu": "evenhand.apps.cli.commands.study.liu:liu",
    "mitigation": "evenhand.apps.cli.commands.study.mitigation_study:mitigation",
    "solar": "evenhand.apps.cli.commands.study.solar:solar",
}
"""Each command by its module. Together they have a hundred options, so they are imported on use."""


class StudyGroup(click.Group):
    """The group of `STUDIES`."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(STUDIES)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in STUDIES:
            return None
        command: click.Command = imported(STUDIES[name])
        return command


@click.group(cls=StudyGroup)
def study() -> None:
    """The experiments of the field's papers, on any model or on code that you have.

    The key of a model's endpoint is read from EVENHAND_API_KEY or OPENAI_API_KEY.
    """
