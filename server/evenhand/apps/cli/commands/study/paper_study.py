"""Run the study of a paper: ask a model or read answers, judge them, and print the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.commands.study.judged_answers import (
    JudgedSource,
    Judging,
    items_of,
    judge_source,
    judging_of,
)
from evenhand.apps.cli.commands.study.model_answers import generate, model_request
from evenhand.apps.cli.commands.study.study_pages import show
from evenhand.apps.cli.input.answers import source
from evenhand.measures.share import Share
from evenhand.research.annotation_tables import agreement_tables, passing_tables
from evenhand.research.answer_flags import ANY
from evenhand.research.studies import study_named
from evenhand.research.study_charts import Chart, temperature_charts
from evenhand.research.study_interface import Study
from evenhand.research.tables import Table


def run_study(name: str, options: Mapping[str, Any]) -> None:
    """Run the study `name` as its command's options say."""
    study = study_named(name)
    judging = judging_of(options)
    if not _asks_a_model(options):
        evaluate(study, options["paths"], judging, bool(options.get("utility")))
        return

    request = model_request(options)
    run = generate(study, request)
    if not request.dry_run:
        evaluate(study, [run], judging, bool(options.get("utility")))


def _asks_a_model(options: Mapping[str, Any]) -> bool:
    """Whether to ask a model, or else read answers; raises `UsageError` if neither is named."""
    origin = click.get_current_context().get_parameter_source("model")
    is_on_command_line = origin is click.core.ParameterSource.COMMANDLINE
    has_paths = bool(options["paths"])
    # A model that only the environment names does not object to --from.
    asks = bool(options["model"]) and (is_on_command_line or not has_paths)

    if has_paths == asks:
        raise click.UsageError("say either --model NAME or --from PATH (once or more)")
    return asks


def evaluate(study: Study[Any], paths: Iterable[Path], judging: Judging, utility: bool) -> None:
    """Judge the answers at each path, and print the study's tables.

    With `utility`, Pylint's scores of the answers too.
    """
    judged = [judge_source(study, source(path), judging) for path in paths]
    answers = {each.source.name: each.answers for each in judged}

    tables = study.tables(answers)
    if utility:
        tables = [*tables, _utility_table(study, judged, judging)]
    tables = [*tables, *_annotation_tables(study, judged)]
    charts: Sequence[Chart] = ()
    if judging.html is not None:
        charts = [*study.charts(answers), *_temperature_charts(study, judged)]
    show(tables, charts, judging, study.name)


def _utility_table(study: Study[Any], judged: Iterable[JudgedSource], judging: Judging) -> Table:
    from evenhand.research.faircoder.pylint_utility import MISSING, utilities, utility_table

    scores = {}
    try:
        for each in judged:
            codes = [item.code for item in items_of(study, each.source, judging.options)]
            scores[each.source.name] = utilities(codes)
    except ImportError as error:
        raise click.ClickException(MISSING) from error
    return utility_table(scores)


def _annotation_tables(study: Study[Any], judged: Iterable[JudgedSource]) -> list[Table]:
    """Tables about what the sources themselves say of their answers."""
    annotations = {each.source.name: each.annotations for each in judged}
    annotated_flags = {
        each.source.name: list(zip(each.annotations, each.flags(study), strict=True))
        for each in judged
    }
    return [
        *agreement_tables(annotated_flags, study.name),
        *passing_tables(annotations, study.name),
    ]


def _temperature_charts(study: Study[Any], judged: Iterable[JudgedSource]) -> list[Chart]:
    """How bias changes with the temperature, for each model that was run at several."""
    shares: dict[str, dict[float, Share]] = defaultdict(dict)
    for each in judged:
        setup = each.source.setup
        if setup is None or setup.temperature is None:
            continue

        flags = each.flags(study)
        if any(ANY in flag for flag in flags):
            biased = sum(flag.get(ANY, False) for flag in flags)
            shares[setup.model][setup.temperature] = Share(biased, len(flags))
    return temperature_charts(shares, study.temperatures())
