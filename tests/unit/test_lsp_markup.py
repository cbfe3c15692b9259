"""Nothing in a source is a link, a command or a picture in an editor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from evenhand.apps.lsp.actions.pytest_file import beginning
from evenhand.apps.lsp.markup import message, plain
from evenhand.check.proofs.modules import Module
from evenhand.doors.markdown import inline_code, prose, python_block

MARKDOWN = MarkdownIt("gfm-like", {"html": True, "linkify": False})
"""With tables and HTML, as in an editor."""
BARE_LINK = re.compile(r"(?:https?|ftp):/|www\.|[\w.]@", re.IGNORECASE)
"""What an editor makes a link of, without any brackets."""

HARMLESS = {"inline", "paragraph_open", "paragraph_close", "text", "code_inline", "softbreak"}
SOURCES = st.text("`\\|[]()!<>*_#&~@$:/.-+= \n\t1awxhtp") | st.sampled_from(
    [
        "[x](command:workbench.action.quit)",
        "\\[x\\](http://y)",
        "``` [x](http://y) `",
        "` `` [x](http://y) ` ``",
        "http://evil.example www.evil.example me@evil.example <http://x> ftp://x",
        "![x](http://y) <img src=x onerror=y> <script>z</script> &lt;b&gt;",
        "# x\n\n- y\n\n1. z\n\n> w\n\n```\ncode\n```\n---",
        "\\|[x](http://y)|",
        "[x]: http://y\n\n[x]",
    ]
)


def kinds(markdown: str) -> set[str]:
    tokens = MARKDOWN.parse(markdown)
    children = (child for token in tokens for child in token.children or ())
    return {token.type for token in (*tokens, *children)}


def without_code(markdown: str) -> str:
    return re.sub(r"(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)", "", markdown)


def text_of(markdown: str) -> str:
    children = (child for token in MARKDOWN.parse(markdown) for child in token.children or ())
    return "".join(child.content for child in children)


@given(SOURCES)
def test_prose_and_code_are_nothing_but_text(source: str) -> None:
    assert kinds(prose(source)) <= HARMLESS
    assert not BARE_LINK.search(without_code(prose(source)))
    assert kinds(f"**a** {inline_code(source)}") <= HARMLESS | {"strong_open", "strong_close"}


@given(SOURCES)
def test_code_stays_in_its_block(source: str) -> None:
    tokens = MARKDOWN.parse(f"{python_block([source, source])}\n\nend")
    assert tokens[0].type == "fence"
    assert len(tokens) == 4


@pytest.mark.parametrize("text", ["a `b` c", "1. x", "a_b*c", "50 % & more", "[a](b)", "x | y"])
def test_what_is_shown_is_what_was_said(text: str) -> None:
    assert text_of(prose(text)) == text.replace("`", "")


@pytest.mark.parametrize(
    "link",
    [
        "[x](command:evil)",
        "[x]`(command:evil)`",
        "[a [b](https://x)",
        "[x](file:///etc)",
        "][x]((command:y)",
    ],
)
def test_no_link_in_a_message_is_one(link: str) -> None:
    assert "`" not in message(link)
    assert "](" not in message(f"Treat everyone as '{link}' is treated today\u202e")
    assert "\u202e" not in message(f"{link}\u202e")


def test_several_lines_stay_lines() -> None:
    assert plain("a\nb\x1b[2J\r") == "a\nb\\x1b[2J\\r"


@pytest.mark.parametrize("folder", ['a"); import evil #', "a\\b", 'a"""b', "a\nb", "plain"])
def test_the_name_of_a_folder_is_no_code_in_a_test(folder: str) -> None:
    root = Path("/project") / folder
    text = beginning(Path("/project/tests/test_x.py"), Module("x", root, ""))
    scope: dict[str, object] = {"__file__": __file__}

    line = next(line for line in text.split("\n") if line.startswith("sys.path.insert"))
    literal = line.partition(".parent / ")[2].removesuffix("))")
    assert eval(literal, {}, scope) == f"../{folder}"
    compile(text, "test_x.py", "exec")
