"""Repairs that a model writes, through the real client and a real server on this machine."""

from __future__ import annotations

import ast
import asyncio
import sys
import textwrap
from pathlib import Path

import pytest
from chat_server import ChatServer, Reply, chat_server
from deciding import DECIDING

from evenhand.check.checking import Checker
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, Round, Writing, by_model
from evenhand.repair.by_model.strategies import Strategy
from evenhand.repair.objections import ObjectionKind
from evenhand.repair.repairs import Repairs
from evenhand.repair.survey.repair_case import examine

ATTACKS = Path(__file__).parents[1] / "hostile" / "programs"
OPTIONS = CheckOptions(sys.executable, seconds=60)
JUDGE = DECIDING
SCORE = """\
LIMIT = 40


def cap(points):
    return min(points, LIMIT)


def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return cap(points)
"""
GOOD = "def score(years, gender):\n    return cap(years * 2 + 10)\n"
STILL = GOOD.replace("10", '(10 if gender != "female" else 0)')


def block(code: str) -> str:
    return f"Here it is.\n\n```python\n{code}```\n\nIt treats everyone alike."


async def ask(
    checker: Checker,
    chat: ChatServer,
    code: str = SCORE,
    function: str = "score",
    seconds: float = 120.0,
    **asking: object,
) -> tuple[Repairs, list[Round]]:
    rounds: list[Round] = []
    endpoint = Endpoint("scripted", chat.url, "secret", seconds, retries=2)
    case = await examine(checker, code, Path("example.py"), OPTIONS, function)
    how = Asking(**asking)  # type: ignore[arg-type]

    def hear(event: Round | Writing) -> None:
        if isinstance(event, Round):
            rounds.append(event)

    return await by_model(checker, case, OpenAIModel(endpoint), how, hear), rounds


async def test_an_answer_that_is_proved_takes_the_functions_place(checker: Checker) -> None:
    with chat_server(block(GOOD)) as chat:
        made, rounds = await ask(checker, chat, prices=(1.0, 2.0))
    (repair,) = made.offered

    assert repair.text == SCORE.partition("def score")[0] + GOOD
    assert repair.by_model.startswith("1 attempt, ")
    assert "$0.00" in repair.by_model
    assert [r.problem for r in rounds] == [""]
    assert chat.keys == ["Bearer secret"]


async def test_who_gains_by_an_answer_is_read_off_its_proof(checker: Checker) -> None:
    with chat_server(block(GOOD)) as chat:
        made, _ = await ask(checker, chat)
    (repair,) = made.offered

    assert "nobody loses" in repair.effects
    assert repair.effect.startswith("'female', 'non-binary' gain")
    assert not repair.awaits_word


RENT = """\
def rent_car(age, licence_years):
    if age < 18 or age > 45:
        return "rejected"
    return "approved" if licence_years > 2 else "rejected"
"""
HARMFUL = {
    "somebody loses": (SCORE, "score", GOOD.replace("years * 2 + 10", "years * 2")),
    "a constant is left over": (
        SCORE,
        "score",
        SCORE[SCORE.index("def score") :].replace('gender == "male"', '"male" == "male"'),
    ),
    "a parameter is overwritten": (
        SCORE,
        "score",
        SCORE[SCORE.index("def score") :].replace(
            "    points =", '    gender = "male"\n    points ='
        ),
    ),
}


@pytest.mark.parametrize("harm", HARMFUL)
async def test_an_answer_waits_for_a_person_as_a_repair_without_a_model_does(
    checker: Checker, harm: str
) -> None:
    code, function, answer = HARMFUL[harm]
    with chat_server(block(answer) + "\nNobody loses by it.") as chat:
        made, _ = await ask(checker, chat, code, function, rounds=1)

    assert made.offered, made.problem
    assert made.awaits_word
    assert ("'male' loses" in made.offered[0].effect) is (harm == "somebody loses")


async def test_an_answer_without_the_age_of_majority_is_refused(checker: Checker) -> None:
    answer = RENT.replace("age < 18 or age > 45", "False")
    with chat_server(block(answer)) as chat:
        made, _ = await ask(checker, chat, RENT, "rent_car", rounds=1)

    assert made.offered == ()
    assert [each.objection.kind for each in made.rejected] == [ObjectionKind.AGE_LIMIT_LOST]


