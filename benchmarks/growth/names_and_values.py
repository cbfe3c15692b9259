"""Many names, and values that grow as they are handed on."""

from __future__ import annotations

from benchmarks.growth.case import Case, function, lines


def chained_assignments(size: int) -> str:
    names = " = ".join(f"x{n}" for n in range(size))
    return function([f"{names} = age", f"total = x{size - 1}"])


def renamings(size: int) -> str:
    return function(["x0 = age", *(f"x{n + 1} = x{n}" for n in range(size)), f"total = x{size}"])


def renamings_backwards(size: int) -> str:
    names = [f"x{n} = x{n + 1}" for n in range(size)]
    return function(["for item in person:", *(f"    {n}" for n in names), f"    x{size} = age"])


def doublings(size: int) -> str:
    names = [f"x{n + 1} = x{n} + x{n}" for n in range(size)]
    return function(["x0 = age", *names, f"total = x{size}"])


def doublings_of_lists(size: int) -> str:
    names = [f"x{n + 1} = x{n} + x{n}" for n in range(size)]
    return function(["x0 = [age]", *names, f"total = x{size}"])


def doublings_of_tuples(size: int) -> str:
    names = [f"x{n + 1} = (x{n}, x{n})" for n in range(size)]
    return function(["x0 = (age, age)", *names, f"print(x{size})", f"total = age in x{size}"])


def doublings_of_dicts(size: int) -> str:
    names = [f"x{n + 1} = {{'a': x{n}, 'b': x{n}}}" for n in range(size)]
    return function(["x0 = {'age': age}", *names, f"print(x{size})", f"total = x{size}['a']"])


def doublings_of_texts(size: int) -> str:
    names = [f"x{n + 1} = x{n} + x{n}" for n in range(size)]
    return function(["x0 = gender.lower() + 'abcdefgh'", *names, f"total = x{size} == 'female'"])


def squarings(size: int) -> str:
    names = [f"x{n + 1} = x{n} * x{n}" for n in range(size)]
    return function(["x0 = age + 9", *names, f"total = x{size} > 3"])


def doublings_of_module_names(size: int) -> str:
    names = [f"X{n + 1} = (X{n}, X{n})" for n in range(size)]
    return lines(["X0 = ('female', 'male')", *names]) + function([f"total = gender in X{size}"])


def unpackings(size: int) -> str:
    left = ", ".join(f"x{n}" for n in range(size))
    right = ", ".join(["age"] * size)
    return function([f"{left} = {right}", f"total = x{size - 1}"])


def unpackings_of_a_parameter(size: int) -> str:
    left = ", ".join(f"x{n}" for n in range(size))
    return function([f"{left} = person", f"total = x{size - 1}"])


def nested_unpackings(size: int) -> str:
    return function([f"{'(' * size}x,{'),' * size} = person", "total = x"])


def walruses(size: int) -> str:
    return function([f"if (x{n} := age) > {n}: total += x{n}" for n in range(size)])


def star_arguments(size: int) -> str:
    return function(["x = [age]", *(f"x = [*x, *x, {n}]" for n in range(size)), "print(*x, *x)"])


def long_lists(size: int) -> str:
    return function([f"total = age in [{', '.join(map(str, range(size)))}]"])


def long_lists_of_texts(size: int) -> str:
    texts = ", ".join(f"'group {n}'" for n in range(size))
    return function([f"total = gender in ({texts})", "print(total)"])


def long_dicts(size: int) -> str:
    entries = ", ".join(f"'group {n}': {n}" for n in range(size))
    return lines([f"RATES = {{{entries}}}"]) + function(["total = RATES[gender] + RATES[age]"])


def dicts_of_dicts(size: int) -> str:
    entries = ", ".join(f"'g{n}': {{'age': {n}}}" for n in range(size))
    return lines([f"RATES = {{{entries}}}"]) + function(["total = RATES[gender]['age'] > age"])


def filled_dicts(size: int) -> str:
    return function(["rates = {}", *(f"rates['g{n}'] = age" for n in range(size)), "print(rates)"])


def keys(size: int) -> str:
    return function([f"total += person['key{n}'] > {n}" for n in range(size)])


def keys_of_rows(size: int) -> str:
    return function(["for row in person:", *(f"    total += row['k{n}']" for n in range(size))])


def attributes(size: int) -> str:
    return function([f"total += person.key{n} > {n}" for n in range(size)])


def prompts(size: int) -> str:
    return lines([f"x{n} = int(input('age {n}? '))" for n in range(size)]) + "print(x0 > 65)\n"


def columns(size: int) -> str:
    names = ", ".join(f"'column {n}'" for n in range(size))
    used = [f"total += person['column {n}'].mean()" for n in range(size)]
    return function([f"person = person[[{names}, 'age']].dropna()", *used])


def printed_records(size: int) -> str:
    read = [f"person['key{n}']" for n in range(size)]
    return function([*read, *(["print(person)"] * size)])


def long_bodies(size: int) -> str:
    return function(f"total += age * {n}" for n in range(size))


def cases_of_a_match(size: int) -> str:
    return function(["match age:", *(f"    case {n}: total = {n}" for n in range(size))])


def alternatives_of_a_case(size: int) -> str:
    return function(["match age:", f"    case {' | '.join(map(str, range(size)))}: total = 1"])


CASES = (
    Case(chained_assignments, 500),
    Case(renamings, 500),
    Case(renamings_backwards, 500),
    Case(doublings, 10),
    Case(doublings_of_lists, 10),
    Case(doublings_of_tuples, 10),
    Case(doublings_of_dicts, 10),
    Case(doublings_of_texts, 10),
    Case(squarings, 10),
    Case(doublings_of_module_names, 10),
    Case(unpackings, 500),
    Case(unpackings_of_a_parameter, 500),
    Case(nested_unpackings, 10),
    Case(walruses, 500),
    Case(star_arguments, 10),
    Case(long_lists, 1_000),
    Case(long_lists_of_texts, 1_000),
    Case(long_dicts, 1_000),
    Case(dicts_of_dicts, 500),
    Case(filled_dicts, 500),
    Case(keys, 500),
    Case(keys_of_rows, 500),
    Case(attributes, 500),
    Case(prompts, 250),
    Case(columns, 250),
    Case(printed_records, 250),
    Case(long_bodies, 1_000),
    Case(cases_of_a_match, 500),
    Case(alternatives_of_a_case, 500),
)
