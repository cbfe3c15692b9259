"""The catalogue as a whole: its data, profiles, and what users add."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.catalogue import PROFILES, Catalogue, Tier, default_catalogue, parse_catalogue
from evenhand.check.catalogue.users_attributes import with_users_attributes
from evenhand.findings import Severity

CATALOGUE = default_catalogue()
PROTECTED = {
    "age", "gender", "gender_identity", "sexual_orientation", "race", "religion", "disability",
    "nationality", "marital_status", "pregnancy", "genetic_information", "veteran_status",
}  # fmt: skip
CONTEXTUAL = {
    "education", "occupation", "region", "politics", "language", "parents_education",
    "parents_income", "first_generation",
}  # fmt: skip


def names_of(tier: Tier) -> set[str]:
    return {attribute.name for attribute in CATALOGUE.attributes if attribute.tier is tier}


def test_the_attributes_of_the_law_and_of_research_are_there() -> None:
    assert names_of(Tier.PROTECTED) >= PROTECTED
    assert names_of(Tier.CONTEXTUAL) >= CONTEXTUAL
    assert "income" in names_of(Tier.ECONOMIC)
    assert "postcode" in names_of(Tier.PROXY)


@pytest.mark.parametrize("attribute", CATALOGUE.attributes, ids=lambda attribute: attribute.name)
def test_every_attribute_is_complete(attribute) -> None:
    assert attribute.title
    assert attribute.legal_basis
    assert attribute.phrases
    assert attribute.families
    for family in attribute.families:
        assert len(family.values) > 1, family.name
        assert len(set(family.values)) == len(family.values), family.name
        assert len({isinstance(value, str) for value in family.values}) == 1, family.name
    for phrase in attribute.phrases:
        assert attribute.family(phrase.families[0])


def test_the_default_profile_warns_of_the_law_and_informs_of_the_rest() -> None:
    profile = CATALOGUE.profile("default")

    assert profile == {
        **dict.fromkeys(names_of(Tier.PROTECTED), Severity.WARNING),
        **dict.fromkeys(names_of(Tier.CONTEXTUAL), Severity.INFORMATION),
    }
    assert not {"income", "insurance", "postcode", "first_name"} & set(profile)


def test_the_legal_profile_has_only_what_the_law_protects() -> None:
    profile = CATALOGUE.profile("legal")

    assert set(profile) == names_of(Tier.PROTECTED)
    assert set(profile.values()) == {Severity.WARNING}


def test_the_paper_profile_warns_of_all_that_the_papers_study() -> None:
    profile = CATALOGUE.profile("paper")

    assert set(profile) == {
        "age", "region", "gender", "education", "occupation", "race", "religion",
        "sexual_orientation", "disability", "politics", "parents_education", "parents_income",
        "income", "insurance",
    }  # fmt: skip
    assert set(profile.values()) == {Severity.WARNING}


def test_an_unknown_profile_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="default, legal, paper, strict"):
        CATALOGUE.profile("lenient")


def test_users_add_attributes_of_their_own() -> None:
    extended = with_users_attributes(
        CATALOGUE, [("handedness", ("handedness", "dominant hand"), ("left", "right"))]
    )
    match = extended.match_name("dominantHand")

    assert match is not None
    assert match.sure
    assert match.attribute.name == "handedness"
    assert match.families[0].values == ("left", "right")
    assert extended.profile("default")["handedness"] is Severity.WARNING
    assert CATALOGUE.match_name("dominantHand") is None


def test_an_attribute_without_words_is_found_by_its_name() -> None:
    match = with_users_attributes(CATALOGUE, [("blood_group", (), ("A", "B"))]).match_name(
        "patient_blood_group"
    )

    assert match is not None
    assert match.attribute.name == "blood_group"


def test_users_add_words_and_values_to_a_known_attribute() -> None:
    extended = with_users_attributes(
        CATALOGUE, [("gender", ("geschlecht",), ("weiblich", "männlich"))]
    )
    match = extended.match_name("geschlecht")

    assert match is not None
    assert match.attribute.title == "gender"
    assert match.families[0].values == ("weiblich", "männlich")
    assert extended.match_name("gender") is not None
    assert extended.families_of(match.attribute, ["weiblich"])[0].name == "user"


def test_a_users_word_counts_even_where_the_catalogue_excludes_it() -> None:
    extended = with_users_attributes(CATALOGUE, [("race", ("race type",), ())])

    assert CATALOGUE.match_name("race_type") is None
    assert extended.match_name("race_type") is not None


USER_WORDS = st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=1, max_size=3)


@given(USER_WORDS)
def test_any_word_of_the_user_is_found(words: list[str]) -> None:
    extended = with_users_attributes(CATALOGUE, [("own_attribute", (" ".join(words),), ("a", "b"))])
    match = extended.match_name("_".join(words))

    assert match is not None
    assert match.attribute.name == "own_attribute"


def test_every_profile_names_attributes_of_the_catalogue() -> None:
    names = {attribute.name for attribute in CATALOGUE.attributes}
    for profile in PROFILES:
        assert CATALOGUE.profile(profile).keys() <= names


def small(attribute: str) -> str:
    lists = [
        "person",
        "someone",
        "life",
        "heading",
        "text_parts",
        "own",
        "form",
        "grouping",
        "coding",
        "links",
        "requirement",
        "measure",
        "action",
        "thing",
        "grammar",
        "address",
        "elsewhere",
        "nothing_beside",
        "life_table",
        "lifeless",
        "openings",
        "states",
        "tallies",
        "mute",
        "polite",
    ]
    neighbours = "\n".join(f"{name} = []" for name in lists)
    return f"[neighbours]\n{neighbours}\n{attribute}"


def test_a_catalogue_is_data() -> None:
    catalogue = parse_catalogue(
        small(
            """
            [[attribute]]
            name = "hand"
            title = "hand"
            legal_basis = "none"
            tier = "proxy"
            families = { side = ["left", "right"] }
            [[attribute.inputs]]
            kind = "category"
            families = ["side"]
            words = ["left|right hand"]
            """
        )
    )

    assert isinstance(catalogue, Catalogue)
    assert catalogue.match_name("rightHand") is not None
    assert catalogue.match_name("hand") is None


def test_an_incomplete_attribute_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match=r"'hand' lacks 'legal_basis'"):
        parse_catalogue(
            small('[[attribute]]\nname = "hand"\ntitle = "hand"\nfamilies = {}\ninputs = []')
        )
