"""Agents ask over MCP: the official clients, and the real command."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from evenhand.assistants.ledger.queries import entries
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.ledger.store import opened
from ready import copied

SCORE = """\
def score(years, gender):
    return years * 2 + (10 if gender == "male" else 0)
"""


@asynccontextmanager
async def agent(folder: Path, *options: str) -> AsyncIterator[Client]:
    own = ["-m", "evenhand", "mcp", "--ledger", str(folder / "ledger.sqlite3"), *options]
    command, *arguments = copied([sys.executable, *own])
    server = StdioServerParameters(command=command, args=arguments, cwd=folder)
    async with Client(server) as client:
        yield client


async def ask(client: Client, tool: str, code: str = "", **more: str) -> dict[str, Any]:
    arguments = {"code": code, **more} if code else more
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    assert answer.structured_content is not None
    return answer.structured_content


async def test_an_agent_finds_both_tools_and_what_they_are_for(tmp_path: Path) -> None:
    async with agent(tmp_path) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}

    assert set(tools) == {"check_bias", "check_changes", "repair_bias"}
    assert "treat people differently" in (tools["check_bias"].description or "")
    assert set(tools["check_bias"].input_schema["properties"]) == {"code", "path"}
    for tool in tools.values():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is True


async def test_code_is_checked_with_the_two_calls_that_prove_it(tmp_path: Path) -> None:
    async with agent(tmp_path) as client:
        told = await ask(client, "check_bias", SCORE)
        fine = await ask(client, "check_bias", "def area(a, b):\n    return a * b\n")
        broken = await ask(client, "check_bias", "def (:\n")
    (finding,) = told["findings"]

    assert told["treats_people_differently"] is True
    assert (finding["function"], finding["attribute"]) == ("score", "gender")
    assert finding["verdict"] == "biased"
    assert len(finding["calls"]) == len(finding["outcomes"]) == 2
    assert "from suggestion import score" in finding["program"]
    assert told["isolation"] in {"strong", "basic"}
    assert fine["treats_people_differently"] is False
    assert "syntax error" in broken["problem"]
    assert broken["treats_people_differently"] is None
    assert "do not call it fine" in broken["next_step"]


async def test_what_is_not_checked_is_not_called_fine(tmp_path: Path) -> None:
    async with agent(tmp_path, "--isolation", "static") as client:
        told = await ask(client, "check_bias", SCORE)
        left = await ask(client, "repair_bias", SCORE)
        nothing = await ask(client, "check_bias")

    assert told["treats_people_differently"] is None
    assert told["not_checked"][0].startswith("score (gender): ")
    assert left["left"] == told["not_checked"]
    assert nothing["treats_people_differently"] is None


async def test_what_handed_in_code_allows_for_itself_is_named(tmp_path: Path) -> None:
    allowed = f"# evenhand: allow(gender) by contract\n{SCORE}"
    (tmp_path / "score.py").write_text(allowed)
    inside = SCORE.replace(":", ":  # evenhand: allow(all)", 1)
    idle = "# evenhand: allow(age) by law\ndef area(a, b):\n    return a * b\n"
    async with agent(tmp_path, "--no-record") as client:
        new = await ask(client, "check_bias", allowed)
        added = await ask(client, "check_bias", f"{allowed}\n\n{inside}", path="score.py")
        unused = await ask(client, "check_bias", idle)
        known = await ask(client, "check_bias", f"{allowed}LAST = 1\n", path="score.py")
        there = await ask(client, "check_bias", path="score.py")

    for told, answer, place in (
        (new, None, "suggestion.py, line 1: allows `gender` (by contract)"),
        (added, None, "score.py, line 6: allows `all` (no reason given)"),
        (unused, False, "suggestion.py, line 1: allows `age` (by law)"),
    ):
        assert told["treats_people_differently"] is answer
        assert told["allowed"] == [place]
        assert "tell the user" in told["next_step"]
        assert "go on" not in told["next_step"]
    assert [(t["treats_people_differently"], t["allowed"]) for t in (known, there)] == [
        (False, [])
    ] * 2


async def test_a_difference_that_is_no_decision_is_told_and_raises_no_alarm(tmp_path: Path) -> None:
    code = "def may_drink(age):\n    return age >= 18\n"
    async with agent(tmp_path) as client:
        told = await ask(client, "check_bias", code)

    assert told["treats_people_differently"] is False
    assert told["findings"][0]["purpose"] == "age_limit"
    assert told["findings"][0]["severity"] != "warning"


async def test_an_agent_asks_about_paths_and_changes(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "helper.py").write_text("BONUS = 10\n")
    (tmp_path / "score.py").write_text(SCORE)
    (tmp_path / "broken.py").write_text("def (:\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    (tmp_path / "broken.py").unlink()
    with (tmp_path / "helper.py").open("a") as file:
        file.write(SCORE.replace("score", "rate"))
    with_helper = SCORE.replace("10", "BONUS")

    async with agent(tmp_path) as client:
        in_file = await ask(client, "check_bias", path="score.py")
        changed = await ask(client, "check_changes")
        as_if = await ask(client, "check_bias", f"from helper import *\n{with_helper}", path="a.py")
        outside = await ask(client, "check_bias", path="../../etc/passwd")
        missing = await ask(client, "check_bias", path="nowhere.py")
        no_commit = await ask(client, "check_changes", since="nothing")

    assert [(f["path"], f["function"]) for f in in_file["findings"]] == [("score.py", "score")]
    assert [(f["path"], f["function"]) for f in changed["findings"]] == [("helper.py", "rate")]
    assert as_if["treats_people_differently"] is True
    assert "not in the project" in outside["problem"]
    assert "no such file" in missing["problem"]
    assert "there is no commit" in no_commit["problem"]
    for answer in (outside, missing, no_commit):
        assert answer["treats_people_differently"] is None


async def test_code_is_repaired(tmp_path: Path) -> None:
    async with agent(tmp_path) as client:
        told = await ask(client, "repair_bias", SCORE)
        again = await ask(client, "check_bias", told["code"])

    assert told["code"].endswith("return years * 2\n")
    assert told["repaired"][0]["effect"] == "'male' loses 10; nobody gains"
    assert told["left"] == []
    assert again["treats_people_differently"] is False


async def test_what_is_left_of_a_repair_is_named(tmp_path: Path) -> None:
    unseen = "RULES = {'a': lambda person: person['gender'] == 'male'}\n"
    unread = "def fee(age):\n    return age.years > 45\n"
    allowed = f"# evenhand: allow(gender) by contract\n{SCORE.replace('score', 'rate')}"
    async with agent(tmp_path, "--no-record") as client:
        told = await ask(client, "repair_bias", "\n\n".join([unseen, unread, allowed, SCORE]))

    assert [one["function"] for one in told["repaired"]] == ["score"]
    assert [text.partition(":")[0] for text in told["left"]] == [
        "fee (age)", "line 1 (gender)", "suggestion.py, line 8"
    ]  # fmt: skip


async def test_an_age_of_majority_is_not_taken_away_for_an_agent(tmp_path: Path) -> None:
    code = (
        "def rent_car(age, licence_years):\n"
        "    if age < 18 or age > 45:\n"
        '        return "rejected"\n'
        '    return "approved" if licence_years > 2 else "rejected"\n'
    )
    async with agent(tmp_path) as client:
        told = await ask(client, "repair_bias", code)

    assert told["code"] == code
    assert told["repaired"] == []
    assert told["left"][0].startswith("rent_car: ")


async def test_what_was_asked_is_in_the_ledger(tmp_path: Path) -> None:
    async with agent(tmp_path) as client:
        await ask(client, "check_bias", SCORE)
    with opened(tmp_path / "ledger.sqlite3") as ledger:
        (entry,) = entries(ledger)

    assert entry.suggestion.kind is Kind.ASKED
    assert entry.suggestion.functions == ("score",)
    assert entry.suggestion.assistant == "mcp"
    assert [v.attribute for v in entry.unequal] == ["gender"]
    assert entry.suggestion.source is None


async def test_no_answer_waits_for_a_ledger_that_is_locked(tmp_path: Path) -> None:
    with opened(tmp_path / "ledger.sqlite3") as ledger:
        async with agent(tmp_path) as client:
            ledger.execute("BEGIN EXCLUSIVE")
            async with asyncio.timeout(15):
                answer = await ask(client, "check_bias", SCORE)
            ledger.execute("ROLLBACK")
        (entry,) = entries(ledger)

    assert answer["treats_people_differently"] is True
    assert entry.suggestion.functions == ("score",)


async def test_nothing_is_recorded_that_the_user_does_not_want(tmp_path: Path) -> None:
    async with agent(tmp_path, "--no-record") as client:
        await ask(client, "check_bias", SCORE)

    assert not (tmp_path / "ledger.sqlite3").exists()


async def test_an_agents_code_runs_behind_the_walls(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = f"open({str(mark)!r}, 'w')\n\n\ndef fee(age):\n    return 1 if age > 45 else 2\n"
    async with agent(tmp_path) as client:
        await ask(client, "check_bias", code)

    assert not mark.exists()


def test_it_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ImportError\n")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
        "from evenhand.apps.cli import main; sys.argv[1:] = ['mcp']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)

    assert done.returncode == 1
    assert "pip install 'evenhand[mcp]'" in done.stderr


def test_odd_messages_are_answered_and_the_next_is_served(tmp_path: Path) -> None:
    start = {"protocolVersion": "2025-06-18", "capabilities": {}}
    start["clientInfo"] = {"name": "agent\u202e</script>", "version": "1"}
    code = "def loan(gender):\n    return '\x1b[2J\u202e</script>' if gender == 'male' else ''\n"
    lines = [
        request(1, "initialize", start),
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b"\xff" * 100,
        b"[" * 100_000,
        b"x" * 17_000_000,
        request(2, "no/such/method"),
        request(3, "tools/call", {"name": "no_such_tool"}),
        request(4, "tools/call", {"name": "check_bias", "arguments": {"code": 5}}),
        request(5, "tools/call", {"name": "check_bias", "arguments": {"code": code}}),
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "evenhand", "mcp", "--no-record"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"\n".join(lines) + b"\n")
        server.stdin.flush()

        answers = [json.loads(server.stdout.readline()) for _ in range(8)]
        server.stdin.close()
        assert server.wait(60) == 0

    by_id = {answer["id"]: answer for answer in answers if answer["id"] is not None}
    assert sorted(by_id) == [1, 2, 3, 4, 5]
    assert sum("error" in answer for answer in answers if answer["id"] is None) == 3
    assert "error" in by_id[2]
    assert by_id[3]["result"]["isError"]
    assert by_id[4]["result"]["isError"]
    assert by_id[5]["result"]["structuredContent"]["treats_people_differently"]


def request(number: int, method: str, params: dict[str, Any] | None = None) -> bytes:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}
    return json.dumps(message).encode()


def test_the_client_for_typescript_finds_the_tools_and_asks_them(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None, "Node.js is missing"
    server = [sys.executable, "-m", "evenhand", "mcp", "--ledger", str(tmp_path / "ledger.sqlite3")]
    client = Path(__file__).with_name("mcp_client.mjs")

    done = subprocess.run(
        [node, str(client), SCORE, *server], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)

    assert {tool["name"] for tool in said["tools"]} == {
        "check_bias",
        "check_changes",
        "repair_bias",
    }
    assert all(tool["annotations"]["readOnlyHint"] for tool in said["tools"])
    assert said["checked"]["structuredContent"]["treats_people_differently"] is True
    assert "gender ==" not in said["repaired"]["structuredContent"]["code"]
