"""Says verdicts in the editor's words: in a lens, a hover, a message."""

from __future__ import annotations

from collections.abc import Sequence

from evenhand.apps.lsp.markup import code_cell, inline_code, prose
from evenhand.check.sentences import explain
from evenhand.doors.printable import printable
from evenhand.findings import FunctionReport, RuleCode, Verdict, VerdictKind, Witness
from evenhand.lines import lines_of

RULES = "https://github.com/evenhand/evenhand/blob/main/docs/rules"
"""Where the pages of the rules are."""

SOURCE = "Evenhand"
DIFFERENCES = (VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.GROUPS)
"""Verdicts that a lens names first, in this order."""
HEADLINES = {
    VerdictKind.INDEPENDENT: "proved independent",
    VerdictKind.NO_DIFFERENCE_FOUND: "no difference found",
    VerdictKind.NOT_CHECKED: "not checked",
}
LONGEST_LENS = 120
LONGEST_CELL = 400


def rule_page(code: RuleCode) -> str:
    """The address of a rule's page."""
    return f"{RULES}/{code}.md"


def lens_title(report: FunctionReport) -> str:
    """`biased: age, gender`, `no difference in 212 pairs` or `not checked: why`."""
    judged = [verdict for verdict in report.verdicts if verdict.allowed is None]
    allowed = [verdict.attribute for verdict in report.verdicts if verdict.allowed is not None]

    parts = []
    for name in dict.fromkeys(map(_difference, sorted(judged, key=_order))):
        if name:
            attributes = _listed([v.attribute for v in judged if _difference(v) == name])
            parts.append(f"{name}: {attributes}")
    if allowed:
        parts.append(f"allowed: {_listed(allowed)}")
    return _cut(printable(" · ".join(parts) or _without_difference(judged)), LONGEST_LENS)


def noted(text: str, note: str | None) -> str:
    """`text`, followed by a note on where the code came from, if there is one."""
    return f"{text} · {note}" if note else text


def hover_text(report: FunctionReport) -> str:
    """Markdown: each attribute's verdict, with the two calls of its witness."""
    return "\n\n---\n\n".join(_paragraphs(verdict) for verdict in report.verdicts)


def call_with_outcome(call: str, outcome: str) -> str:
    """A call of a witness with what it gives: `fee('female', 100): 50`."""
    return f"{one_line(call)}: {one_line(outcome)}"


def one_line(text: str) -> str:
    """`text` without line ends, cut if it is very long."""
    return _cut(" ".join(lines_of(text)), LONGEST_CELL)


def _difference(verdict: Verdict) -> str:
    """What a lens calls a difference: its kind, or its purpose if it is no decision."""
    if verdict.kind not in DIFFERENCES:
        return ""
    is_quiet = verdict.kind.unequal and not verdict.decides
    return str(verdict.purpose).replace("_", " ") if is_quiet else str(verdict.kind)


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
        return f"no difference in {_counted_pairs(sum(v.pairs for v in tried))}"
    return f"independent: {_attributes(verdicts, VerdictKind.INDEPENDENT)}"


def _paragraphs(verdict: Verdict) -> str:
    parts = [_headline(verdict)]
    if verdict.reason:
        parts.append(prose(one_line(verdict.reason)))
    if verdict.witness is not None:
        parts.append(_table(verdict.witness))
    if verdict.allowed is not None:
        parts.append(f"Allowed: {prose(one_line(verdict.allowed))}")
    return "\n\n".join(parts)


def _headline(verdict: Verdict) -> str:
    kind = HEADLINES.get(verdict.kind, str(verdict.kind))
    rule = f" · [{verdict.code}]({rule_page(verdict.code)})" if verdict.code else ""
    return f"**{kind}: {prose(verdict.attribute)}** {inline_code(verdict.input)}{rule}"


def _table(witness: Witness) -> str:
    rows = ["| call | outcome |", "|---|---|"]
    for call, outcome in zip(witness.calls, witness.outcomes, strict=True):
        cells = code_cell(one_line(call)), code_cell(one_line(outcome))
        rows.append(f"| {cells[0]} | {cells[1]} |")
    return "\n".join(rows)


def _attributes(verdicts: Sequence[Verdict], kind: VerdictKind) -> str:
    return _listed([verdict.attribute for verdict in verdicts if verdict.kind is kind])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _counted_pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
