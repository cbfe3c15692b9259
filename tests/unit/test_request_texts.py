"""The two requests of a witness, as a person types them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.check.proofs.request_texts import client_text, curl_text
from evenhand.findings import Staging

FLASK = Staging(
    "gender", ("'X'", "'F'"), (), (), "client.post('/apply', json={'gender': gender, 'age': 30})",
    (), ("app",), (), setup=("client = app.test_client()",), place="POST /apply",
    statuses=(200, 422), body="text", record=".json", server="http://localhost:5000",
)  # fmt: skip
DJANGO = replace(
    FLASK,
    given=(("request", "RequestFactory().post('/', {'gender': gender})"),),
    call="view(request)", setup=(), place="POST", server="http://localhost:8000",
)  # fmt: skip
JSON = "-H 'Content-Type: application/json' -d"
COMMANDS = {
    "a body": (
        FLASK,
        f"""curl -X POST http://localhost:5000/apply {JSON} '{{"gender": "X", "age": 30}}'""",
    ),
    "a query": (
        replace(FLASK, call="client.get('/limit', query_string={'gender': gender, 'of': 'a b'})"),
        "curl 'http://localhost:5000/limit?gender=X&of=a+b'",
    ),
    "a path": (
        replace(FLASK, call="client.get(f'/of/{gender}')"),
        "curl http://localhost:5000/of/X",
    ),
    "a form": (
        replace(FLASK, call="client.post('/apply', data={'gender': gender})"),
        "curl -X POST http://localhost:5000/apply --data-urlencode gender=X",
    ),
    "a form of Django": (
        DJANGO,
        "# Write the address of the view behind the port.\n"
        "curl -X POST http://localhost:8000/ --data-urlencode gender=X",
    ),
    "a query of Django, and somebody who is made up": (
        replace(
            DJANGO,
            given=(("request", "RequestFactory().get('/', {'gender': gender})"),
                   ("request.user", "mock.MagicMock()")),
        ),
        "# Write the address of the view behind the port.\n"
        "# What is behind the view was made up: the server has its own.\n"
        "curl 'http://localhost:8000/?gender=X'",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("staged", "first"), COMMANDS.values(), ids=COMMANDS)
def test_a_request_is_written_for_a_command_line(staged: Staging, first: str) -> None:
    text = curl_text(staged)

    assert text is not None
    *lines, last = text.splitlines()
    assert "\n".join(lines) == first
    assert last == lines[-1].replace("X", "F").replace("-F POST", "-X POST")


@pytest.mark.parametrize(
    "staged",
    [
        replace(FLASK, server=""),
        replace(FLASK, call="client.post('/', data={'by': other(gender)})"),
    ],
)
def test_what_a_command_line_cannot_say_is_not_written(staged: Staging) -> None:
    assert curl_text(staged) is None


def test_requests_are_written_one_after_the_other_for_a_client(tmp_path: Path) -> None:
    patched = replace(FLASK, patches=(("limit_of", "mock.Mock(return_value=3)"),))

    assert client_text(tmp_path / "bank.py", patched) == (
        "from bank import app\n\n"
        "client = app.test_client()\n"
        'with mock.patch("bank.limit_of", mock.Mock(return_value=3)):\n'
        '    client.post("/apply", json={"gender": "X", "age": 30})\n'
        'with mock.patch("bank.limit_of", mock.Mock(return_value=3)):\n'
        '    client.post("/apply", json={"gender": "F", "age": 30})\n'
    )
    assert client_text(tmp_path / "bank.py", replace(FLASK, statuses=None)) is None
