"""When two outcomes are the same to a caller, and when they are not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check import sentences
from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome, same_tree
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.outcomes.who_gains import described, leaning
from evenhand.check.search.arguments.argument_texts import Writer
from evenhand.check.search.arguments.argument_trees import Branch, Leaf, leaves, set_value


def raised(kind: str, message: str) -> Outcome:
    return Outcome(OutcomeKind.RAISED, error=(kind, message))


def returned(value: Any, printed: str = "") -> Outcome:
    return Outcome(OutcomeKind.RETURNED, value, printed=printed, text=repr(value))


def echo(one: Any, other: Any, a: Any = "male", b: Any = "female") -> bool:
    return same_outcome(returned(one), returned(other), Renaming(((a, b),)))


RECORD = {"t": "dict", "v": [["gender", "male"], ["score", 3]]}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("male", "female", True),
        ("MALE", "FEMALE", True),
        ("male", "male", True),
        ("a male person", "a female person", True),
        ("male wins", "female loses", False),
        (1, 2, False),
        (0.1 + 0.2, 0.3, True),
        (True, False, False),
        (RECORD, {"t": "dict", "v": [["gender", "female"], ["score", 3]]}, True),
        (RECORD, {"t": "dict", "v": [["gender", "female"], ["score", 4]]}, False),
        ({"t": "set", "v": ["b", "male"]}, {"t": "set", "v": ["female", "b"]}, True),
        ({"t": "list", "v": ["b", "male"]}, {"t": "list", "v": ["female", "b"]}, False),
    ],
)
def test_a_persons_own_value_is_masked_and_nothing_else(one: Any, other: Any, same: bool) -> None:
    assert echo(one, other) is same


def test_a_number_that_happens_to_be_the_age_in_one_call_is_no_echo() -> None:
    assert not echo(30, 7, a=30, b=45)
    assert echo(30, 45, a=30, b=45)
    assert echo("aged 30.", "aged 45.", a=30, b=45)
    assert not echo("in 30 days", "in 20 days", a=30, b=45)


def test_an_echo_beside_another_input_with_the_same_value_is_an_echo() -> None:
    assert echo("age 66, score 70", "age 70, score 70", 66, 70)
    assert not echo("age 66, score 70", "age 70, score 71", 66, 70)
    assert not echo("group 70", "group 66", 66, 70)


def test_a_number_with_zeros_in_front_is_an_echo() -> None:
    assert echo("KIM/030", "KIM/066", 30, 66)


def test_an_answer_is_no_echo_of_a_flag_once_it_contradicted_the_flag() -> None:
    names_flag = [{"t": "dict", "v": [["veteran", v], ["fee", 1]]} for v in (True, False)]
    decides = Renaming(((True, False),), "veteran", flags_decide=True)

    assert same_tree(True, False, Renaming(((True, False),), "veteran"))
    assert not same_tree(True, False, decides)
    assert same_tree(names_flag[0], names_flag[1], decides)


def test_exceptions_differ_by_type_and_by_message_without_the_echo() -> None:
    renaming = Renaming((("male", "female"),))

    assert same_outcome(
        raised("ValueError", "no male"), raised("ValueError", "no female"), renaming
    )
    assert not same_outcome(raised("ValueError", "x"), raised("KeyError", "x"), renaming)
    assert not comparable(
        Outcome(OutcomeKind.RAISED, error=("TypeError", "unsupported"), unfit=True)
    )
    assert comparable(raised("ValueError", "too young"))


def test_numbers_of_errors_may_be_as_far_apart_as_the_persons() -> None:
    """`age + term` in a message repeats the age."""
    ages = Renaming(((35, 70),))

    assert same_outcome(
        raised("ValueError", "ends at 44"), raised("ValueError", "ends at 79"), ages
    )
    assert not same_outcome(
        raised("ValueError", "costs 44"), raised("ValueError", "costs 45"), ages
    )


def test_printed_text_is_part_of_the_outcome() -> None:
    assert not same_outcome(
        returned(None, "welcome"), returned(None, "sorry"), Renaming((("male", "female"),))
    )


trees = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-1, 1) | st.text("ab", max_size=3),
    lambda inner: st.lists(inner, max_size=3).map(lambda v: {"t": "list", "v": v}),
    max_leaves=8,
)


@given(trees)
def test_an_outcome_is_the_same_as_itself(tree: Any) -> None:
    assert same_tree(tree, tree, Renaming(()))


@given(st.lists(st.sampled_from(["male", "x", 3]), max_size=5))
def test_renaming_a_value_everywhere_is_an_echo(values: list[Any]) -> None:
    renamed = ["female" if v == "male" else v for v in values]

    assert echo({"t": "list", "v": values}, {"t": "list", "v": renamed})


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
arguments = st.recursive(
    scalars.map(Leaf),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda c: Branch("list", tuple(range(len(c))), tuple(c)))
        | st.dictionaries(st.text(max_size=3), inner, max_size=3).map(
            lambda d: Branch("dict", tuple(d), tuple(d.values()))
        )
    ),
    max_leaves=6,
)


def plain(node: Any) -> Any:
    if isinstance(node, Leaf):
        return node.value
    values = [plain(c) for c in node.children]
    return dict(zip(node.names, values, strict=True)) if node.style == "dict" else values


@given(arguments)
def test_arguments_are_written_as_python_that_gives_them_back(node: Any) -> None:
    assert eval(Writer({}).write(node)) == plain(node)


@given(arguments, st.integers())
def test_changing_a_leaf_changes_that_leaf_alone(node: Any, value: int) -> None:
    known = list(leaves(node))
    for path, _ in known:
        changed = dict(leaves(set_value(node, path, value)))
        assert changed[path].value == value
        assert {p: leaf for p, leaf in changed.items() if p != path} == {
            p: leaf for p, leaf in known if p != path
        }


@pytest.mark.parametrize(
    ("one", "other", "sentence", "direction"),
    [
        (20, 10, "`score` is 10 higher for 'male' than for 'female'", "male +10"),
        (1.5, 2, "`score` is 0.5 lower for 'male' than for 'female'", "female +0.5"),
        ("no", "yes", "`score` gives 'no' for 'male' and 'yes' for 'female'", "female favoured"),
        (
            {"t": "dict", "v": [["gender", "male"], ["score", 3]]},
            {"t": "dict", "v": [["gender", "female"], ["score", 4]]},
            "`score` makes `score` 1 lower for 'male' than for 'female'",
            "female +1",
        ),
        ([1, 5], [2, 4], "`score` gives [1, 5] for 'male' and [2, 4] for 'female'", ""),
    ],
)
def test_a_sentence_says_what_happens_to_whom(
    one: Any, other: Any, sentence: str, direction: str
) -> None:
    outcomes = (returned(one), returned(other))
    values = ("male", "female")
    people = sentences.people("gender", "gender", values)

    lean = leaning(values, outcomes)

    no_deeds: tuple[list[str], list[str]] = ([], [])

    assert sentences.biased("score", people, outcomes, lean, no_deeds, values) == sentence
    assert described(values, outcomes) == direction