async def test_the_request_carries_the_function_what_it_needs_and_the_failing_tests(
    checker: Checker,
) -> None:
    with chat_server(block(GOOD)) as chat:
        await ask(checker, chat)
    (request,) = chat.requests
    said = request["messages"][-1]["content"]

    assert request["model"] == "scripted"
    assert "def score(years, gender):" in said
    assert "def cap(points):" in said
    assert "LIMIT = 40" in said
    assert "assert score(" in said
    assert "# Case 1: gender" in said
    assert "# the second gives " in said
    assert "two stages" in said
    assert "Treat everyone as one group is treated today" in said
    assert "- `gender`: 'male' | 'female' or 'non-binary'" in said
    assert "`years` may go on to matter, as it does for that group" in " ".join(said.split())


@pytest.mark.parametrize("strategy", Strategy)
async def test_every_strategy_asks_in_its_own_way(checker: Checker, strategy: Strategy) -> None:
    with chat_server(block(GOOD)) as chat:
        made, _ = await ask(checker, chat, strategy=strategy)
        said = chat.asked_for[0]

    assert made.offered
    assert ("Example 1." in said) == (strategy in {Strategy.ONE_SHOT, Strategy.FEW_SHOT})
    assert ("Example 2." in said) == (strategy is Strategy.FEW_SHOT)
    assert ("step by step" in said) == (strategy in {Strategy.COT1, Strategy.COT2})
    assert ("may cause bias" in said) == (strategy is Strategy.COT2)
    assert ("two stages" in said) == (strategy is Strategy.SCOPE_FIRST)


async def test_what_still_fails_goes_back_with_the_new_tests(checker: Checker) -> None:
    with chat_server(block(STILL), block(GOOD)) as chat:
        made, rounds = await ask(checker, chat)

    assert made.offered[0].by_model.startswith("2 attempts, ")
    assert "still tells" in rounds[0].problem
    assert chat.requests[1]["messages"][-2] == {"role": "assistant", "content": block(STILL)}
    assert "This is not a repair yet" in chat.asked_for[1]
    assert "'female'" in chat.asked_for[1]
    assert rounds[1].usage.sent == 200


async def test_after_so_many_rounds_it_gives_up(checker: Checker) -> None:
    with chat_server(block(STILL)) as chat:
        made, rounds = await ask(checker, chat, rounds=2)

    assert made.offered == ()
    assert made.problem.startswith("no repair in the model's 2 answers; the last: it still tells")
    assert len(rounds) == len(made.rejected) == len(chat.requests) == 2


FORMS = {
    "bare": GOOD,
    "prose around bare code": f"Sure!\n\n{GOOD}\nHope this helps.",
    "unlabelled block": f"```\n{GOOD}```",
    "never closed": f"```python\n{GOOD}",
    "several blocks": f"{block(STILL)}\n\nBetter:\n\n{block(GOOD)}",
    "an example behind it": f"{block(GOOD)}\n\n```python\nprint(score(3, 'x'))\n```",
    "indented": "1. The function:\n\n   ```python\n"
    + "".join(f"   {line}\n" for line in GOOD.splitlines())
    + "   ```",
    "the whole file": block(SCORE.partition("def score")[0] + GOOD),
    "before and after": f"{block(GOOD)}\n\nIt was:\n\n{block(SCORE[SCORE.index('def score') :])}",
    "thoughts before it": f"<think>\n{block(STILL)}\n</think>\n{block(GOOD)}",
}


@pytest.mark.parametrize("form", FORMS)
async def test_code_is_found_in_any_form(checker: Checker, form: str) -> None:
    with chat_server(FORMS[form]) as chat:
        made, _ = await ask(checker, chat, rounds=1)

    assert made.offered, made.problem
    assert made.offered[0].text == SCORE.partition("def score")[0] + GOOD


REFUSED = {
    "its name, parameters or decorators": block("def score(years):\n    return cap(years)\n"),
    "it does not look at `years` any more": block("def score(years, gender):\n    return 10\n"),
    "it imports requests, which the file did not": block(
        "import requests\n\n\ndef score(years, gender):\n    return requests.get(years)\n"
    ),
}


@pytest.mark.parametrize("reason", REFUSED)
async def test_an_answer_that_is_no_repair_is_refused(checker: Checker, reason: str) -> None:
    with chat_server(REFUSED[reason]) as chat:
        made, _ = await ask(checker, chat, rounds=1)

    assert made.offered == ()
    assert reason in made.problem


