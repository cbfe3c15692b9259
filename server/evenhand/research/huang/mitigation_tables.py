"""How far asking for unbiased code helps: tables 7, 8 and 16 of Huang et al., and what was kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evenhand.measures.share import Share
from evenhand.repair.by_model.strategies import Strategy
from evenhand.research.answer_flags import ANY, shares_of
from evenhand.research.huang.huang_answers import Rewrite, flags
from evenhand.research.huang.huang_paper import attributes
from evenhand.research.huang.mitigation_prompts import STRATEGIES, Arm
from evenhand.research.paper_data import paper
from evenhand.research.tables import (
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
    columns = ("", "answers", *attributes(), ANY, f"{INTERVAL} of any")
    rows: list[Cells] = [("original", *_bias_cells(originals))]

    for strategy, rewrites in by_strategy.items():
        rows.append((str(strategy), *_bias_cells(rewrites)))

    for model, by_published_strategy in paper("huang")["mitigation"][published].items():
        for name, figures in by_published_strategy.items():
            label = published_label(f"{name}, {model}")
            rows.append((label, UNDEFINED, *map(figure, figures), UNDEFINED))

    return Table(title, columns, tuple(rows))


def _bias_cells(rewrites: Sequence[Rewrite]) -> Cells:
    ran = [flags(rewrite.answer) for rewrite in rewrites if rewrite.answer.checked]
    shares = shares_of(ran, (*attributes(), ANY))
    return (str(len(ran)), *map(percent, shares.values()), interval(shares[ANY]))


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

        share = Share(sum(rewrite.kept is True for rewrite in asked_again), len(asked_again))
        rounds = mean(rewrite.rounds for rewrite in asked_again)
        count = str(len(asked_again))
        rows.append((str(strategy), count, percent(share), interval(share), rounds))

    title = f"Biased answers that were made fair, with all else as before, per cent, {name}"
    return Table(title, columns, tuple(rows))


def _label(feedback: bool) -> str:
    return "with feedback" if feedback else "without feedback"
