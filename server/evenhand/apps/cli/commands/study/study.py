"""`evenhand study`: the experiments of the field's papers."""

from __future__ import annotations

from collections.abc import Mapping

import click

from evenhand.apps.cli.lazy_import import imported

STUDIES: Mapping[str, str] = {
    "card": "evenhand.apps.cli.commands.study.card:card",
    "compare": "evenhand.apps.cli.commands.study.compare:compare",
    "faircoder": "evenhand.apps.cli.commands.study.faircoder:faircoder",
    "huang": "evenhand.apps.cli.commands.study.huang:huang",
    "iterate": "evenhand.apps.cli.commands.study.iterate:iterate",
    "leaderboard": "evenhand.apps.cli.commands.study.leaderboard:leaderboard",
    "liu": "evenhand.apps.cli.commands.study.liu:liu",
    "mitigation": "evenhand.apps.cli.commands.study.mitigation_study:mitigation",
    "pipelines": "evenhand.apps.cli.commands.study.pipelines:pipelines",
    "plan": "evenhand.apps.cli.commands.study.plan:plan",
    "reproduce": "evenhand.apps.cli.commands.study.reproduce:reproduce",
    "pools": "evenhand.apps.cli.commands.study.pools:pools",
    "review": "evenhand.apps.cli.commands.study.review:review",
    "self-judge": "evenhand.apps.cli.commands.study.self_judge:self_judge",
    "solar": "evenhand.apps.cli.commands.study.solar:solar",
    "suites": "evenhand.apps.cli.commands.study.suites:suites",
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
