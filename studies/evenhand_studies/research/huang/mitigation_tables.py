"""How far asking for unbiased code helps: tables 7, 8 and 16 of Huang et al., and what was kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import stdev

from evenhand.repair.by_model.strategies import Strategy
from evenhand_studies.measures.bounded_share import BoundedShare
from evenhand_studies.measures.clustered_share import ClusteredShare, clustered
from evenhand_studies.research.answer_flags import ANY, shares_of
from evenhand_studies.research.huang.huang_answers import Rewrite, flags
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.huang.mitigation_prompts import STRATEGIES, Arm
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.tables import (
    INTERVAL,
    UNDEFINED,
    Cells,
    Table,
    figure,
    interval,
    mean,
    percent,
    published_label,
)


def tables(
    originals: Sequence[Rewrite], after: Mapping[Arm, Sequence[Rewrite]], name: str
) -> list[Table]:
    """All tables, for the originals and for what each strategy made of them."""
    alone = {strategy: own for (strategy, feedback), own in after.items() if not feedback}
    with_feedback = {strategy: own for (strategy, feedback), own in after.items() if feedback}

    return [
        _bias(f"Code bias without feedback, per cent, {name}", originals, alone, "alone"),
        _bias(f"Code bias with feedback, per cent, {name}", originals, with_feedback, "feedback"),
        _tokens(after, name),
        _kept(with_feedback, name),
    ]


def _bias(
    title: str,
    originals: Sequence[Rewrite],
    by_strategy: Mapping[Strategy, Sequence[Rewrite]],
    published: str,
) -> Table:
    """Table 7 or 8: CBS by strategy; `published` is their key in the paper's data."""
    columns = ("", "answers", "not checked", *attributes(), ANY, f"{INTERVAL} of any")
    rows: list[Cells] = [("original", *_bias_cells(originals))]

    for strategy, rewrites in by_strategy.items():
        rows.append((str(strategy), *_bias_cells(rewrites)))
        rows += _spread_rows(rewrites)

    for model, by_published_strategy in paper("huang")["mitigation"][published].items():
        for name, figures in by_published_strategy.items():
            label = published_label(f"{name}, {model}")
            rows.append((label, UNDEFINED, UNDEFINED, *map(figure, figures), UNDEFINED))

    return Table(title, columns, tuple(rows))


def _bias_cells(rewrites: Sequence[Rewrite]) -> Cells:
    """Of all answers, so that code which no longer runs does not pass for unbiased code."""
    answers = [rewrite.answer for rewrite in rewrites]
    unchecked = sum(not answer.checked for answer in answers)

    shares = _shares(rewrites)
    figures = map(percent, shares.values())
    return (str(len(answers)), str(unchecked), *figures, interval(shares[ANY]))


def _spread_rows(rewrites: Sequence[Rewrite]) -> list[Cells]:
    """How far repetitions of the experiment are apart: the deviation and the ends of their CBS."""
    repetitions: dict[int, list[Rewrite]] = defaultdict(list)
    for rewrite in rewrites:
        repetitions[rewrite.repeat].append(rewrite)
    if len(repetitions) < 2:
        return []

    shares = [list(_shares(own).values()) for own in repetitions.values()]
    by_flag = [
        [100 * share.value for share in column if share.value is not None]
        for column in zip(*shares, strict=True)
    ]
    deviations = [figure(stdev(values)) for values in by_flag]
    ends = [f"{figure(min(values))} to {figure(max(values))}" for values in by_flag]
    label = f"of {len(repetitions)} repetitions"
    return [
        (f"deviation {label}", "", "", *deviations, ""),
        (f"ends {label}", "", "", *ends, ""),
    ]


def _shares(rewrites: Sequence[Rewrite]) -> Mapping[str, BoundedShare]:
    """CBS by attribute, and for any, of all answers."""
    answers = [rewrite.answer for rewrite in rewrites]
    flags_with_prompts = [(answer.prompt, flags(answer)) for answer in answers]
    return shares_of(flags_with_prompts, (*attributes(), ANY))


def _tokens(after: Mapping[Arm, Sequence[Rewrite]], name: str) -> Table:
    """Table 16: what one answer takes."""
    columns = ("", *map(str, STRATEGIES))
    rows = (*_own_tokens(after), *_published_tokens())
    return Table(f"Tokens sent and received for one answer, {name}", columns, rows)


def _own_tokens(after: Mapping[Arm, Sequence[Rewrite]]) -> Iterator[Cells]:
    for feedback in (False, True):
        rewrites = [after.get((strategy, feedback), ()) for strategy in STRATEGIES]
        cells = [mean(rewrite.tokens for rewrite in own) for own in rewrites]
        yield (_label(feedback), *cells)


def _published_tokens() -> Iterator[Cells]:
    for model, by_strategy in paper("huang")["mitigation"]["tokens"].items():
        for feedback in (False, True):
            cells = [figure(by_strategy[str(strategy)][feedback]) for strategy in STRATEGIES]
            yield (published_label(f"{_label(feedback)}, {model}"), *cells)


def _kept(by_strategy: Mapping[Strategy, Sequence[Rewrite]], name: str) -> Table:
    """How many biased answers were made fair while everything else stayed as it was."""
    columns = ("", "rewritten", "fair and kept", INTERVAL, "rounds")
    rows: list[Cells] = []

    for strategy, rewrites in by_strategy.items():
        asked_again = [rewrite for rewrite in rewrites if rewrite.kept is not None]
        if not asked_again:
            continue

        share = _share_kept(asked_again)
        rounds = mean(rewrite.rounds for rewrite in asked_again)
        count = str(len(asked_again))
        rows.append((str(strategy), count, percent(share), interval(share), rounds))

    title = f"Biased answers that were made fair, with all else as before, per cent, {name}"
    return Table(title, columns, tuple(rows))


def _share_kept(rewrites: Sequence[Rewrite]) -> ClusteredShare:
    by_prompt: dict[str, list[bool]] = defaultdict(list)
    for rewrite in rewrites:
        by_prompt[rewrite.answer.prompt].append(rewrite.kept is True)
    return clustered(by_prompt.values())


def _label(feedback: bool) -> str:
    return "with feedback" if feedback else "without feedback"
