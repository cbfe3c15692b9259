"""How verdicts are put in the editor: in a lens, a hover, a message."""

from __future__ import annotations

import re

from evenhand.check.sentences import explain
from evenhand.findings import FunctionReport, RuleCode, Verdict, VerdictKind

RULES = "https://github.com/evenhand/evenhand/blob/main/docs/rules"
"""Where the pages of the rules are."""

SOURCE = "Evenhand"
FOUND = (VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.GROUPS)
LONGEST_LENS = 120
LONGEST_CELL = 400
_MARKUP = re.compile(r"[\[\]<>*_!#&|]")


def rule_page(code: RuleCode) -> str:
    return f"{RULES}/{code}.md"


def lens_title(report: FunctionReport) -> str:
    """`biased: age, gender`, `no difference in 212 pairs` or `not checked: why`."""
    open_ = [v for v in report.verdicts if v.allowed is None]
    parts = [f"{kind}: {_attributes(open_, kind)}" for kind in FOUND if _attributes(open_, kind)]
    allowed = [v.attribute for v in report.verdicts if v.allowed is not None]
    if allowed:
        parts.append(f"allowed: {_listed(allowed)}")
    return _cut(" · ".join(parts) or _nothing_found(open_), LONGEST_LENS)


def noted(text: str, note: str | None) -> str:
    """`text` with where the code came from, where that is known."""
    return f"{text} · {note}" if note else text


def hover_text(report: FunctionReport) -> str:
    """Markdown: each attribute's verdict, with the two calls where there are any."""
    return "\n\n---\n\n".join(_paragraphs(verdict) for verdict in report.verdicts)


def one_line(text: str) -> str:
    """`text` without line ends, cut where it is very long."""
    return _cut(" ".join(text.splitlines()), LONGEST_CELL)


def _nothing_found(verdicts: list[Verdict]) -> str:
    not_checked = [v for v in verdicts if v.kind is VerdictKind.NOT_CHECKED]
    if not_checked:
        first = not_checked[0]
        return f"not checked: {one_line(explain(first.explanation) or first.reason)}"
    tried = [v for v in verdicts if v.kind is VerdictKind.NO_DIFFERENCE_FOUND]
    if tried:
        return f"no difference in {_pairs(sum(v.pairs for v in tried))}"
    return f"independent: {_attributes(verdicts, VerdictKind.INDEPENDENT)}"


def _paragraphs(verdict: Verdict) -> str:
    parts = [_headline(verdict)]
    if verdict.reason:
        parts.append(_prose(verdict.reason))
    if verdict.witness is not None:
        calls, outcomes = verdict.witness.calls, verdict.witness.outcomes
        rows = (f"| {_cell(c)} | {_cell(o)} |" for c, o in zip(calls, outcomes, strict=True))
        parts.append("\n".join(("| call | outcome |", "|---|---|", *rows)))
    if verdict.allowed is not None:
        parts.append(f"Allowed: {_prose(verdict.allowed)}")
    return "\n\n".join(parts)


def _headline(verdict: Verdict) -> str:
    words = {
        VerdictKind.INDEPENDENT: "proved independent",
        VerdictKind.NO_DIFFERENCE_FOUND: "no difference found",
        VerdictKind.NOT_CHECKED: "not checked",
    }.get(verdict.kind, str(verdict.kind))
    rule = f" · [{verdict.code}]({rule_page(verdict.code)})" if verdict.code else ""
    return f"**{words}: {verdict.attribute}** {_code(verdict.input)}{rule}"


def _cell(text: str) -> str:
    return _code(one_line(text).replace("|", "\\|"))


def _code(text: str) -> str:
    """`text` as code in Markdown, whatever backticks it has."""
    fence = "`"
    while fence in text:
        fence += "`"
    return f"{fence} {text} {fence}" if len(fence) > 1 else f"`{text}`"


def _prose(text: str) -> str:
    """`text` in Markdown with nothing but its code marked up: it quotes code and its output."""
    parts = one_line(text).split("`")
    if len(parts) % 2 == 0:
        parts = ["\\`".join(parts)]
    return "`".join(
        part if index % 2 else _MARKUP.sub(r"\\\g<0>", part) for index, part in enumerate(parts)
    )


def _attributes(verdicts: list[Verdict], kind: VerdictKind) -> str:
    return _listed([v.attribute for v in verdicts if v.kind is kind])


def _listed(names: list[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
