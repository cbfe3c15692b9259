"""Says verdicts in the editor's words: in a lens, a hover, a message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evenhand.check.catalogue.purposes import manners
from evenhand.check.proofs.side_by_side_texts import (
    markdown_table,
    needs_words,
    situation_lines,
)
from evenhand.check.reading.source import SCRIPT
from evenhand.check.rules.interface import SourceRule
from evenhand.check.rules.registry import rule_with_code
from evenhand.check.sentences import explain
from evenhand.doors.aligned_calls import aligned_calls, shortened_calls
from evenhand.doors.markdown import prose, python_block
from evenhand.doors.printable import cut, listed, printable
from evenhand.findings import (
    FunctionReport,
    Points,
    Remark,
    RuleCode,
    Verdict,
    VerdictKind,
    Witness,
)
from evenhand.lines import lines_of

RULES = "https://github.com/evenhand/evenhand/blob/main/docs/rules"
"""Where the pages of the rules are."""

SOURCE = "Evenhand"
DIFFERENCES = (
    VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.DELEGATES, VerdictKind.GROUPS,
)  # fmt: skip
"""Verdicts that a lens names first, in this order."""
CLAIMS = {
    VerdictKind.BIASED: "treats people differently",
    VerdictKind.REFUSES: "refuses people",
    VerdictKind.DELEGATES: "gives a model another input",
    VerdictKind.GROUPS: "groups people",
}
"""What a function does whose verdict is a difference, before the attributes."""
LONGEST_LENS = 120
LONGEST_LINE = 400
MOST_REASONS = 3
"""Reasons that a hover gives."""
HOVER_WIDTH = 72
"""Characters of a call in a hover, whose lines would be wrapped if they were longer."""


def rule_page(code: RuleCode) -> str:
    """The address of a rule's page."""
    return f"{RULES}/{code}.md"


def lens_title(report: FunctionReport, remarks: Sequence[Remark] = ()) -> str:
    """`Treats people differently: age, gender` or `No difference found (212 pairs tried)`.

    `remarks` are those on what the function does.
    """
    judged = [verdict for verdict in report.verdicts if verdict.allowed is None]
    allowed = [verdict for verdict in report.verdicts if verdict.allowed is not None]

    parts = []
    for claim in dict.fromkeys(map(_claim, sorted(judged, key=_order))):
        if claim:
            parts.append(f"{claim}: {_attributes(v for v in judged if _claim(v) == claim)}")
    for claim in dict.fromkeys(map(claim_of, remarks)):
        parts.append(f"{claim}: {_attributes(r for r in remarks if claim_of(r) == claim)}")
    if allowed:
        parts.append(f"allowed: {_attributes(allowed)}")
    title = " · ".join(parts) or _without_difference(judged)
    return cut(printable(capitalised(title)), LONGEST_LENS)


def problem(verdict: Verdict) -> str:
    """The sentence, with the attribute before it if the values of the two calls do not show it."""
    is_plain = verdict.is_named or not verdict.kind.unequal
    return verdict.reason if is_plain else f"By {spoken(verdict.attribute)}: {verdict.reason}"


def noted(text: str, note: str | None) -> str:
    """`text`, followed by a note on where the code came from, if there is one."""
    return f"{text} · {note}" if note else text


def hover_text(report: FunctionReport, *, said: bool = False) -> str:
    """Markdown: the calls that prove each difference, then what makes none, then how it was judged.

    Several differences are in one table, and so is one whose calls are no text for a reader.
    `said` if the client shows the diagnostics above, so that only what proves them is missing.
    """
    differences = [v for v in report.verdicts if v.kind in DIFFERENCES]
    others = [v for v in report.verdicts if v.kind not in DIFFERENCES]
    proved = [v for v in differences if v.witness is not None and v.witness.situations is not None]
    in_table = [v for v in proved if len(proved) > 1 or _needs_words(v)]
    blocks = [
        _difference(verdict, said=said and verdict.shown, in_table=verdict in in_table)
        for verdict in sorted(differences, key=_order)
    ]
    table = [markdown_table(sorted(in_table, key=_order))] if in_table else []
    judged = _counts_as(sorted(differences, key=_order))
    return "\n\n".join(filter(None, [*table, *blocks, *map(_no_difference, others), judged]))


def _needs_words(verdict: Verdict) -> bool:
    return verdict.witness is not None and needs_words(verdict.witness, HOVER_WIDTH)


def spoken(attribute: str) -> str:
    """An attribute as people call it."""
    return attribute.replace("_", " ")


def spoken_list(attributes: Sequence[str]) -> str:
    """`age`, `age and gender`, `age, gender and marital status`."""
    return listed([spoken(attribute) for attribute in attributes])


def function_title(name: str) -> str:
    """A function as a title names it: `` `Account.fee` ``, or what has no function."""
    return "this script" if name == SCRIPT else f"`{printable(name)}`"


def calls_in_words(witness: Witness) -> tuple[str, str]:
    """Both calls of a witness, each with what it gives: `fee('female', 100) gives 50`."""
    if witness.situations is not None and needs_words(witness, HOVER_WIDTH):
        return situation_lines(witness.situations)
    calls = shortened_calls(witness.calls)
    first, second = (
        f"{call} {_deed(one_line(outcome))}"
        for call, outcome in zip(calls, witness.outcomes, strict=True)
    )
    return first, second