async def test_the_right_head_is_shown_where_it_was_changed(checker: Checker) -> None:
    with chat_server(block("def score(years):\n    return cap(years)\n"), block(GOOD)) as chat:
        made, _ = await ask(checker, chat)

    assert made.offered
    assert "```python\ndef score(years, gender):\n```" in chat.asked_for[1]


async def test_only_attributes_that_were_asked_about_are_in_the_tests(checker: Checker) -> None:
    code = (
        "def grade(gender, school, religion):  # evenhand: allow(religion) a school of a church\n"
        '    points = 3 if gender == "male" else 1\n'
        '    return points + (2 if religion == "catholic" else 0)\n'
    )
    still = code.replace('"male" else 1', '"male" else 2')
    with chat_server(block(still)) as chat:
        await ask(checker, chat, code, "grade", rounds=2)

    for said in chat.asked_for:
        assert "grade('male'" in said
        assert "# Case 2" not in said


async def test_the_note_of_the_model_comes_with_the_repair(checker: Checker) -> None:
    with chat_server(f"{block(GOOD)}\n\nNote: Women get ten points more than before.") as chat:
        made, _ = await ask(checker, chat)
        assert "`Note:`" in chat.requests[0]["messages"][0]["content"]

    assert made.offered[0].note == "Note of the model: Women get ten points more than before."


async def test_what_is_written_so_far_is_told(checker: Checker) -> None:
    told: list[Round | Writing] = []
    with chat_server(block(GOOD) + "and so on " * 100) as chat:
        endpoint = Endpoint("scripted", chat.url, "secret")
        case = await examine(checker, SCORE, Path("example.py"), OPTIONS, "score")
        await by_model(checker, case, OpenAIModel(endpoint), Asking(), told.append)

    *writings, ended = told
    assert isinstance(ended, Round)
    assert len(writings) >= 5
    assert all(isinstance(told, Writing) and told.number == 1 for told in writings)


async def test_an_error_of_the_endpoint_ends_in_a_sentence(checker: Checker) -> None:
    with chat_server(Reply(status=404)) as chat:
        made, _ = await ask(checker, chat)

    assert made.offered == ()
    assert "has no model scripted" in made.problem


async def test_it_can_be_cancelled_while_it_waits(checker: Checker) -> None:
    with chat_server(Reply(silent=True)) as chat:
        task = asyncio.create_task(ask(checker, chat))
        await asyncio.to_thread(chat.asked.wait, 120)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

        assert await asyncio.to_thread(chat.gone.wait, 120)


@pytest.mark.parametrize(
    "attack", ["files_write", "network_tcp", "process_subprocess", "end_exit_at_once"]
)
async def test_an_answer_that_attacks_ends_in_a_refusal(checker: Checker, attack: str) -> None:
    _, *statements = ast.parse((ATTACKS / f"{attack}.py").read_text()).body
    *before, fee = (s for s in statements if not isinstance(s, (ast.If, ast.ClassDef)))
    assert isinstance(fee, ast.FunctionDef)
    body = "\n".join(ast.unparse(statement) for statement in (*before, *fee.body))
    code = f"def score(years, gender):\n    age = years\n{textwrap.indent(body, '    ')}\n"
    with chat_server(block(code)) as chat:
        made, _ = await ask(checker, chat, rounds=1)

    assert made.offered == ()
    assert "it cannot be run for" in made.problem, made.problem


async def test_nothing_of_an_answer_runs_outside_the_walls(
    checker: Checker, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    write = f"open({str(mark)!r}, 'w').close()"
    code = f"{write}\n\n\ndef score(years, gender):\n    {write}\n    return cap(years * 2 + 10)\n"
    with chat_server(block(code)) as chat:
        made, _ = await ask(checker, chat, rounds=1)

    assert made.offered == ()
    assert "wants to write 'mark'" in made.problem
    assert not mark.exists()


async def test_a_method_keeps_its_class_and_decorators(checker: Checker) -> None:
    code = (
        "class Desk:\n"
        "    @staticmethod\n"
        "    def fee(days, gender):\n"
        '        """What it costs."""\n'
        '        return days * (2 if gender == "male" else 3)\n'
        "\n"
        "    def other(self):\n"
        "        return 1\n"
    )
    answer = 'def fee(days, gender):\n    """What it costs."""\n    return days * 2\n'
    with chat_server(block(answer)) as chat:
        made, _ = await ask(checker, chat, code, "Desk.fee")
    (repair,) = made.offered

    assert repair.text == code.replace('(2 if gender == "male" else 3)', "2")
