"""Names for what calls give, by which a catalogue can be asked about it."""

from __future__ import annotations

from collections.abc import Iterable

from evenhand.check.catalogue.splitting import words_of

BEGINNINGS = (
    "get_", "fetch_", "load_", "find_", "read_", "query_", "lookup_", "calculate_", "compute_",
    "calc_", "determine_", "retrieve_", "estimate_", "derive_", "extract_", "ask_", "prompt_",
)  # fmt: skip
"""How names of functions begin that are named after what they give."""
ACCESSORS = frozenset(
    (
        "get value text currentText currentData getvalue read fetchone fetchall first one all "
        "scalar scalar_one scalar_one_or_none one_or_none get_json json items scalars result "
        "mappings to_dict dict get_text cget currentIndex readlines readline execute filter "
        "filter_by save form submit select where order_by limit objects query __enter__ file f fp "
        "fh handle stream response resp res r reply body "
        "__aenter__"
    ).split()
)
"""Names that say nothing of what they give: it is named after their owner."""
WIDGETS = frozenset(
    (
        "entry var input field box combo combobox spin spinbox edit line widget radio select "
        "dropdown slider lineedit textbox txt ent cmb lbl textfield textedit stringvar intvar"
    ).split()
)
"""Words for things on a screen, before or behind the word for what they hold."""


def result_name(names: Iterable[str]) -> str:
    """What a call gives, by the name of the function and those of its owners, nearest first.

    `get_person` gives a `person`, and `age_entry.get` an `age`.
    """
    name = ""
    for name in names:
        if name not in ACCESSORS:
            break

    for beginning in BEGINNINGS:
        name = name.removeprefix(beginning)
    return without_widget(name)


def without_widget(name: str) -> str:
    """What a thing on a screen is for: `age_entry`, `ageEntry` and `txt_age` are for an `age`."""
    words = list(words_of(name))
    kept = [word for word in words if word not in WIDGETS]
    is_for_something = len(kept) < len(words) and (words[0] in WIDGETS or words[-1] in WIDGETS)
    return "_".join(kept) if kept and is_for_something else name


def name_of_question(question: str) -> str:
    """A question as a name: `How old are you?` is `How_old_are_you`."""
    words = "".join(letter if letter.isalnum() else " " for letter in question)
    return "_".join(words.split()) or "answer"


def shown_question(question: str | None) -> str:
    """What a call is given to ask with it: `"How old are you?"`, `3`; empty if there is none."""
    if question is None or is_layout(question):
        return question or ""
    return f'"{question}"'


def is_layout(question: str) -> bool:
    """Whether a question is no text, but the number of parts that are asked for."""
    return question.isdecimal()