def one_line(text: str) -> str:
    """`text` without line ends, cut if it is very long."""
    return cut(" ".join(lines_of(text)), LONGEST_LINE)


def _deed(outcome: str) -> str:
    return outcome if outcome.startswith(("raises ", "prints ")) else f"gives {outcome}"


def _claim(verdict: Verdict) -> str:
    """How a lens calls a difference: what the function does, or what the difference is for."""
    if verdict.kind not in DIFFERENCES:
        return ""
    if verdict.kind.unequal and not verdict.decides and verdict.purpose is not None:
        return manners()[verdict.purpose].reason
    return CLAIMS[verdict.kind]


def claim_of(remark: Remark) -> str:
    """What a function does on which there is a remark; empty if the remark is on no function."""
    rule = rule_with_code(remark.code)
    return rule.claim if isinstance(rule, SourceRule) else ""


def _order(verdict: Verdict) -> tuple[bool, int]:
    """Decisions first, then by kind."""
    kinds = list(VerdictKind)
    return verdict.kind.unequal and not verdict.decides, kinds.index(verdict.kind)


def _without_difference(verdicts: Sequence[Verdict]) -> str:
    """The title of a lens if no attribute makes a difference, as far as is known."""
    verdicts = [v for v in verdicts if not v.only_spoken_of] or verdicts
    not_checked = [v for v in verdicts if v.kind is VerdictKind.NOT_CHECKED]
    if not_checked:
        first = not_checked[0]
        return f"not checked: {one_line(explain(first.explanation) or first.reason)}"

    tried = [v for v in verdicts if v.kind is VerdictKind.NO_DIFFERENCE_FOUND]
    if tried:
        return f"no difference found ({_counted_pairs(sum(v.pairs for v in tried))} tried)"
    independent = list(dict.fromkeys(v.attribute for v in verdicts))
    verb = "makes" if len(independent) == 1 else "make"
    return f"{spoken_list(independent)} {verb} no difference"


def _difference(verdict: Verdict, *, said: bool, in_table: bool = False) -> str:
    """Two calls, unless they are in a table, and in one line whom they are about, unless that is
    `said` already."""
    parts = []
    if verdict.witness is not None and not in_table:
        witness = verdict.witness
        parts.append(python_block(aligned_calls(witness.calls, witness.outcomes, HOVER_WIDTH)))
    if not said:
        parts.append(_sentence(verdict))
    if verdict.allowed is not None:
        parts.append(f"Allowed: {prose(one_line(verdict.allowed))}")
    return "\n\n".join(parts)


def _counts_as(verdicts: Sequence[Verdict]) -> str:
    """Whether differences count as decisions, and why: a line for all that count alike."""
    by_weight: dict[bool, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.recognised is not None and verdict.recognised.points:
            by_weight.setdefault(verdict.decides, []).append(verdict)
    lines = []
    for decides, alike in by_weight.items():
        subject = f"{_attributes(alike)}: counts" if len(by_weight) > 1 else "Counts"
        weight = "a decision about people" if decides else "less than a decision about people"
        lines.append(prose(f"{subject} as {weight}: {_reasons(alike)}"))
    return "  \n".join(lines)


def _reasons(verdicts: Iterable[Verdict]) -> str:
    """`it weighs several other inputs and speaks of rent`: the weightiest signals of purposes."""
    judged = [verdict.recognised for verdict in verdicts if verdict.recognised is not None]
    own = {each for r in judged for each in r.points if each.towards is r.purpose}
    heaviest = sorted(own, key=lambda each: (-each.points, each.signal, each.sign))
    distinct: dict[str, Points] = {}
    for each in heaviest:
        distinct.setdefault(each.phrase.format(each.sign), each)

    signs: dict[str, list[str]] = {}
    for each in list(distinct.values())[:MOST_REASONS]:
        signs.setdefault(each.phrase, []).append(one_line(each.sign))
    phrases = [phrase.format(listed(each)) for phrase, each in signs.items()]
    return f"it {listed(phrases)}" if phrases else "nothing speaks for more"


def _sentence(verdict: Verdict) -> str:
    """What happened to whom, and the rule."""
    sentence = prose(one_line(verdict.reason)) or prose(_claim(verdict))
    return f"{sentence} · [{verdict.code}]({rule_page(verdict.code)})" if verdict.code else sentence


def _no_difference(verdict: Verdict) -> str:
    """One line for an attribute that makes no difference, or of which nothing is known."""
    attribute, reason = prose(spoken(verdict.attribute)), prose(one_line(verdict.reason))
    if verdict.kind is VerdictKind.INDEPENDENT:
        why = f": {reason}" if reason else ""
        return f"**{attribute}** makes no difference{why}"
    if reason:
        return f"**{attribute}**: {reason}"
    return f"**{attribute}**: {str(verdict.kind).replace('_', ' ')}"


def _attributes(findings: Iterable[Verdict | Remark]) -> str:
    return ", ".join(dict.fromkeys(spoken(finding.attribute) for finding in findings))


def _counted_pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"


def capitalised(text: str) -> str:
    """`text` as a sentence begins."""
    return text[:1].upper() + text[1:]
