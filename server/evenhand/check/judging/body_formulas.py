"""Recognises formulas of the body by the words of a function and what differs in its outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.differing_parts import Part, differing_parts, unshared_texts
from evenhand.check.outcomes.responses import Response
from evenhand.check.reading.file_words import words_of_path, words_of_text
from evenhand.check.reading.function_words import FunctionWords, first_found
from evenhand.check.reading.source import Source
from evenhand.findings import Purpose, Recognised

CONDITIONS = frozenset({"pregnancy"})
"""Attributes that are states of the body."""
EXERCISE = "exercise"
"""In a path, what somebody learns to program with."""
UNMISTAKABLE = frozenset("bmi bmr tmb tdee egfr gfr bsa ibw lbm sbp dbp ldl hdl".split())
"""Abbreviations that mean the body wherever a function is called after them."""
WEIGHING = frozenset({"score", "point", "rank", "ranking", "priority", "rating"})
"""In the name of a function, that it compares people, whatever it measures of them."""
BLOOD = frozenset({"blood"})
DONOR = "donor"
HEMOGLOBIN = frozenset({"hb", "hgb", "hemoglobin", "haemoglobin"})
MULTIPLIER = "multiplier"
JOB = "job"
"""What levels of activity speak of: "hard exercise, physical job"."""
ADDED = frozenset({"bonus", "surcharge"})
"""What formulas add to an amount, which pays nobody."""
ENOUGH = 2
"""Words of medicine in the code of a function whose name says nothing."""
ENOUGH_IN_FILE = 3
"""Formulas that a file speaks of whose functions work out what bodies need."""
ENOUGH_FOR_ANSWERS = 3
"""The same, where not figures but answers differ: somebody may be refused something."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What one function says of bodies."""

    function: FunctionWords
    input_names: frozenset[str]
    """The words of what it takes in: who is told a BMI does not work one out."""
    words: PurposeWords
    file: Sequence[str]
    """The words of the end of its path."""
    only_flags: bool
    """What differs is yes or no, and no grade."""

    @property
    def own(self) -> tuple[str, ...]:
        return (*self.function.name, *self.function.given, *self.function.code)

    @property
    def measurements(self) -> set[str]:
        """What the code speaks of that only medicine knows, whoever measured it."""
        return {*self.words.body.formulas.found_in(self.function.all)}

    def of_medicine(self, *, figures: bool) -> set[str]:
        """The same, and the diseases that the code itself speaks of if figures differ."""
        diseases = self.words.body.diseases.found_in(self.own) if figures else ()
        return {*self.measurements, *diseases}

    @property
    def measures(self) -> set[str]:
        """What the code itself measures of a body: `weight`, `waist`."""
        return {*self.words.body.measures.found_in(self.own)} - {"patient"}

    def formulas_in(self, place: Sequence[str], *, figures: bool) -> list[str]:
        """The formulas among some words; those of diseases if figures differ.

        Or if the body is measured and the answer is yes or no: a waist of so many inches.
        """
        is_measured = figures or (self.only_flags and len(self.measures) >= ENOUGH)
        kinds = [self.words.body.formulas, *([self.words.body.diseases] if is_measured else [])]
        formulas = [formula for kind in kinds for formula in kind.found_in(place)]
        is_name = place is self.function.name
        short = [
            each
            for each in self.words.body.abbreviations.found_in(place)
            if self._is_beside(each) or (is_name and each in UNMISTAKABLE)
        ]
        return [each for each in (*formulas, *short) if is_name or not self.is_taken(each)]

    @property
    def told_by_one(self) -> str:
        """A formula called after who found it, or a unit of energy; empty if there is none.

        The file may be called after it, too.
        """
        telling = self.words.body.telling.found_in((*self.own, *self.file))
        return next((each for each in telling if not self.is_taken(each)), "")

    def is_taken(self, formula: str) -> bool:
        """Whether the function is given it, and works out something else."""
        is_of_sport = bool(next(self.words.body.sports.found_in(in_singular([formula])), ""))
        return not is_of_sport and " ".join(in_singular([formula])) in self.input_names

    def _is_beside(self, abbreviation: str) -> bool:
        """Whether there is a measure of the body besides."""
        return not set(self.words.body.measures.found_in(self.function.all)) <= {abbreviation}


