"""What was repaired, for those who have to agree: Markdown for a pull request, or plain text.

The plain text is one for a commit: a subject, an empty line, and lines of at most 72 characters.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from evenhand.apps.cli.output.fixed_files import FixedFile, FixedFiles, why_spared
from evenhand.apps.cli.output.totals import counted
from evenhand.doors.aligned_calls import aligned_calls
from evenhand.doors.markdown import inline_code, prose, python_block
from evenhand.doors.printable import printable
from evenhand.findings import Verdict
from evenhand.repair.whole_files import Done

WIDTH = 72
"""Of the lines of a commit message."""
WIDEST_CALL = 54
"""In a commit message; a pull request has more room."""
MARKDOWN = (".md", ".markdown")
NOTHING = "Nothing was repaired."
INDENT = "    "


def evidence(fixed: FixedFiles, path: Path) -> str:
    """The text for a file of this name: Markdown if its ending says so."""
    is_markdown = path.suffix.lower() in MARKDOWN
    blocks = _markdown(fixed) if is_markdown else _plain_text(fixed)
    return "\n\n".join(blocks) + "\n"


def _markdown(fixed: FixedFiles) -> Iterator[str]:
    done = fixed.done
    yield f"## {prose(_subject(fixed))}" if done else NOTHING
    for file, each in done:
        place = f"{file.path.as_posix()}:{each.line}"
        yield f"### {inline_code(each.function)} in {inline_code(place)}"
        for verdict in each.verdicts:
            yield f"**{prose(_spoken(verdict.attribute))}:** {prose(verdict.reason)}"
            if verdict.witness is not None:
                yield python_block(_calls(verdict, 100))
        yield f"**Change:** {prose(_change(each))}"
        if each.repair.proof is not None:
            yield prose(_proof(each))

    left = [f"- {inline_code(place)}: {prose(why)}" for place, why in _left(fixed)]
    if left:
        yield "### Left as they are"
        yield "\n".join(left)


def _plain_text(fixed: FixedFiles) -> Iterator[str]:
    done = fixed.done
    yield _subject(fixed) if done else NOTHING
    for file, each in done:
        yield _wrapped(f"{each.function} ({file.path.as_posix()}:{each.line})")
        for verdict in each.verdicts:
            yield _wrapped(f"{_spoken(verdict.attribute)}: {verdict.reason}")
            if verdict.witness is not None:
                yield "\n".join(INDENT + line for line in _calls(verdict, WIDEST_CALL))
        yield _wrapped(f"Change: {_change(each)}")
        if each.repair.proof is not None:
            yield _wrapped(_proof(each))

    left = [_wrapped(f"- {place}: {why}", "  ") for place, why in _left(fixed)]
    if left:
        yield "\n".join(("Left as they are:", *left))


def _subject(fixed: FixedFiles) -> str:
    """At most 72 characters, as an order, as subjects of commits are."""
    functions = list(dict.fromkeys(done.function for _, done in fixed.done))
    attributes = ", ".join(map(_spoken, fixed.by_attribute))
    is_repaired = fixed.allowed < len(fixed.done)
    deed = "Treat everyone alike in" if is_repaired else "Say why a difference stays in"
    one = f"{deed} {printable(functions[0])} ({attributes})"
    if len(functions) == 1 and len(one) <= WIDTH:
        return one
    many = f"{deed} {counted(len(fixed.done), 'function')}"
    with_attributes = f"{many} ({attributes})"
    return with_attributes if len(with_attributes) <= WIDTH else many


def _calls(verdict: Verdict, widest: int) -> tuple[str, ...]:
    assert verdict.witness is not None
    return aligned_calls(verdict.witness.calls, verdict.witness.outcomes, widest)


def _change(done: Done) -> str:
    made = done.repair
    return _sentence(made.title, *made.effects, made.note)


def _proof(done: Done) -> str:
    return _sentence(done.repair.evidence, done.repair.by_model)


def _sentence(*clauses: str) -> str:
    return "; ".join(filter(None, clauses)) + "."


def _spoken(attribute: str) -> str:
    return attribute.replace("_", " ")


def _left(fixed: FixedFiles) -> Iterator[tuple[str, str]]:
    """Each function with a difference that stays, by its place, and why."""
    for file in fixed.files:
        yield from _left_in(file)


def _left_in(file: FixedFile) -> Iterator[tuple[str, str]]:
    path, repair = file.path.as_posix(), file.repair
    if file.unwritten:
        for done in repair.done:
            yield f"{path}:{done.line} {done.function}", f"not written: {file.unwritten}"
    for left in repair.left:
        attributes = ", ".join(map(_spoken, left.attributes))
        yield f"{path}:{left.line} {left.function}", f"{attributes}: {left.reason}"
    for spared in repair.spared:
        why = f"{_spoken(spared.verdict.attribute)}: {why_spared(spared)}"
        yield f"{path}:{spared.line} {spared.function}", why


def _wrapped(text: str, later: str = "") -> str:
    lines = textwrap.wrap(
        printable(text),
        WIDTH,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)
