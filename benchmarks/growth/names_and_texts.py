"""Long names, texts and numbers."""

from __future__ import annotations

from benchmarks.growth.case import Case, function


def words_of_a_name(size: int) -> str:
    name = "age_" + "_".join(["of_the"] * size) + "_person"
    return f"def fee({name}):\n    return {name} > 65\n"


def protected_words_of_a_name(size: int) -> str:
    name = "_".join(["age", "race", "gender"] * size)
    return f"def fee({name}):\n    return {name} > 65\n"


def letters_of_a_name(size: int) -> str:
    name = "a" * size
    return f"def fee(age, {name}):\n    return age > {name}\n"


def capitals_of_a_name(size: int) -> str:
    name = "aB" * size
    return f"def fee(age, {name}):\n    return age > {name}\n"


def names_alike(size: int) -> str:
    texts = [f"{'_' * (n % 50)}Age_{n}{'_' * (n // 50)}" for n in range(size)]
    return f"def fee({', '.join(texts)}):\n    return {' + '.join(texts)}\n"


def letters_of_a_text(size: int) -> str:
    return function([f"total = gender == '{'female ' * size}'"])


def lines_of_a_text(size: int) -> str:
    text = "line\n" * size
    return function([f"total = gender == '''{text}'''"])


def digits_of_a_number(size: int) -> str:
    return function([f"total = age > 0x{'f' * size}"])


CASES = (
    Case(words_of_a_name, 500),
    Case(protected_words_of_a_name, 100),
    Case(letters_of_a_name, 10_000),
    Case(capitals_of_a_name, 2_500),
    Case(names_alike, 100),
    Case(letters_of_a_text, 2_500),
    Case(lines_of_a_text, 2_500),
    Case(digits_of_a_number, 1_000),
)
