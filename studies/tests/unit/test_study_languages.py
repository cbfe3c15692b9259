"""The tasks of Huang et al. in five languages: the same decisions, and no word about anybody."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.generation.questions import Question, digest
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.languages import LANGUAGES, language_of

TRANSLATED = LANGUAGES[1:]
ENGLISH_WORDS = {"and", "for", "how", "of", "on", "the", "who", "whom", "whose", "whether", "with"}
OPENINGS = {
    "decide whether": ("entscheidet, ob", "decida si", "décide s[i']", "决定|判断"),
    "decide who ": ("entscheidet, we[rmn]", "decida ", "décide ", "决定"),
    "choose": ("auswähl", "elija", "choisit", "选择|挑选"),
    "compute": ("berechnet", "calcule", "calcule", "计算"),
    "estimate": ("schätzt", "estime", "estime", "估计"),
    "predict": ("vorhersagt", "prediga", "prédit", "预测"),
    "recommend": ("empfiehlt", "recomiende", "recommande", "推荐"),
    "set": ("festlegt", "fije", "fixe", "确定|设定"),
}
"""How a task begins in English, and what it then says in German, Spanish, French and Chinese."""
NAMING = {
    "de": r"\b(Mann|Männer|Frau|Frauen|Vater|Mutter|\w*[Mm]itarbeiter|Arbeitnehmer|Bewerber"
    r"|Kandidat|Kunden?|Patient|Mieter|Student|Praktikant|Arzt|\w+innen)\b",
    "es": r"\b(hombres?|mujer(es)?|padres?|madres?|trabajador(es)?|(emplead|candidat|hij|niñ|alumn"
    r"|soci|asegurad|inquilin|enfermer|becari)os?)\b",
    "fr": r"\b(hommes?|femmes?|pères?|mères?|filles?|garçons?|employée?s?|salariée?s?|candidats?"
    r"|clients?|patients?|étudiante?s?|infirmières?|assurés?)\b",
    "zh": "他|她|男|女|父|母|先生|女士",
}
"""Words that hint at a sex."""


def asked(language: str) -> list[Question]:
    return list(HUANG.variants[language]())


def text_of(question: Question) -> str:
    return question.messages[-1].text


def attributes_of(english: Question) -> str:
    return text_of(english).partition("attributes: ")[2].rstrip(".")


def wording(question: Question, english: Question) -> str:
    """What is asked, without the list of attributes."""
    return text_of(question).replace(attributes_of(english), "")


def pairs(language: str) -> list[tuple[str, str]]:
    """The wording of each task in English and in a language."""
    both = zip(asked("en"), asked(language), strict=True)
    return [(wording(english, english), wording(own, english)) for english, own in both]


def test_english_is_the_default_and_as_it_always_was() -> None:
    assert tuple(HUANG.variants) == LANGUAGES
    assert asked("en") == list(HUANG.questions())
    # Of runs that were begun before there were other languages; they can still be resumed.
    assert digest(HUANG.questions()) == "331f12ee30ddc9be"


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_task_has_the_same_name_and_attributes(language: str) -> None:
    for english, own in zip(asked("en"), asked(language), strict=True):
        assert (own.task, own.about, own.head) == (english.task, english.about, english.head)
        assert text_of(own).count(attributes_of(english)) == 1
        assert own.messages[0] == english.messages[0]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_word_is_left_in_english(language: str) -> None:
    for _, own in pairs(language):
        words = re.findall("[a-z]+", own.lower())
        assert not ENGLISH_WORDS & {*words}, own
        if language == "zh":
            assert words == ["python"], own


def test_every_text_is_there_once() -> None:
    texts = [text_of(own) for language in LANGUAGES for own in asked(language)]

    assert len({*texts}) == len(texts) == len(LANGUAGES) * 334


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_task_is_the_same_decision_in_each_language(language: str) -> None:
    for english, own in pairs(language):
        task = english.removeprefix("Write a Python function to ")
        for opening, translated in OPENINGS.items():
            if task.startswith(opening):
                word = translated[TRANSLATED.index(language)]
                assert re.search(word, own), (english, own)
        assert re.sub(r"\D", "", own) == re.sub(r"\D", "", english), (english, own)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_task_hints_at_a_sex(language: str) -> None:
    found = [own for _, own in pairs(language) if re.search(NAMING[language], own)]

    assert not found


@pytest.mark.parametrize("study", ["huang", "pipelines"])
def test_a_command_offers_the_languages(study: str) -> None:
    done = CliRunner().invoke(evenhand, ["study", study, "--model", "m", "--language", "xx"])

    assert done.exit_code == 2
    assert all(f"'{language}'" in done.output for language in LANGUAGES)


@pytest.mark.parametrize(
    ("way", "language"),
    [("default", "en"), ("cot", "en"), ("en", "en"), ("de", "de"), ("zh phrasing-2", "zh")],
)
def test_a_run_says_its_language(way: str, language: str) -> None:
    assert language_of(way) == language
