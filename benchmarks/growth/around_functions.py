"""What surrounds functions: imports, allowances, tests, models."""

from __future__ import annotations

from benchmarks.growth.case import Case, function, lines


def imports(size: int) -> str:
    listed = [f"from package{n} import *\nimport module{n} as m{n}" for n in range(size)]
    return lines(listed) + function(["total = 1"])


def imported_names(size: int) -> str:
    return lines(f"from package{n} import name{n}" for n in range(size)) + function(["pass"])


def allowances(size: int) -> str:
    return lines(
        f"def fee{n}(age):  # evenhand: allow(age) by law\n    return age > {n}"
        for n in range(size)
    )


def unused_allowances(size: int) -> str:
    return function(f"total += 1  # evenhand: allow(age{n})" for n in range(size))


def comments(size: int) -> str:
    return function(f"total += 1  # evenhand: {n} {'(' * 20}" for n in range(size))


def tests(size: int) -> str:
    rows = [f"    assert fee({n}, 'female') == {n}" for n in range(size)]
    return lines(["def fee(age, gender):\n    return age > 65", "def test_fee():", *rows])


def functions_with_tests(size: int) -> str:
    tested = [
        f"def fee{n}(age, gender):\n    return 3\ndef test_fee{n}():\n"
        f"    assert fee{n}(1, 'female') == 1\n    assert fee{n}(2, 'female') == 1\n"
        f"    assert fee{n}(3, 'male') == 2\n    assert fee{n}(4, 'male') == 2"
        for n in range(size)
    ]
    return lines(tested)


def parametrized_tests(size: int) -> str:
    rows = ", ".join(f"({n}, 'female', {n})" for n in range(size))
    return (
        f"@pytest.mark.parametrize('age, gender, expected', [{rows}])\n"
        "def test_fee(age, gender, expected):\n    assert fee(age, gender) == expected\n"
    )


def fitted_models(size: int) -> str:
    lines = [f"x{n + 1} = x{n}[['age', 'gender']]" for n in range(size)]
    return function(["x0 = person", *lines, f"model.fit(x{size}, gender)"])


def fitted_sums(size: int) -> str:
    lines = [f"x{n + 1} = x{n} + x{n} + x{n} + x{n}" for n in range(size)]
    return function(["x0 = ['age']", *lines, f"model.fit(person[x{size}], gender)"])


def many_fitted_models(size: int) -> str:
    return function(
        f"model.fit(person[['age', 'gender', 'income', 'c{n}']], gender)" for n in range(size)
    )


def fitted_pipelines(size: int) -> str:
    lines = [f"p{n + 1} = Pipeline([p{n}, p{n}, p{n}, p{n}, p{n}])" for n in range(size)]
    return function(["p0 = Pipeline(['age'])", *lines, f"p{size}.fit(person, gender)"])


def pipelines_of_themselves(size: int) -> str:
    lines = [f"model = Pipeline([model, {', '.join(['model'] * 4)}])" for n in range(size)]
    return function(["model = Pipeline(['age'])", *lines, "model.fit(person, gender)"])


CASES = (
    Case(imports, 500),
    Case(imported_names, 500),
    Case(allowances, 100),
    Case(unused_allowances, 250),
    Case(comments, 1_000),
    Case(tests, 250),
    Case(functions_with_tests, 50),
    Case(parametrized_tests, 250),
    Case(fitted_models, 50),
    Case(fitted_sums, 5),
    Case(many_fitted_models, 50),
    Case(fitted_pipelines, 5),
    Case(pipelines_of_themselves, 5),
)
