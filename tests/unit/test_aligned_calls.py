"""Two calls one below the other, for people who look for what differs."""

from __future__ import annotations

from evenhand.doors.aligned_calls import aligned_calls
from evenhand.doors.markdown import python_block


def test_what_differs_is_marked_and_outcomes_stand_below_each_other() -> None:
    calls = ("score(30, 'female', 2)", "score(30, 'male', 2)")

    assert aligned_calls(calls, ("0", "10")) == (
        "score(30, 'female', 2)  # 0",
        "score(30, 'male', 2)    # 10",
        "#          ^^^^^^",
    )


def test_of_long_calls_the_difference_stays() -> None:
    person = "Candidate(name='Kim', age={}, years_experience=3, skills=['a', 'b', 'c'], flag=True)"
    calls = tuple(f"rank([{person.format(age)}, {person.format(40)}])" for age in (35, 61))
    first, second, mark = aligned_calls((calls[0], calls[1]), ("[1]", "[2]"))

    assert first.startswith("rank(…name='Kim', age=35, years_experience=3, …)  # [1]")
    assert len(first) == len(second) < 90
    assert second[mark.index("^") : mark.rindex("^") + 1] == "61"


def test_a_long_outcome_is_cut_and_several_lines_are_one() -> None:
    first, *_ = aligned_calls(("f('a')", "f('b')"), ("x" * 500, "a\nb"))

    assert len(first) < 80
    assert first.endswith("…")
    assert aligned_calls(("f('a')", "f('b')"), ("x" * 500, "a\nb"))[1].endswith("# a b")


def test_modules_stand_there_by_their_names() -> None:
    calls = tuple(f"""__import__("asyncio").run(pay({sex!r}))""" for sex in ("female", "male"))
    first, *_ = aligned_calls((calls[0], calls[1]), ("1", "2"))
    assert first == "asyncio.run(pay('female'))  # 1"

    mocks = ("""__import__("unittest.mock").mock.Mock(sex='f')""", "f('b')")
    assert aligned_calls(mocks, ("1", "2"))[0].startswith("unittest.mock.Mock(sex='f')")


def test_equal_calls_have_no_mark() -> None:
    assert len(aligned_calls(("f()", "f()"), ("1", "2"))) == 2


def test_no_call_ends_the_block_that_it_stands_in() -> None:
    block = python_block(("f('```')", "f('\x1b[2J')"))

    assert block == "````python\nf('```')\nf('\\x1b[2J')\n````"
