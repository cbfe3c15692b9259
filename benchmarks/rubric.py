"""What a reviewer looks at in a repair, as far as it can be computed."""

from __future__ import annotations

import io
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evenhand.check.checking import Checker
from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Steps
from evenhand.check.reading.function_words import function_words
from evenhand.findings import Purpose, Verdict
from evenhand.lines import blocks, lines_of
from evenhand.repair.rewrite.odd_code import NEVER, OddKind, new_oddities
from evenhand.repair.survey.outcome_changes import change_between
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.varied_outcomes import Survey, Varied, open_unwatched

KEPT = frozenset({Purpose.BODY, Purpose.AGE_LIMIT})
"""Purposes whose differences a repair would spoil."""


@dataclass(frozen=True)
class Review:
    """One repair as a reviewer sees it."""

    lines: int
    """Removed or inserted."""
    odd: int
    """Pieces of code that nobody would write."""
    left_over: int
    """Constants that stand in place of the attribute."""
    unused: int
    """Names that nothing reads any more."""
    comments_lost: int
    """Comments that are gone although the code below them, or beside them, is not."""
    flattened: bool
    """It makes a formula of the body or an age limit the same for everyone."""
    is_allowance: bool
    """It changes comments alone."""
    loses: bool | None
    """Whether anybody is worse off, where it is known which way is better; else None."""


async def reviewed(checker: Checker, case: Case, text: str, verdicts: Sequence[Verdict]) -> Review:
    """What a reviewer would see in `text`, which is to repair the case."""
    oddities = new_oddities(case.source, text)
    kinds = [oddity.kind for oddity in oddities]
    is_code_changed = _code(text) != _code(case.source)
    loses = await checker.run(_somebody_loses(case.survey, text), case.job.options)
    return Review(
        lines=changed_lines(case.source, text),
        odd=sum(kind in NEVER for kind in kinds),
        left_over=kinds.count(OddKind.LEFT_OVER_CONSTANT),
        unused=kinds.count(OddKind.UNUSED_NAME),
        comments_lost=len(_lost_comments(case.source, text)),
        flattened=is_code_changed and any(verdict.purpose in KEPT for verdict in verdicts),
        is_allowance=not is_code_changed,
        loses=loses,
    )


def changed_lines(before: str, after: str) -> int:
    """Lines that are removed or inserted."""
    differing = [block for block in blocks(lines_of(before), lines_of(after)) if not block.same]
    return sum(b.stop - b.start + b.new_stop - b.new_start for b in differing)


def _somebody_loses(survey: Survey, text: str) -> Steps[bool | None]:
    """Whether an outcome of the new text is worse for the person who gets it."""
    search = survey.search
    loaded = yield from open_unwatched(search, replace(search.module, source=text))
    if loaded.problem is not None:
        return None

    words = function_words(search.reading.function, search.source)
    entries: list[Varied] = [entry for varied in survey.varied.values() for entry in varied]
    tries = [entry.spot.with_value(value) for entry in entries for value in entry.outcomes]
    outcomes = iter((yield from search.perform(tries)))

    gains: list[float | None] = []
    for entry in entries:
        for value, old in entry.outcomes.items():
            new = next(outcomes)
            if comparable(new) and not same_outcome(new, old, Renaming(())):
                gains.append(change_between((value, value), (new, old), words).gain)
    known = [gain for gain in gains if gain is not None]
    return min(known) < 0 if known and len(known) == len(gains) else None


def _lost_comments(before: str, after: str) -> list[str]:
    """Comments of code of which the new text holds as many copies as the old one."""
    old_code = [_without_comment(line) for line in lines_of(before)]
    old_copies, new_copies = Counter(old_code), Counter(_code(after))

    kept_comments = {comment for _, comment in _comments(after)}
    lost: list[str] = []
    for line, comment in _comments(before):
        code = next(filter(None, old_code[line - 1 :]), "")
        is_code_kept = 0 < old_copies[code] <= new_copies[code]
        if is_code_kept and comment not in kept_comments:
            lost.append(comment)
    return lost


def _comments(text: str) -> Iterator[tuple[int, str]]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return


def _code(text: str) -> list[str]:
    """The lines of a text without comments, and none that has nothing else."""
    return list(filter(None, map(_without_comment, lines_of(text))))


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()
