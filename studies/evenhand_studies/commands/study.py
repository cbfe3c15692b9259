"""`evenhand study`: the experiments of the field's papers."""

from __future__ import annotations

from collections.abc import Mapping

import click

from evenhand.apps.cli.lazy_import import imported

STUDIES: Mapping[str, str] = {
    "card": "evenhand_studies.commands.card:card",
    "compare": "evenhand_studies.commands.compare:compare",
    "faircoder": "evenhand_studies.commands.faircoder:faircoder",
    "huang": "evenhand_studies.commands.huang:huang",
    "iterate": "evenhand_studies.commands.iterate:iterate",
    "leaderboard": "evenhand_studies.commands.leaderboard:leaderboard",
    "liu": "evenhand_studies.commands.liu:liu",
    "mitigation": "evenhand_studies.commands.mitigation_study:mitigation",
    "pipelines": "evenhand_studies.commands.pipelines:pipelines",
    "plan": "evenhand_studies.commands.plan:plan",
    "reproduce": "evenhand_studies.commands.reproduce:reproduce",
    "pools": "evenhand_studies.commands.pools:pools",
    "review": "evenhand_studies.commands.review:review",
    "self-judge": "evenhand_studies.commands.self_judge:self_judge",
    "solar": "evenhand_studies.commands.solar:solar",
    "suites": "evenhand_studies.commands.suites:suites",
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
