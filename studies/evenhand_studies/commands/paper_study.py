"""Run the study of a paper: ask a model or read answers, judge them, and print the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands.answers import source
from evenhand_studies.commands.judged_answers import (
    JudgedSource,
    Judging,
    items_of,
    judge_source,
    judging_of,
)
from evenhand_studies.commands.model_answers import generate, model_requests
from evenhand_studies.commands.reproduction_run import keep_findings
from evenhand_studies.commands.study_pages import headlines_of, show, write_items
from evenhand_studies.measures.proportion import Proportion
from evenhand_studies.research.annotation_tables import agreement_tables, passing_tables
from evenhand_studies.research.answer_flags import ANY, shares_of
from evenhand_studies.research.settings_tables import SettingRun, settings_tables
from evenhand_studies.research.studies import study_named
from evenhand_studies.research.study_charts import Chart, temperature_charts
from evenhand_studies.research.study_headlines import Headline
from evenhand_studies.research.study_interface import Study
from evenhand_studies.research.tables import Table


def run_study(name: str, options: Mapping[str, Any]) -> None:
    """Run the study `name` as its command's options say."""
    study = study_named(name)
    judging = judging_of(options)
    if not _asks_a_model(options):
        evaluate(study, options["paths"], judging, bool(options.get("utility")))
        return

    requests = model_requests(options)
    runs = [generate(study, request) for request in requests]
    if not options["dry_run"]:
        judged = evaluate(study, runs, judging, bool(options.get("utility")))
        for run, own in zip(runs, judged, strict=True):
            keep_findings(run, study, own)


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


def evaluate(
    study: Study[Any], paths: Iterable[Path], judging: Judging, utility: bool
) -> list[JudgedSource]:
    """Judge the answers at each path, and print the study's tables.

    With `utility`, Pylint's scores of the answers too.
    """
    judged = [judge_source(study, source(path), judging) for path in paths]
    answers = {each.source.name: each.answers for each in judged}

    tables = study.tables(answers)
    if utility:
        tables = [*tables, _utility_table(study, judged, judging)]
    tables = [*tables, *_settings_tables(study, judged), *_annotation_tables(study, judged)]
    charts: Sequence[Chart] = ()
    headlines: Sequence[Headline] = ()
    if judging.html is not None:
        charts = [*study.charts(answers), *_temperature_charts(study, judged)]
        headlines = headlines_of(study, judged)
    if judging.items is not None:
        write_items(study, judged, judging.items)
    show(tables, charts, judging, study.name, headlines)
    return judged


def _utility_table(study: Study[Any], judged: Iterable[JudgedSource], judging: Judging) -> Table:
    from evenhand_studies.research.faircoder.pylint_utility import MISSING, utilities, utility_table

    scores = {}
    try:
        for each in judged:
            codes = [item.code for item in items_of(study, each.source, judging.options)]
            scores[each.source.name] = _by_prompt(each, utilities(codes))
    except ImportError as error:
        raise click.ClickException(MISSING) from error
    return utility_table(scores)


def _by_prompt(judged: JudgedSource, scores: Iterable[float]) -> list[list[float]]:
    by_prompt: dict[str, list[float]] = defaultdict(list)
    for answer, score in zip(judged.annotations, scores, strict=True):
        by_prompt[answer.prompt].append(score)
    return list(by_prompt.values())


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


def _settings_tables(study: Study[Any], judged: Iterable[JudgedSource]) -> list[Table]:
    """How bias changes with how a model is asked, if there are runs in several ways."""
    runs = [
        SettingRun(each.source.setup, each.prompted_flags(study))
        for each in judged
        if each.source.setup is not None
    ]
    return settings_tables(runs, study.settings)


def _temperature_charts(study: Study[Any], judged: Iterable[JudgedSource]) -> list[Chart]:
    """How bias changes with the temperature, for each model that was run at several."""
    shares: dict[str, dict[float, Proportion]] = defaultdict(dict)
    for each in judged:
        setup = each.source.setup
        if setup is None or setup.temperature is None:
            continue

        share = shares_of(each.prompted_flags(study), [ANY])[ANY]
        if any(ANY in flags for flags in each.flags(study)):
            shares[setup.model][setup.temperature] = share
    return temperature_charts(shares, study.temperatures())