def body_formula(
    witness: Difference, response: Response, context: CodeContext
) -> Recognised | None:
    """That the difference is a formula of the body, and its word; None if that is not plain."""
    words = purpose_words()
    if not words.manners[Purpose.BODY].allows(context.input.attribute):
        return None
    input_names = frozenset(" ".join(in_singular([path.name])) for path in context.reading.paths)
    parts = differing_parts(*witness.outcomes, response.echo(witness.values)) or []
    only_flags = bool(parts) and all(part.flags for part in parts)
    file = [word for word in words_of_path(context.file) if word != EXERCISE]
    spoken = Spoken(context.words, input_names, words, file, only_flags)
    figures = bool(parts) and all(_is_figure(part, words) for part in parts)
    advice = _advised(spoken, parts)
    if advice:
        return Recognised(Purpose.BODY, advice)
    if _decides(spoken, figures=figures):
        return None

    sign = _named(spoken, parts, figures=figures) or _condition(spoken, context)
    sign = sign or _gives_blood(spoken, figures=figures)
    if not sign and not witness.refusal:
        sign = _spoken_of(spoken, figures=figures)
    if not sign and figures:
        sign = _among_formulas(spoken, context.source) or _of_file(context.source)
    return Recognised(Purpose.BODY, sign) if sign else None


def _decides(spoken: Spoken, *, figures: bool) -> bool:
    """Whether the function speaks of something that people get or lose."""
    words = spoken.words
    decisions = {*words.decision.words.found_in(spoken.own)} - words.body.no_decisions
    multiplies_energy = next(words.body.multipliers.found_in(spoken.own), "")
    given = {*words.decision.words.found_in((*spoken.function.name, *spoken.function.given))}
    is_of_sport = first_found(words.body.sports, spoken.function.all)
    if multiplies_energy:
        decisions.discard(JOB)
    if multiplies_energy or is_of_sport or len(spoken.measures) >= ENOUGH:
        decisions.discard(MULTIPLIER)
    is_medicine = len(spoken.of_medicine(figures=figures)) > ENOUGH
    if is_medicine or spoken.told_by_one:
        decisions -= ADDED - given
    vaccinates = next(words.body.vaccinations.found_in(spoken.own), "")
    gives_blood = _gives_blood(spoken, figures=figures)
    if vaccinates or gives_blood or len(spoken.measurements) > ENOUGH:
        decisions -= words.body.decisions_of_doctors
    if vaccinates or is_medicine:
        decisions -= words.body.histories - given
    return bool(decisions)


def _gives_blood(spoken: Spoken, *, figures: bool) -> str:
    """By which words a function says who may give blood, and asks for the body; else empty.

    Figures do not say it: they may be what a donor is paid.
    """
    if figures:
        return ""
    body = spoken.words.body
    is_of_blood = DONOR in spoken.own and not HEMOGLOBIN.isdisjoint(spoken.function.all)
    about = DONOR if is_of_blood else first_found(body.blood_donors, spoken.own, spoken.file)
    asks = (spoken.measures | spoken.measurements) - BLOOD
    return about if asks else ""


def _advised(spoken: Spoken, parts: list[Part]) -> str:
    """What one call alone advises that only medicine knows, whatever else the function decides."""
    decisions, words = spoken.words.decision.words, spoken.words.body
    unshared = [unshared_texts(part) for part in parts]
    texts = [in_singular([text]) for each in unshared for text in each]
    decides = any(first_found(decisions, each) for each in (spoken.function.name, *texts))
    if not texts or not all(unshared) or decides:
        return ""
    found = [first_found(words.formulas, each) for each in texts]
    return found[0] if all(found) else ""


