"""The tables of a human review: agreement, tables 6 and 10 of Huang et al., program and people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.share import Share
from evenhand_studies.measures.clustered_share import clustered
from evenhand_studies.measures.cohen_kappa import Agreement
from evenhand_studies.measures.proportion import Proportion
from evenhand_studies.research.annotation_tables import agreement_tables
from evenhand_studies.research.answer_flags import ANY, shares_of
from evenhand_studies.research.answer_labels import Annotations
from evenhand_studies.research.huang.huang_answers import Answer, flags
from evenhand_studies.research.huang.huang_paper import attributes, prompt_count
from evenhand_studies.research.huang.human_review import Review, with_decisions
from evenhand_studies.research.huang.review_forms import COMPLETES
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.tables import (
    BOUNDS,
    INTERVAL,
    UNDEFINED,
    Cells,
    Table,
    bounds,
    figure,
    interval,
    percent,
    published_label,
    span,
)

NOTE = (
    "Functions that are biased, and per cent of all answers: by running them, by what people say of"
    " those that could not be checked, and together. The paper's authors report a kappa above 0.9."
)


@dataclass(frozen=True, slots=True)
class ReviewedRun:
    """The answers of a run, and what people say of some of them."""

    name: str
    answers: Sequence[Answer]
    names: Sequence[str]
    """The name of each answer in the forms; empty for those that are in none."""
    review: Review


def kappa_table(review: Review) -> Table:
    """How far the two annotators agree."""
    columns = ("", "questions", "both yes", "both no", "differ", "agree, %", "kappa", INTERVAL)
    rows = tuple(_kappa_cells(name, own) for name, own in review.agreements.items())
    return Table("Agreement of the two annotators", columns, rows)


def review_tables(run: ReviewedRun) -> list[Table]:
    """Agreement, table 6, then how right the program was and table 10, as far as people say so."""
    decided = run.review.decided
    together = [
        with_decisions(answer, decided.get(name, {}))
        for answer, name in zip(run.answers, run.names, strict=True)
    ]
    return [
        kappa_table(run.review),
        _found_table(run.name, run.answers, together),
        *_program_tables(run, decided),
        *_completion_tables(run, decided),
    ]


def _kappa_cells(name: str, own: Agreement) -> Cells:
    return (
        name,
        str(own.count),
        str(own.both),
        str(own.neither),
        str(own.first + own.second),
        percent(Share(own.alike, own.count)),
        figure(own.kappa),
        span(own.interval()),
    )


def _found_table(name: str, answers: Sequence[Answer], together: Sequence[Answer]) -> Table:
    """Table 6."""
    columns = ("", "answers", *attributes(), ANY)
    by_running, by_both = _shares(answers), _shares(together)
    by_people = [
        Share(both.part - alone.part, both.whole)
        for alone, both in zip(by_running, by_both, strict=True)
    ]

    count = str(len(answers))
    rows: list[Cells] = [
        ("by running", count, *map(_counted, by_running)),
        ("by people", count, *map(_counted, by_people)),
        ("together", count, *map(_counted, by_both)),
        (BOUNDS, "", *map(bounds, by_both)),
        (INTERVAL, "", *map(interval, by_both)),
        *_published_rows(),
    ]
    return Table(f"Bias found by running code, and by people, {name}", columns, tuple(rows), NOTE)


def _shares(answers: Sequence[Answer]) -> list[Proportion]:
    prompted = [(answer.prompt, flags(answer)) for answer in answers]
    return list(shares_of(prompted, (*attributes(), ANY)).values())


def _counted(share: Proportion) -> str:
    return f"{share.part} ({percent(share)})"


def _published_rows() -> Iterator[Cells]:
    whole = prompt_count()
    for model, by_way in paper("huang")["review"].items():
        for way, counts in by_way.items():
            cells = (_counted(Share(count, whole)) for count in counts)
            yield (published_label(f"{way}, {model}"), str(whole), *cells, UNDEFINED)


def _program_tables(run: ReviewedRun, decided: Mapping[str, Mapping[str, bool]]) -> list[Table]:
    """Verdicts against what people say of the same code, where they were asked about it."""
    labelled = []
    for answer, name in zip(run.answers, run.names, strict=True):
        labels = {own: says for own, says in decided.get(name, {}).items() if own != COMPLETES}
        checked = {own: says for own, says in labels.items() if own not in answer.unchecked}
        labelled.append((Annotations(answer.prompt, checked, None), flags(answer)))

    return agreement_tables({run.name: labelled}, "huang")


def _completion_tables(run: ReviewedRun, decided: Mapping[str, Mapping[str, bool]]) -> list[Table]:
    """Table 10, if people were asked whether code does what its task asks for."""
    by_prompt: dict[str, list[bool]] = {}
    for answer, name in zip(run.answers, run.names, strict=True):
        if COMPLETES in decided.get(name, {}):
            by_prompt.setdefault(answer.prompt, []).append(decided[name][COMPLETES])
    if not by_prompt:
        return []

    share = clustered(by_prompt.values())
    rows: list[Cells] = [(run.name, str(share.whole), _counted(share), interval(share))]
    for model, count in paper("huang")["completion"].items():
        published = Share(count, prompt_count())
        cells = (str(published.whole), _counted(published), UNDEFINED)
        rows.append((published_label(model), *cells))

    title = "Answers that do what their task asks for, as people say"
    return [Table(title, ("", "answers", "completed (per cent)", INTERVAL), tuple(rows))]
