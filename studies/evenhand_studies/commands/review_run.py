"""Human review, step by step: forms for two, then for a third, then the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from evenhand.apps.cli.output.totals import counted
from evenhand.apps.cli.output.written_files import write_output
from evenhand.doors.files import Unreadable, is_there, read_text
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say
from evenhand_studies.commands.answers import source
from evenhand_studies.commands.judged_answers import (
    JudgedSource,
    Judging,
    items_of,
    judge_source,
)
from evenhand_studies.commands.study_pages import show, write_items
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.huang.human_review import Review
from evenhand_studies.research.huang.review_forms import (
    GUIDE,
    FormError,
    Reviewed,
    Said,
    read_form,
    to_review,
    written_form,
)
from evenhand_studies.research.huang.review_tables import ReviewedRun, kappa_table, review_tables

FIRST, SECOND, THIRD = "annotator-1.csv", "annotator-2.csv", "adjudicator.csv"
FORM_BYTES = 500_000_000


def review_answers(run: Path, forms: Path, everything: bool, judging: Judging) -> None:
    """Take the next step that the forms in a folder allow; raises `ClickException`."""
    judged = judge_source(HUANG, source(run), judging)
    named = _named(judged, everything, judging)
    reviewed = [own for own in named if own is not None]
    if not reviewed:
        raise click.ClickException(f"every answer in {run} was checked; --all asks about all")

    if not is_there(forms / FIRST):
        _write_forms(forms, reviewed)
        return

    review = _read_review(forms, reviewed)
    if review.differing and review.third is None:
        _ask_a_third(forms, review, judging)
        return

    if judging.items is not None:
        write_items(HUANG, [judged], judging.items)
    names = [own.name if own is not None else "" for own in named]
    finished = ReviewedRun(judged.source.name, judged.answers, names, review)
    show(review_tables(finished), [], judging, "review")


def _named(judged: JudgedSource, everything: bool, judging: Judging) -> list[Reviewed | None]:
    """For each answer, what people are asked about it; None if nothing."""
    items = items_of(HUANG, judged.source, judging.options)
    return [
        to_review(number, item.prompt, item.code, answer, everything)
        for number, (item, answer) in enumerate(zip(items, judged.answers, strict=True), 1)
    ]


def _write_forms(forms: Path, reviewed: Sequence[Reviewed]) -> None:
    form = written_form(reviewed)
    forms.mkdir(parents=True, exist_ok=True)
    for name, text in ((FIRST, form), (SECOND, form), ("guide.txt", GUIDE)):
        write_output(forms / name, text)

    cells = sum(len(own.questions) for own in reviewed)
    say(
        f"{counted(len(reviewed), 'answer')} with {counted(cells, 'question')} in"
        f" {printable(str(forms / FIRST))} and {SECOND}. Fill in both, then run the same command."
    )


def _ask_a_third(forms: Path, review: Review, judging: Judging) -> None:
    differing = review.differing
    write_output(forms / THIRD, written_form(differing))
    show([kappa_table(review)], [], judging, "review")
    say(
        f"The two differ about {counted(len(differing), 'answer')}. Let a third person fill in"
        f" {printable(str(forms / THIRD))}, then run the same command."
    )


def _read_review(forms: Path, reviewed: Sequence[Reviewed]) -> Review:
    asked = {own.name: own.questions for own in reviewed}
    review = Review(reviewed, _read(forms / FIRST, asked), _read(forms / SECOND, asked))
    if not is_there(forms / THIRD):
        return review

    differing = {own.name: own.questions for own in review.differing}
    return replace(review, third=_read(forms / THIRD, differing))


def _read(form: Path, asked: Mapping[str, Sequence[str]]) -> Mapping[str, Said]:
    text = read_text(form, FORM_BYTES)
    if isinstance(text, Unreadable):
        raise click.ClickException(f"{form} cannot be read ({text.reason})")
    try:
        return read_form(text.removeprefix("\ufeff"), asked, form.name)
    except FormError as error:
        raise click.ClickException(str(error)) from error
