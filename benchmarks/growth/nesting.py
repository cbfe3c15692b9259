"""Code in code: loops, branches, functions and displays within each other."""

from __future__ import annotations

from benchmarks.growth.case import Case, function, lines, nested


def nested_loops(size: int) -> str:
    return nested(size, "for item{0} in person:")


def nested_whiles(size: int) -> str:
    return nested(size, "while total < age:")


def nested_ifs(size: int) -> str:
    return nested(size, "if age > {0}:")


def nested_withs(size: int) -> str:
    return nested(size, "with open(person) as file{0}:")


def nested_tries(size: int) -> str:
    opened = [f"{' ' * depth}try:" for depth in range(size)]
    closed = [f"{' ' * depth}finally:\n{' ' * depth}     total += 1" for depth in range(size)]
    return function([*opened, f"{' ' * size}total += age", *reversed(closed)])


def nested_functions(size: int) -> str:
    opened = [f"{' ' * depth}def inner{depth}(age):" for depth in range(size)]
    closed = [f"{' ' * (depth + 1)}return inner{depth + 1}(age)" for depth in range(size - 1)]
    return function(
        [*opened, f"{' ' * size}return age > 3", *reversed(closed), "total = inner0(age)"]
    )


def nested_functions_called_twice(size: int) -> str:
    opened = [f"{' ' * depth}def inner{depth}(age):" for depth in range(size)]
    closed = [
        f"{' ' * (depth + 1)}return inner{depth + 1}(age) + inner{depth + 1}(gender)"
        for depth in range(size - 1)
    ]
    return function(
        [*opened, f"{' ' * size}return age > 3", *reversed(closed), "total = inner0(age)"]
    )


def nested_lambdas(size: int) -> str:
    return function([f"total = {'lambda age: ' * size}age > 3"])


def called_lambdas(size: int) -> str:
    text = "age > 3"
    for depth in range(size):
        text = f"(lambda x{depth}: {text})(age)"
    return function([f"total = {text}"])


def nested_comprehensions(size: int) -> str:
    text = "age"
    for depth in range(size):
        text = f"[{text} for item{depth} in person if gender]"
    return function([f"total = {text}"])


def generators_of_one_comprehension(size: int) -> str:
    loops = " ".join(f"for item{i} in person if item{i} > age" for i in range(size))
    return function([f"total = [age {loops}]"])


def nested_displays(size: int) -> str:
    return function([f"total = {'[' * size}age{']' * size}"])


def nested_dicts(size: int) -> str:
    return function([f"total = {'{1: ' * size}age{'}' * size}", "print(total)"])


def nested_formatted_texts(size: int) -> str:
    text = "age"
    for _ in range(size):
        text = f"len(f'{{{text}}}')"
    return function([f"total = {text}"])


def nested_conditionals(size: int) -> str:
    return function([f"total = {'(1 if age > 3 else ' * size}0{')' * size}"])


def nested_negations(size: int) -> str:
    return function([f"total = {'not ' * size}age"])


def nested_comparisons(size: int) -> str:
    return function([f"total = {'(' * size}age{' > 3)' * size}"])


def nested_calls(size: int) -> str:
    return function([f"total = {'max(age, ' * size}0{')' * size}"])


def nested_subscripts(size: int) -> str:
    return function([f"total = {'person[' * size}age{']' * size}"])


def nested_classes(size: int) -> str:
    opened = [f"{' ' * depth}class Inner{depth}:" for depth in range(size)]
    return lines([*opened, f"{' ' * size}def fee(self, age): return age > 3"])


def nested_matches(size: int) -> str:
    lines = [f"{'  ' * depth}match age:\n    {'  ' * depth} case {depth}:" for depth in range(size)]
    return function([*lines, f"{'  ' * size}total = 1"])


CASES = (
    Case(nested_loops, 10),
    Case(nested_whiles, 10),
    Case(nested_ifs, 10),
    Case(nested_withs, 10),
    Case(nested_tries, 10),
    Case(nested_functions, 10),
    Case(nested_functions_called_twice, 10),
    Case(nested_lambdas, 20),
    Case(called_lambdas, 10),
    Case(nested_comprehensions, 10),
    Case(generators_of_one_comprehension, 100),
    Case(nested_displays, 20),
    Case(nested_dicts, 20),
    Case(nested_formatted_texts, 10),
    Case(nested_conditionals, 20),
    Case(nested_negations, 100),
    Case(nested_comparisons, 20),
    Case(nested_calls, 20),
    Case(nested_subscripts, 20),
    Case(nested_classes, 10),
    Case(nested_matches, 10),
)
