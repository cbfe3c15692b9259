"""The words by which differences are judged, and how loudly each purpose is shown."""

from __future__ import annotations

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.purposes import manners
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.catalogue.words_for_people import only_words_for_people
from evenhand.check.reading.function_words import first_found
from evenhand.findings import Purpose, Severity


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("he", "she"),
        ("Dear Mr Kim,", "Dear Ms Kim,"),
        ("Dear Sir", "Dear Madam"),
        ("Kim, he said, lost his key", "Kim, they said, lost their key"),
        ("Sehr geehrter Herr Kim", "Sehr geehrte Frau Kim"),
        ("Estimado señor Ruiz", "Estimada señora Ruiz"),
        ("né le 3 mai", "née le 3 mai"),
        ("Уважаемый Ким", "Уважаемая Ким"),
        ("Kim", "Mr Kim"),
        ("the waiter", "the waitress"),
        ("Versicherungsnehmerin", "Versicherungsnehmer:in"),
        ("Professor", "Professorin/Professor"),
        ("Liebe Mitarbeiterin", "Lieber Mitarbeiter"),
    ],
)
def test_words_for_a_person_are_told(first: str, second: str) -> None:
    assert only_words_for_people(first, second)
    assert only_words_for_people(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("approved", "refused"),
        ("Mr Kim: approved", "Ms Kim: refused"),
        ("he is a doctor", "she is a nurse"),
        ("he", "Frau"),  # words of two lists
        ("he may come", "he may not come"),
        ("a", "b"),
        ("counter 1", "counter 2"),
        ("Dear Mr Kim, you owe 20", "Dear Ms Kim, you owe 30"),
        ("same", "same"),
        ("trained", "trainer"),
        ("no", "na"),  # alone, a short word is an answer
        ("price/rebate", "price"),
    ],
)
def test_a_text_that_says_more_is_no_address(first: str, second: str) -> None:
    assert not only_words_for_people(first, second)


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("bodyFatPercentage", "body fat"),
        ("calc_max_heart_rate", "max heart"),
        ("eGFR", "eGFR"),
        ("daily_calories", "calories"),
        ("somebody", ""),
        ("embody_fatal", ""),
    ],
)
def test_formulas_are_found_by_words(name: str, phrase: str) -> None:
    assert first_found(lexicon().phrases("formulas", "sports"), in_singular([name])) == phrase


@pytest.mark.parametrize("purpose", [Purpose.BODY, Purpose.AGE_LIMIT])
@pytest.mark.parametrize("attribute", ["race", "religion", "nationality", "sexual_orientation"])
def test_contested_attributes_are_never_quieted(purpose: Purpose, attribute: str) -> None:
    assert not manners()[purpose].allows(attribute)


def test_every_purpose_is_shown_in_its_way_and_rests_on_known_attributes() -> None:
    known = {attribute.name for attribute in default_catalogue().attributes}

    assert manners().keys() == set(Purpose)
    assert manners()[Purpose.DECISION].severity is Severity.WARNING
    for manner in manners().values():
        assert manner.rests_on <= known
        assert manner.reason
    assert lexicon().groups.keys() <= known


@pytest.mark.parametrize(
    "text", ["the price", "der Preis", "скидка", "票价多少", "料金を計算", "요금 계산"]
)
def test_a_word_for_a_decision_is_known_in_many_writings(text: str) -> None:
    assert lexicon().first(Purpose.DECISION, in_singular([text]))


@pytest.mark.parametrize(
    "text", ["the weather", "das Wetter", "погода", "天气", "天気", "날씨", "الطقس", "taxi"]
)
def test_other_words_speak_of_no_decision(text: str) -> None:
    assert not lexicon().first(Purpose.DECISION, in_singular([text]))


def test_lists_have_names_of_their_own_and_no_phrase_twice() -> None:
    for words in lexicon().lists:
        texts = [*words.phrases.texts()]
        assert len({*texts}) == len(texts), words.name
