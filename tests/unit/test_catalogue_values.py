"""Which values mean a protected attribute, and how they are spelled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.catalogue import default_catalogue
from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.value_signs import confirms, is_text_of_thing

CATALOGUE = default_catalogue()
ATTRIBUTES = {attribute.name: attribute for attribute in CATALOGUE.attributes}


def first_family(attribute: str, *constants: object) -> tuple[object, ...]:
    families = CATALOGUE.families_of(ATTRIBUTES[attribute], constants)
    return families[0].values if families else ()


@pytest.mark.parametrize(
    ("value", "attribute"),
    [
        ("female", "gender"),
        ("FEMALE", "gender"),
        ("non_binary", "gender"),
        ("African American", "race"),
        ("african-american", "race"),
        ("muslim", "religion"),
        ("Married-civ-spouse", "marital_status"),
        ("PhD", "education"),
        ("HS-grad", "education"),
        ("Exec-managerial", "occupation"),
        ("republican", "politics"),
        ("gay", "sexual_orientation"),
    ],
)
def test_unmistakable_values(value: str, attribute: str) -> None:
    assert [found.name for found in CATALOGUE.match_value(value)] == [attribute]


@pytest.mark.parametrize(
    "value",
    [
        "other",
        "single",
        "white",
        "US",
        "M",
        "general",
        "none",
        "high",
        "",
        "red",
        1,
        True,
        None,
        [],
    ],
)
def test_values_that_may_mean_anything(value: object) -> None:
    assert CATALOGUE.match_value(value) == ()


@pytest.mark.parametrize(
    ("attribute", "constants", "some_values"),
    [
        ("gender", ["F"], {"M", "F"}),
        ("gender", ["f"], {"m", "f"}),
        ("gender", ["Female"], {"Male", "Female", "Non-binary"}),
        ("gender", ["MALE"], {"MALE", "FEMALE"}),
        ("gender", [1, 0], {0, 1}),
        ("gender", ["Mr."], {"Mr.", "Ms."}),
        ("education", ["Bachelors", "HS-grad"], {"HS-grad", "Some-college", "Doctorate"}),
        ("education", ["PHD", "Masters"], {"PHD", "Masters", "Bachelors"}),
        ("education", ["bachelor's degree"], {"high school diploma", "doctorate"}),
        ("marital_status", ["Never-married"], {"Married-civ-spouse", "Never-married"}),
        ("race", ["African American"], {"Caucasian", "Asian", "African American"}),
        ("race", ["BLACK"], {"WHITE", "BLACK", "NATIVE AMERICAN"}),
        ("region", ["new_york"], {"new_york", "san_francisco"}),
        ("region", ["New York"], {"New York", "San Francisco"}),
        ("age", [65], {30, 66, 17}),
        ("age", ["young"], {"young", "middle", "elder"}),
        ("age", ["Middle-Aged"], {"Middle-Aged", "Young"}),
        ("disability", [True], {True, False}),
        ("nationality", ["Turkey"], {"United States", "Mexico"}),
        ("nationality", ["COTE D'IVOIRE", "ERITREA"], {"UNITED STATES", "MEXICO"}),
        ("nationality", ["TUR"], {"USA", "MEX"}),
        ("language", ["Kurdish"], {"English", "Spanish"}),
        ("religion", ["druze"], {"christian", "muslim"}),
    ],
)
def test_the_codes_constants_choose_the_spelling(
    attribute: str, constants: list[object], some_values: set[object]
) -> None:
    assert some_values <= set(first_family(attribute, *constants))


@pytest.mark.parametrize(
    ("name", "constants", "is_persons"),
    [
        ("origin", ["Eritrea"], True),
        ("origin", ["center"], False),
        ("origin", ["am", "no"], False),  # codes of countries, and of much else
        ("language", ["Tagalog"], True),
        ("language", ["python"], False),
        ("faith", ["Zoroastrian"], True),
    ],
)
def test_rarer_values_make_a_doubtful_word_sure(
    name: str, constants: list[object], is_persons: bool
) -> None:
    match = CATALOGUE.match_name(name)

    assert match is not None
    assert not match.sure
    assert confirms(CATALOGUE, match, constants) is is_persons


@pytest.mark.parametrize(("values", "is_thing"), [(["Range", "All"], True), (["senior"], False)])
def test_an_age_that_is_only_compared_with_other_words_is_none(
    values: list[object], is_thing: bool
) -> None:
    match = CATALOGUE.match_name("age")

    assert match is not None
    assert is_text_of_thing(CATALOGUE, match, values) is is_thing
    assert not is_text_of_thing(CATALOGUE, match, [*values, 65])


def test_types_are_kept() -> None:
    assert [type(value) for value in first_family("disability", True)] == [bool, bool]
    assert {type(value) for value in first_family("gender", 1, 0)} == {int}


def test_constants_that_are_no_values_choose_nothing() -> None:
    assert first_family("gender", "dauntless", None, 3.5, ["male"], b"male") == ()
    assert first_family("age", 10_000) == ()


def test_the_family_with_most_of_the_constants_comes_first() -> None:
    assert "Caucasian" in first_family("race", "Caucasian", "African-American", "Other")


ATTRIBUTES = {attribute.name: attribute for attribute in CATALOGUE.attributes}
ENTRIES = st.sampled_from(
    [(a.name, v) for a in CATALOGUE.attributes for f in a.families for v in f.values]
)


@given(ENTRIES)
def test_every_value_is_found_as_it_is_spelled(entry: tuple) -> None:
    attribute, value = ATTRIBUTES[entry[0]], entry[1]
    families = CATALOGUE.families_of(attribute, [value])

    assert families
    assert any(value in family.values for family in families)


@given(ENTRIES, st.sampled_from([str.lower, str.upper, str.title]))
def test_a_constant_keeps_its_own_spelling(entry: tuple, recase: object) -> None:
    attribute, value = ATTRIBUTES[entry[0]], entry[1]
    constant = recase(value) if isinstance(value, str) else value  # type: ignore[operator]
    families = CATALOGUE.families_of(attribute, [constant])

    assert constant in families[0].values


@given(ENTRIES)
def test_no_two_families_are_alike(entry: tuple) -> None:
    attribute, value = ATTRIBUTES[entry[0]], entry[1]
    families = CATALOGUE.families_of(attribute, [value])
    values = [tuple((type(v), v) for v in family.values) for family in families]

    assert len(values) == len(set(values))


@given(st.text(max_size=30))
def test_plain_forgets_case_and_separators(text: str) -> None:
    assert plain(text) == plain(plain(text))


def test_plain_joins_spellings() -> None:
    assert plain("Never-married") == plain("NEVER_MARRIED") == plain(" never  married ")
    assert plain("bachelor's") == plain("Bachelors")


@pytest.mark.parametrize(
    ("attribute", "most", "fewer"),
    [
        ("gender", "Female", "non-binary"),
        ("gender", True, "X"),
        ("gender_identity", "cis", "trans"),
        ("sexual_orientation", "heterosexual", "gay"),
        ("veteran_status", False, True),
        ("disability", False, True),
    ],
)
def test_what_most_people_are_counts_for_more(attribute: str, most: object, fewer: object) -> None:
    known = ATTRIBUTES[attribute]

    assert known.weight(most) > known.weight(fewer)
