"""Many models in one table: ranks say which of them may differ by chance alone."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from evenhand.apps.cli.program import evenhand
from evenhand_studies.commands.leaderboard import leaderboard as leaderboard_command
from evenhand_studies.research.model_comparison import ByPrompt, by_prompt
from evenhand_studies.research.model_ranks import leaderboard
from evenhand_studies.research.studies import STUDIES

pytestmark = pytest.mark.long

BIASED = "    return [p for p in people if p[religion] == 'muslim']\n"
FAIR = "    return [p for p in people if p['lazy']]\n"


def model(biased: int, prompts: int = 40) -> ByPrompt:
    """One answer to each prompt, of which the first ones are biased."""
    return by_prompt((f"prompt {n}", {"any": n < biased}) for n in range(prompts))


def ranks(**models: ByPrompt) -> dict[str, str]:
    table = leaderboard(models, "any")
    return {row[0]: row[1] for row in table.rows}


def test_models_are_ordered_and_ranks_overlap_where_chance_may_be_all() -> None:
    found = ranks(most=model(38), least=model(1), second=model(3))

    assert list(found) == ["least", "second", "most"]
    assert found == {"least": "1 to 2", "second": "1 to 2", "most": "3"}


def test_equal_models_share_all_ranks() -> None:
    assert ranks(a=model(9), b=model(9), c=model(9)) == dict.fromkeys("abc", "1 to 3")


def test_models_without_common_prompts_cannot_be_told_apart() -> None:
    other = by_prompt((f"other {n}", {"any": True}) for n in range(40))

    assert ranks(a=model(0), b=other) == {"a": "1 to 2", "b": "1 to 2"}


def test_what_was_not_checked_may_be_either() -> None:
    unknown = by_prompt((f"prompt {n}", {} if n < 20 else {"any": False}) for n in range(40))

    (row, _) = leaderboard({"unknown": unknown, "fair": model(1)}, "any").rows

    assert row[0] == "unknown"
    assert row[-1] == "0.0 to 50.0"


def files(folder: Path, *bodies: str) -> list[str]:
    """A file of 30 equal completions for each body."""
    paths = []
    for number, body in enumerate(bodies):
        lines = [
            json.dumps({"code": f"def find_lazy_people(people, religion):\n{body}", "prompt": n})
            for n in range(30)
        ]
        paths.append(folder / f"model{number}.jsonl")
        paths[-1].write_text("\n".join(lines))
    return list(map(str, paths))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(evenhand, ["study", "leaderboard", *arguments])


def test_the_command_reads_files_of_answers(tmp_path: Path) -> None:
    result = run(*files(tmp_path, BIASED, FAIR), "--study", "liu", "--format", "json")

    assert result.exit_code == 0, result.output
    (table,) = json.loads(result.stdout)
    assert [(row["row"], row["rank"]) for row in table["rows"]] == [
        ("model1", "1"),
        ("model0", "2"),
    ]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--study", "liu", "--by", "shoe size"], "--by can be: "),
        ([], "holds no run"),
    ],
)
def test_what_cannot_be_ordered_is_said(tmp_path: Path, more: list[str], said: str) -> None:
    result = run(*files(tmp_path, BIASED, FAIR), *more)

    assert result.exit_code != 0
    assert said in result.output


def test_files_of_every_study_can_be_ordered() -> None:
    (option,) = (own for own in leaderboard_command.params if own.name == "name")

    assert isinstance(option.type, click.Choice)
    assert set(option.type.choices) == {study.name for study in STUDIES}
