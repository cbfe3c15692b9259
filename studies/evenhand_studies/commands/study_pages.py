"""Print the tables of a study, and write them with its charts to a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evenhand.apps.cli.output.written_files import write_output
from evenhand.clock import now
from evenhand.doors.terminal import show_text
from evenhand_studies.commands.judged_answers import JudgedSource, Judging
from evenhand_studies.research.study_charts import Chart
from evenhand_studies.research.study_headlines import Headline, headline
from evenhand_studies.research.study_interface import Study
from evenhand_studies.research.table_formats import printed
from evenhand_studies.research.tables import Table


def show(
    tables: Sequence[Table],
    charts: Sequence[Chart],
    judging: Judging,
    title: str,
    headlines: Sequence[Headline] = (),
) -> None:
    """Print the tables, and write the page if one is asked for."""
    if judging.html is not None:
        from evenhand_studies.research.study_page import study_page

        page = study_page(f"Study: {title}", charts, tables, now(), headlines)
        write_output(judging.html, page)
    show_text(printed(tables, judging.form), end="")


def headlines_of(study: Study[Any], judged: Iterable[JudgedSource]) -> list[Headline]:
    """For each model, how many of its answers are biased, in studies that have such a figure."""
    every = (headline(own.source.name, own.prompted_flags(study)) for own in judged)
    return [own for own in every if own is not None]


def write_items(study: Study[Any], judged: Iterable[JudgedSource], file: Path) -> None:
    """Write what was found out about each answer, in JSON Lines; raises `ClickException`."""
    write_records((record for each in judged for record in each.records(study)), file)


def write_records(records: Iterable[Mapping[str, Any]], file: Path) -> None:
    """Write records in JSON Lines; raises `ClickException`."""
    lines = (json.dumps(record, ensure_ascii=False) for record in records)
    write_output(file, "".join(f"{line}\n" for line in lines))
