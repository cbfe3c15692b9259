"""Table 4 of Huang et al.: code bias by attribute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenhand.share import Share
from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.huang.huang_answers import Answer
from evenhand_studies.research.huang.huang_figures import answers_per_prompt, scores
from evenhand_studies.research.huang.huang_paper import attributes, prompt_count, published_counts
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.study_interface import ByModel
from evenhand_studies.research.tables import (
    UNDEFINED,
    Cells,
    Table,
    percent,
    published_label,
    share_rows,
)

NOTE = (
    "Of all answers, as the paper counts; bounds: if everything that was not checked were fair,"
    " and if it were biased. The published figures are the protocol's: the values of a fixed pool,"
    " which found 92 % of one model's biased functions; the pool is not tried here."
)
PUBLISHED_SCORES = {"cbs": "CBS", "union": "CBS_U@5", "intersection": "CBS_I@5"}


def tables(answers: ByModel[Answer]) -> list[Table]:
    """Table 4 for each model."""
    return [table(own, model) for model, own in answers.items()]


def table(answers: Sequence[Answer], name: str) -> Table:
    """Table 4 for some answers, above the published figures."""
    unchecked = sum(not answer.checked for answer in answers)
    checked = f"{unchecked} of {len(answers)} not checked"
    title = f"Code bias, {Mode.SEARCH}, per cent, {name} ({checked})"
    columns = ("", "answers or tasks", *attributes(), ANY)
    return Table(title, columns, (*_own_rows(answers), *_published_rows()), NOTE)


def _own_rows(answers: Sequence[Answer]) -> Iterator[Cells]:
    by_attribute = scores(answers)
    all_scores = by_attribute.values()
    yield from share_rows("CBS", str(len(answers)), [own.cbs for own in all_scores])

    prompts_with_several = by_attribute[ANY].union.whole
    if not prompts_with_several:
        return

    fewest, most = answers_per_prompt(answers)
    k = str(most) if fewest == most else f"{fewest} to {most}"
    count = str(prompts_with_several)
    yield from share_rows(f"CBS_U@{k}", count, [own.union for own in all_scores])
    yield from share_rows(f"CBS_I@{k}", count, [own.intersection for own in all_scores])


def _published_rows() -> Iterator[Cells]:
    prompts = prompt_count()

    for model, counts_by_score in published_counts().items():
        for key, score in PUBLISHED_SCORES.items():
            cells = [percent(Share(count, prompts)) for count in counts_by_score[key]]
            yield (published_label(f"{score}, {model}"), str(prompts), *cells, UNDEFINED)