def _named(spoken: Spoken, parts: list[Part], *, figures: bool) -> str:
    """A formula in what differs, in the name of the function, or of what it gives."""
    labels = [part.label for part in parts]
    sides = (side for part in parts for side in (part.first, part.second))
    texts = [side for side in sides if isinstance(side, str)]
    in_texts = next(spoken.words.body.formulas.found_in(in_singular(texts)), "")
    if in_texts:
        return in_texts
    places = (in_singular(labels), spoken.function.name, spoken.function.given)
    return next((f for place in places for f in spoken.formulas_in(place, figures=figures)), "")


def _condition(spoken: Spoken, context: CodeContext) -> str:
    """The word of a function's name for the state of the body that it is about: `pregnancy`."""
    if context.input.attribute not in CONDITIONS:
        return ""
    named = spoken.words.body.conditions.found_in(spoken.function.name)
    return next(named, "")


def _spoken_of(spoken: Spoken, *, figures: bool) -> str:
    """A formula that the code speaks of beside others, or beside measures; empty if there is none.

    If nothing but the class around it speaks of formulas, its own words have to be medicine's.
    """
    words, of_medicine = spoken.words, spoken.of_medicine(figures=figures)
    is_check_up = spoken.only_flags and len(of_medicine | spoken.measures) > ENOUGH
    if of_medicine and (is_check_up or len(of_medicine) > ENOUGH):
        return min(of_medicine)
    told = spoken.told_by_one if figures else ""
    if told:
        return told

    around = (*spoken.function.all, *spoken.file)
    formulas = set(spoken.formulas_in(around, figures=figures))
    own = {
        *spoken.formulas_in(spoken.own, figures=figures),
        *words.body.measures.found_in(spoken.own),
        *words.body.clinics.found_in(spoken.own),
    }
    enough = ENOUGH if figures else ENOUGH_FOR_ANSWERS
    if formulas and own and len(formulas | own) > enough:
        return min(formulas)
    measures = spoken.measures if WEIGHING.isdisjoint(spoken.function.name) else set()
    return max(measures, key=len) if len(measures) > ENOUGH_FOR_ANSWERS else ""


def _among_formulas(spoken: Spoken, source: Source) -> str:
    """The formula that a function of a file full of formulas speaks of; empty for all others."""
    body = spoken.words.body
    own = {
        formula
        for kind in (body.formulas, body.abbreviations)
        for formula in kind.found_in(spoken.own)
        if not spoken.is_taken(formula)
    }
    file = _formulas_of_file(source)
    return min(own) if own and len(file - own) >= ENOUGH_IN_FILE else ""


@lru_cache(maxsize=4)
def _of_file(source: Source) -> str:
    """The formula that a file is about which decides nothing; empty for all others."""
    words, formulas = purpose_words(), _formulas_of_file(source)
    spoken = words_of_text(source.text)
    if {*words.decision.words.found_in(spoken)} - words.body.no_decisions:
        return ""
    sports = {*words.body.sports.found_in(spoken)}
    is_of_body = len(sports) >= ENOUGH or len(formulas) >= ENOUGH_IN_FILE
    return min(sports or formulas) if is_of_body else ""


@lru_cache(maxsize=4)
def _formulas_of_file(source: Source) -> frozenset[str]:
    """The formulas that the names and texts of a file speak of."""
    body, spoken = purpose_words().body, words_of_text(source.text)
    short = (each for each in body.abbreviations.found_in(spoken) if each in UNMISTAKABLE)
    return frozenset((*body.formulas.found_in(spoken), *body.telling.found_in(spoken), *short))


def _is_figure(part: Part, words: PurposeWords) -> bool:
    """Whether a part is a number, or a text that tells one or speaks of medicine."""
    if part.texts is None:
        return part.numbers
    if any(character.isdigit() for text in part.texts for character in text):
        return True
    texts = in_singular(part.texts)
    return any(next(kind.found_in(texts), "") for kind in (words.body.formulas, words.body.clinics))
