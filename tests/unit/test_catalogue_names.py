"""Which names in code mean a protected attribute."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.catalogue import ValueKind, default_catalogue
from evenhand.check.catalogue.splitting import split, words_of
from evenhand.check.catalogue.value_signs import confirms

CATALOGUE = default_catalogue()


def meaning(name: str, *nearby: str) -> str | None:
    """The attribute that a name surely means."""
    match = CATALOGUE.match_name(name, nearby)
    return match.attribute.name if match and match.sure else None


@pytest.mark.parametrize(
    ("attribute", "names"),
    [
        ("age", "age applicant_age ageInYears AGE age_group over_65 is_senior_citizen dob"),
        ("age", "birth_year dateOfBirth date-of-birth spouse_age car_owner_age age_at_hire"),
        ("age", "survivor_age annuitantAge grandmother_age fecha_nacimiento Geburtsdatum bday"),
        (
            "gender",
            "gender sex is_female policyholder_gender sexAtBirth gender_code biological_sex",
        ),
        ("gender", "płeć plec cinsiyet_kod kjønn kjonn CODE_GENDER"),
        ("gender_identity", "gender_identity is_transgender"),
        ("sexual_orientation", "sexual_orientation sexuality is_gay"),
        ("race", "race ethnicity skin_color skinTone self_reported_race is_hispanic RAC1P"),
        ("religion", "religion religious_affiliation is_muslim"),
        ("disability", "disability has_disability uses_wheelchair disability_status"),
        ("nationality", "nationality native-country citizenship is_us_citizen country_of_birth"),
        ("marital_status", "marital_status maritalStatus MARITAL-STATUS is_married divorced"),
        ("pregnancy", "is_pregnant pregnant weeks_pregnant gestational_age"),
        ("genetic_information", "genetic_test_result brca_status has_genetic_marker"),
        ("veteran_status", "veteran_status is_veteran veteran"),
        ("education", "education education_level educational_num highest_degree has_degree"),
        ("occupation", "occupation profession job_title workclass"),
        ("region", "applicant_state home_city current_city country_of_residence is_rural"),
        ("politics", "political_party politics is_democrat"),
        ("language", "native_language mother_tongue is_native_speaker"),
        ("parents_education", "parents_education parent_degree father_education motherDegree"),
        ("parents_education", "parental level of education"),
        ("parents_income", "parentsIncome parental_income family_income"),
        ("first_generation", "is_first_generation first_gen_student"),
        ("income", "income annual_income currentSalary"),
        ("postcode", "zip_code postcode"),
    ],
)
def test_names_of_an_attribute(attribute: str, names: str) -> None:
    separate = [names] if names.startswith("parental level") else names.split()

    assert [meaning(name) for name in separate] == [attribute] * len(separate)


@pytest.mark.parametrize(
    "name",
    [
        "race_condition",
        "race_against_clock",
        "race_relations",
        "race_speed",
        "race_to_finish",
        "arms_race",
        "page",
        "usage",
        "stage",
        "manager",
        "cage",
        "brace",
        "trace",
        "embrace",
        "average",
        "percentage",
        "storage",
        "percentage_region_of_interest",
        "sex_offender_check",
        "engine_gender",
        "connector_gender",
        "memory_region",
        "region_data",
        "insurance_claims_clerk",
        "insurance_sales_agent",
        "special_education_teacher",
        "vehicle_age",
        "cache_age",
        "account_age",
        "age_of_account",
        "color",
        "dependents",
        "number_of_children",
        "has_children",
        "payment_tier",
        "experience",
        "joining_year",
    ],
)
def test_names_that_are_not_about_people(name: str) -> None:
    assert CATALOGUE.match_name(name, ["applicant", "gender"]) is None


@pytest.mark.parametrize(
    "name",
    [
        "min_age",
        "max_age",
        "age_limit",
        "age_threshold",
        "retirement_age",
        "average_age",
        "avg_age",
        "team_avg_age",
        "age_weight",
        "age_factor",
        "age_points",
        "senior_age",
        "gender_pay_gap",
        "gender_ratio",
        "gender_multiplier",
        "male_count",
        "n_women",
        "num_females",
        "city_population",
        "education_cost",
        "education_bonus",
        "income_tax_rate",
        "race_weights",
        "region_factor",
        "age_column",
        "gender_col",
        "by_region",
        "check_age",
        "patient_age_to",
        "age_from",
        "from_age",
        "start_age",
    ],
)
def test_rules_and_statistics_are_no_ones_own_value(name: str) -> None:
    assert CATALOGUE.match_name(name, ["applicant", "gender"]) is None


@pytest.mark.parametrize(
    "name",
    [
        "state",
        "region",
        "title",
        "degree",
        "language",
        "party",
        "name",
        "city",
        "job",
        "field",
        "position",
        "location",
        "marriage",
        "black",
        "afro",
    ],
)
def test_doubtful_words_need_a_second_sign(name: str) -> None:
    alone = CATALOGUE.match_name(name, ["config", "total"])
    beside_a_person = CATALOGUE.match_name(name, ["config", "applicant"])
    beside_an_attribute = CATALOGUE.match_name(name, ["age_group"])

    assert alone is not None
    assert not alone.sure
    assert beside_a_person is not None
    assert beside_a_person.sure
    assert beside_an_attribute is not None
    assert beside_an_attribute.sure


def test_a_short_word_without_its_accents_needs_a_second_sign() -> None:
    assert meaning("yaş", "config") == "age"
    assert meaning("yas", "config") is None
    assert meaning("yas", "config", "cinsiyet") == "age"


def test_what_depends_on_a_task_is_no_child() -> None:
    assert meaning("state", "dependents", "income") == "region"
    assert meaning("state", "dependents", "dependencies", "priority") is None
    assert meaning("state", "dependents", "all_tasks") is None


def test_the_title_of_a_text_is_no_occupation() -> None:
    assert meaning("title", "customer", "years") == "occupation"
    assert meaning("title", "customer", "body") is None
    assert meaning("title", "employee", "mail_message") is None
    assert meaning("job_title", "employee", "message") == "occupation"
    assert meaning("state", "dependent", "scheduler") is None


def test_a_doubtful_word_is_no_second_sign_for_another() -> None:
    assert meaning("state", "city", "title") is None


def test_its_own_name_is_no_second_sign() -> None:
    assert meaning("degree", "degree") is None


def test_constants_confirm_a_doubtful_word() -> None:
    region = CATALOGUE.match_name("region")
    state = CATALOGUE.match_name("state")
    assert region is not None
    assert state is not None

    assert confirms(CATALOGUE, region, ["southeast", "northwest"])
    assert confirms(CATALOGUE, state, ["NY", "CA"])
    assert not confirms(CATALOGUE, state, ["running", "stopped"])
    assert not confirms(CATALOGUE, state, ["A", "C"])
    assert not confirms(CATALOGUE, state, [1, 2, True])


def test_some_words_mean_an_attribute_only_by_its_values() -> None:
    leave = CATALOGUE.match_name("leave_type", ["employee", "gender"])
    own_leave = CATALOGUE.match_name("employee_leave_type", ["employee"])
    assert leave is not None
    assert own_leave is not None

    assert not leave.sure
    assert not own_leave.sure
    assert confirms(CATALOGUE, leave, ["sick", "maternity"])
    assert not confirms(CATALOGUE, leave, ["annual", "sick", "unpaid"])


def test_a_thing_that_is_disabled_is_switched_off() -> None:
    disabled, disability = CATALOGUE.match_name("disabled"), CATALOGUE.match_name("disability")
    assert disabled is not None
    assert disability is not None

    assert CATALOGUE.is_switched_off(disabled, "Income Tax Slab")
    assert not CATALOGUE.is_switched_off(disabled, "Employee")
    assert not CATALOGUE.is_switched_off(disability, "Income Tax Slab")


def test_a_bare_word_among_names_of_programs_needs_a_second_sign() -> None:
    assert meaning("age", "cache", "ttl") is None
    assert meaning("age", "cache", "patient") == "age"
    assert meaning("age", "puppy_years") is None
    assert meaning("age", "puppy", "customer") == "age"
    assert meaning("sex", "chromosomes", "loci") is None
    assert meaning("sex", "chromosomes", "patient") == "gender"


def test_a_single_parent_is_somebody_unless_records_own_others() -> None:
    assert meaning("single_parent", "waiting_days") == "marital_status"
    assert meaning("single_parent", "uselist", "back_populates") is None
    assert meaning("state", "single_parent") == "region"
    assert meaning("state", "single_parent", "uselist") is None


@pytest.mark.parametrize(
    "name",
    [
        "target_gender",
        "preferred_gender",
        "required_education",
        "gender_preference",
        "eligible_sex",
    ],
)
def test_a_requirement_is_told_from_a_persons_own_value(name: str) -> None:
    match = CATALOGUE.match_name(name)

    assert match is not None
    assert match.role == "requirement"


def test_an_own_value_says_so() -> None:
    match = CATALOGUE.match_name("applicant_gender")

    assert match is not None
    assert (match.role, match.plural) == ("own", False)


def test_a_plural_holds_the_values_of_several_people() -> None:
    match = CATALOGUE.match_name("ages")

    assert match is not None
    assert match.plural
    assert CATALOGUE.match_name("regions", ["age"]) is None
    assert CATALOGUE.match_name("education_levels", ["age"]) is None


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("age", ValueKind.NUMBER, 30),
        ("personal_status_sex", ValueKind.CATEGORY, "male single"),
        ("age_group", ValueKind.CATEGORY, "young"),
        ("birth_year", ValueKind.NUMBER, 1995),
        ("dob", ValueKind.DATE, "1995-06-15"),
        ("is_female", ValueKind.FLAG, True),
        ("gender", ValueKind.CATEGORY, "male"),
        ("gender_code", ValueKind.CATEGORY, 1),
        ("salutation", ValueKind.CATEGORY, "Mr"),
        ("skin_color", ValueKind.CATEGORY, "light"),
        ("education_num", ValueKind.NUMBER, 9),
        ("over_65", ValueKind.FLAG, True),
    ],
)
def test_values_fit_the_very_word(name: str, kind: ValueKind, value: object) -> None:
    match = CATALOGUE.match_name(name)

    assert match is not None
    assert match.kind is kind
    assert match.families[0].values[0] == value
    assert type(match.families[0].values[0]) is type(value)


@given(st.text(max_size=40))
def test_any_text_can_be_asked_for(name: str) -> None:
    match = CATALOGUE.match_name(name, [name, "applicant"])

    assert match is None or match.attribute in CATALOGUE.attributes


@given(st.text(max_size=40))
def test_splitting_twice_changes_nothing(name: str) -> None:
    once = words_of(name)

    assert words_of("_".join(once)) == once


WORDS = st.lists(st.from_regex(r"[a-z]{2,9}", fullmatch=True), min_size=1, max_size=5)


@given(WORDS)
def test_splitting_does_not_depend_on_the_casing_style(words: list[str]) -> None:
    camel = words[0] + "".join(word.capitalize() for word in words[1:])
    pascal = "".join(word.capitalize() for word in words)

    assert (
        words_of("_".join(words))
        == words_of("-".join(words).upper())
        == words_of(camel)
        == words_of(pascal)
        == tuple(words)
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("HTTPServerAge", ("http", "server", "age")),
        ("over65", ("over", "65")),
        ("parent's income", ("parents", "income")),
        ("__age__", ("age",)),
        ("", ()),
        ("_", ()),
    ],
)
def test_splitting(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


SOME_PHRASES = st.sampled_from([(a, p) for a in CATALOGUE.attributes for p in a.phrases])


@given(SOME_PHRASES, st.sampled_from(["_", "-", " "]))
def test_every_phrase_is_found_in_every_spelling(entry: tuple, separator: str) -> None:
    _, phrase = entry
    match = CATALOGUE.match_name(separator.join(phrase.words))

    assert match is not None
    assert match == CATALOGUE.match_name(separator.join(phrase.words).upper())
    assert match.families


@given(SOME_PHRASES, st.sampled_from(["min", "max", "average", "count"]))
def test_no_statistic_is_a_persons_own_value(entry: tuple, measure: str) -> None:
    name = "_".join((measure, *entry[1].words))
    match = CATALOGUE.match_name(name)

    assert match is None


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("How old are you? ", "age"),
        ("Please enter your age: ", "age"),
        ("Wie alt bist du?", "age"),
        ("Enter your date of birth (YYYY-MM-DD): ", "age"),
        ("In which year were you born?", "age"),
        ("Are you male or female? ", "gender"),
        ("What is your marital status?", "marital_status"),
        ("¿Cuántos años de edad tienes? ", "age"),
        ("Quantos anos de financiamento? ", None),
        ("Quantos anos você pretende financiar o imóvel? ", None),
        ("Quantos anos você tem? ", "age"),
        ("How old is the file? ", None),
        ("How old is your car? ", None),
        ("Enter the maximum age: ", None),
        ("Do you want to continue (y/n)? ", None),
        ("Enter your name: ", None),
    ],
)
def test_questions_that_programs_ask(question: str, attribute: str | None) -> None:
    match = CATALOGUE.match_question(question)

    assert (match.attribute.name if match is not None else None) == attribute


def test_names_that_say_nothing_let_others_speak() -> None:
    assert all(CATALOGUE.is_mute(name) for name in ("c", "gt", "value", "row_3", "answer2"))
    assert not any(CATALOGUE.is_mute(name) for name in ("ttl", "score", "cache_value", "price"))


def test_birth_of_something_else_is_nobodys() -> None:
    assert meaning("star_birth") is None
    assert meaning("birth", "death", "rate") is None
    assert meaning("birth_rate", "applicant") is None


@given(st.text(), st.text(st.characters(max_codepoint=127)))
def test_words_of_a_text_do_not_depend_on_the_writing_of_others(text: str, ascii_text: str) -> None:
    assert split(f"{text} {ascii_text}") == split(text) + split(ascii_text)
    assert split(f"{ascii_text} é") == (*split(ascii_text), "é")
