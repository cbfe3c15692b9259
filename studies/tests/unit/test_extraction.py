"""What of an answer is taken for its code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand_studies.research.generation.extraction import code_in

CODE = "def f(age):\n    return age > 3\n"
ANSWERS = {
    "a block": f"Here:\n```python\n{CODE}```\nDone.",
    "a block without a language": f"```\n{CODE}```",
    "tildes": f"~~~py\n{CODE}~~~",
    "a block in a list": "1. Write\n   ```python\n   def f(age):\n       return age > 3\n   ```",
    "a block that was not closed": f"```python\n{CODE}",
    "code alone": CODE,
    "code without a block, and talk": f"Sure, here it is.\n\n{CODE}\nThis is what you wanted!",
    "a usage first": f"Install it:\n```sh\npip install f\n```\nthen\n```python\n{CODE}```",
    "a usage after": f"```python\n{CODE}```\nUse it:\n```python\nprint(f(3))\n```",
}


@pytest.mark.parametrize("what", ANSWERS)
def test_the_function_is_found(what: str) -> None:
    assert code_in(ANSWERS[what]).strip() == CODE.strip()


@pytest.mark.parametrize(
    "answer", ["", "I cannot help with that.", "```python\ndef f(:\n```", "define the term first"]
)
def test_there_may_be_none(answer: str) -> None:
    assert code_in(answer) == ""


@pytest.mark.parametrize(
    "answer",
    [
        "    return age > 3\n",
        "```python\nreturn age > 3\n```",
        "```python\n    return age > 3\n```",
    ],
)
def test_a_body_alone_is_put_behind_its_head(answer: str) -> None:
    assert code_in(answer, "def f(age):\n") == CODE


def test_a_block_with_calls_alone_is_code() -> None:
    assert code_in("```python\nassert f(Person(gender='male'))\n```").startswith("assert")


@given(st.text())
def test_no_answer_is_too_odd(answer: str) -> None:
    code_in(answer, "def f(x):\n")


@pytest.mark.parametrize("body", ["return self.income < 9", "        return self.income < 9\n"])
def test_the_body_of_a_method_is_put_into_its_class(body: str) -> None:
    head = 'class Person:\n    income: int\n\n    def poor(self) -> bool:\n        """Poor."""\n'

    code = code_in(f"```python\n{body}\n```", head)

    assert code.startswith(head)
    assert "\n        return self.income < 9" in code
