"""Models behind OpenAI's protocol: both clients, against a real server in this process."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Callable

import pytest
from chat_server import ChatServer, Reply, chat_server

from evenhand.models.chat_client import ChatClient
from evenhand.models.language_model import (
    DeclinedError,
    Message,
    ModelError,
    Remedy,
    TurnedAwayError,
    Usage,
)
from evenhand.models.openai_endpoint import Endpoint, base_url_of, sign_in_of
from evenhand.models.openai_model import Connection
from evenhand.models.openai_package import PackageClient
from evenhand.models.plain_client import PlainClient

pytestmark = pytest.mark.long
QUESTION = (Message("system", "Be short."), Message("user", "Well?"))
Connect = Callable[..., Connection]


@pytest.fixture(params=[PackageClient, PlainClient])
async def connect(request: pytest.FixtureRequest) -> AsyncIterator[Connect]:
    made: list[ChatClient] = []

    def connection(chat: ChatServer, **how: object) -> Connection:
        given = {"base_url": chat.url, "key": "secret", "seconds": 60.0, "retries": 2, **how}
        endpoint = Endpoint("scripted", **given)  # type: ignore[arg-type]
        client: ChatClient = request.param(endpoint)
        made.append(client)
        return Connection(endpoint, client)

    yield connection
    for client in made:
        await client.aclose()


async def test_an_answer_comes_with_its_tokens(connect: Connect) -> None:
    with chat_server("Yes. " * 50) as chat:
        connection = connect(chat, temperature=0.5, tokens=900)
        answer = await connection.ask(QUESTION, seed=3)

    assert answer.text == "Yes. " * 50
    assert answer.usage == Usage(100, 250)
    assert chat.keys == ["Bearer secret"]
    (request,) = chat.requests
    assert request["messages"][0] == {"role": "system", "content": "Be short."}
    assert (request["temperature"], request["max_tokens"], request["seed"]) == (0.5, 900, 3)


@pytest.mark.parametrize("ends", ["stop", "length"])
async def test_a_base_model_goes_on_with_a_text(connect: Connect, ends: str) -> None:
    with chat_server(Reply("    return 1\n" * 9, ends=ends)) as chat:
        connection = connect(chat, temperature=0.5, top_p=0.9)
        answer = await connection.complete("def one():\n", ["\ndef "], seed=3)

    assert (answer.text, answer.usage.sent) == ("    return 1\n" * 9, 100)
    (request,) = chat.requests
    assert "messages" not in request
    assert (request["prompt"], request["stop"]) == ("def one():\n", ["\ndef "])
    assert (request["temperature"], request["top_p"], request["seed"]) == (0.5, 0.9, 3)


async def test_a_base_model_that_writes_nothing_gives_no_answer(connect: Connect) -> None:
    with chat_server(" \n") as chat, pytest.raises(DeclinedError, match="gave an empty answer"):
        await connect(chat).complete("def one():\n", [])


async def test_progress_counts_characters_and_thoughts(connect: Connect) -> None:
    seen: list[int] = []
    with chat_server(Reply("x" * 100, thoughts="hm" * 30)) as chat:
        await connect(chat).ask(QUESTION, on_progress=seen.append)

    assert seen == sorted(seen)
    assert {60, 100, 140, 160} <= set(seen)
    assert seen[-1] == 160


ERRORS = {
    "does not accept the key; set another": (Reply(status=401), Remedy.KEY),
    "does not allow scripted with this key": (Reply(status=403), Remedy.KEY),
    "has no model scripted": (Reply(status=404), Remedy.MODEL),
    "has no model scripted: pull it first": (Reply("pull it first", 404), Remedy.MODEL),
    "takes no more requests now (429), nor did after 2 retries; try again later": (
        Reply(status=429, headers={"Retry-After": "0.01"}),
        Remedy.NONE,
    ),
    "has no credit left": (
        Reply(status=429, headers={"retry-after-ms": "1"}, code="insufficient_quota"),
        Remedy.KEY,
    ),
    "is too long for scripted": (Reply(status=400, code="context_length_exceeded"), Remedy.MODEL),
    "answers 400: no such temperature": (Reply("no such temperature", 400), Remedy.MODEL),
    "answers 500: out of order": (
        Reply("out of order", 500, {"retry-after-ms": "1"}),
        Remedy.NONE,
    ),
    "broke off": (Reply("```python\ndef sco", cut=True), Remedy.NONE),
    "broke off in an answer": (Reply("```python\ndef sco", ends=""), Remedy.NONE),
    "gave an empty answer": (Reply(""), Remedy.NONE),
    "refuses to answer: not today": (Reply(refusal="not today"), Remedy.NONE),
    "refuses to answer": (Reply("x", ends="content_filter"), Remedy.NONE),
    "the answer grew too long": (Reply("def sco", ends="length"), Remedy.LENGTH),
    "does not stop writing": (Reply(endless="text"), Remedy.NONE),
    "scripted at 127.0.0.1": (Reply(endless="refusal"), Remedy.NONE),
    "sends more than an answer has": (Reply(endless="data: x"), Remedy.ENDPOINT),
    "sends more than": (Reply(raw=" " * 3_000_000), Remedy.ENDPOINT),
    "sends more than an answer has (packed as gzip)": (
        Reply(raw=gzip.compress(b"x" * 100_000_000), headers={"Content-Encoding": "gzip"}),
        Remedy.ENDPOINT,
    ),
    "sends more than an answer has (packed as deflate, br)": (
        Reply(raw=b"x", headers={"Content-Encoding": "deflate, br"}),
        Remedy.ENDPOINT,
    ),
    "does not speak OpenAI's protocol": (Reply(raw="data: {nothing}\n\n"), Remedy.ENDPOINT),
    "failed: out of memory": (
        Reply(raw='data: {"error": {"message": "out of memory"}}\n\n'),
        Remedy.NONE,
    ),
}


@pytest.mark.parametrize("sentence", ERRORS)
async def test_errors_end_in_a_sentence_that_says_what_to_do(
    connect: Connect, sentence: str
) -> None:
    reply, remedy = ERRORS[sentence]
    with chat_server(reply) as chat, pytest.raises(ModelError) as caught:
        await connect(chat).ask(QUESTION)

    assert sentence in str(caught.value)
    assert caught.value.remedy is remedy
    was_begun = reply.status == 200
    assert isinstance(caught.value, TurnedAwayError) != was_begun


async def test_half_an_answer_is_kept_with_what_it_cost(connect: Connect) -> None:
    with chat_server(Reply("def sco", ends="length")) as chat, pytest.raises(DeclinedError) as no:
        await connect(chat).ask(QUESTION)

    assert no.value.answer.text == "def sco"
    assert no.value.answer.usage.received == 7


async def test_a_key_is_asked_for_where_there_is_none(connect: Connect) -> None:
    with chat_server(Reply(status=401)) as chat, pytest.raises(ModelError, match="wants a key"):
        await connect(chat, key="").ask(QUESTION)


async def test_it_tries_again_after_a_failure_that_passes(connect: Connect) -> None:
    busy = Reply(status=429, headers={"Retry-After": "0.01"})
    with chat_server(busy, Reply("", 503, {"retry-after-ms": "1"}), "Yes.") as chat:
        answer = await connect(chat).ask(QUESTION)

    assert answer.text == "Yes."
    assert len(chat.requests) == 3


async def test_nobody_is_there(connect: Connect) -> None:
    with chat_server("") as chat:
        pass
    with pytest.raises(ModelError, match=r"cannot be reached.*is its server running") as caught:
        await connect(chat, retries=0).ask(QUESTION)

    assert caught.value.remedy is Remedy.ENDPOINT


async def test_an_endpoint_that_never_answers(connect: Connect) -> None:
    with chat_server(Reply(silent=True)) as chat:
        with pytest.raises(ModelError, match=r"gave no answer in 0\.5 s") as caught:
            await connect(chat, seconds=0.5).ask(QUESTION)

        assert caught.value.remedy is Remedy.TIMEOUT
        assert await asyncio.to_thread(chat.gone.wait, 120)


async def test_it_hangs_up_when_it_is_cancelled(connect: Connect) -> None:
    with chat_server(Reply(silent=True)) as chat:
        task = asyncio.create_task(connect(chat).ask(QUESTION))
        await asyncio.to_thread(chat.asked.wait, 120)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

        assert await asyncio.to_thread(chat.gone.wait, 120)


async def test_a_model_that_is_listed_is_not_asked_to_try_it_out(connect: Connect) -> None:
    with chat_server("Yes.") as chat:
        await connect(chat).try_out()

    assert chat.lists == 1
    assert chat.requests == []


@pytest.mark.parametrize("listed", [None, [], ["scripted:latest"]])
async def test_a_model_that_is_not_listed_is_greeted(
    connect: Connect, listed: list[str] | None
) -> None:
    with chat_server("Yes.") as chat:
        chat.models = listed
        await connect(chat).try_out()

    assert chat.asked_for == ["Answer with one word: yes."]


async def test_trying_out_names_the_models_that_there_are(connect: Connect) -> None:
    with chat_server(Reply(status=404)) as chat:
        chat.models = ["embed", "scripter", *map(str, range(9))]
        with pytest.raises(ModelError) as caught:
            await connect(chat).try_out()

    assert "has no model scripted; it has scripter, embed, 0, 1, 2 and 6 more" in str(caught.value)


async def test_trying_out_finds_a_wrong_key(connect: Connect) -> None:
    with chat_server(Reply(status=401)) as chat, pytest.raises(ModelError, match="the key"):
        await connect(chat).try_out()


async def test_an_endpoint_that_knows_no_count_of_tokens(connect: Connect) -> None:
    with chat_server(Reply("unknown field stream_options", 422), "Yes.") as chat:
        answer = await connect(chat).ask(QUESTION)

    assert answer.text == "Yes."
    assert "stream_options" not in chat.requests[1]


async def test_an_endpoint_that_does_not_stream() -> None:
    message = {"role": "assistant", "content": "Yes."}
    whole = {
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 2},
    }
    with chat_server(Reply(raw=json.dumps(whole, indent=1))) as chat:
        endpoint = Endpoint("scripted", chat.url)
        answer = await Connection(endpoint, PlainClient(endpoint)).ask(QUESTION)

    assert (answer.text, answer.usage) == ("Yes.", Usage(5, 2))


async def test_a_page_instead_of_the_protocol_suggests_the_usual_path(connect: Connect) -> None:
    with chat_server(Reply("<html>nginx</html>", 404)) as chat:
        chat.url = chat.url.removesuffix("/v1")
        with pytest.raises(ModelError) as caught:
            await connect(chat).ask(QUESTION)

    assert f"most base URLs end in /v1: try {chat.url}/v1" in str(caught.value)
    assert "<html>" not in str(caught.value)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_no_redirection_takes_the_question_elsewhere(connect: Connect, status: int) -> None:
    with chat_server("Yes.") as other:
        away = Reply(status=status, headers={"Location": f"{other.url}/chat/completions"})
        with chat_server(away) as chat:
            chat.models = None
            for ask in (connect(chat).ask(QUESTION), connect(chat).try_out()):
                with pytest.raises(ModelError, match="on to another address"):
                    await ask
            with pytest.raises(ModelError, match="on to another address"):
                await connect(chat).complete("def one():", [])

    assert (other.requests, other.lists) == ([], 0)


@pytest.mark.parametrize(
    ("counts", "known"),
    [
        ({"prompt_tokens": 5, "completion_tokens": "7"}, Usage(5, None)),
        ({"prompt_tokens": None, "completion_tokens": 7}, Usage(None, 7)),
        ({"prompt_tokens": -1, "completion_tokens": 10**400}, Usage()),
        ({"prompt_tokens": True, "completion_tokens": [7]}, Usage()),
        ({"prompt_tokens": {}, "completion_tokens": 1.5}, Usage()),
        (["7"], Usage()),
        ("7", Usage()),
    ],
)
async def test_a_count_is_a_number_or_unknown(
    connect: Connect, counts: object, known: Usage
) -> None:
    choice = {"index": 0, "delta": {"content": "Yes."}, "finish_reason": "stop"}
    piece = json.dumps({"choices": [choice], "usage": counts})
    with chat_server(Reply(raw=f"data: {piece}\n\ndata: [DONE]\n\n")) as chat:
        answer = await connect(chat).ask(QUESTION)

    assert (answer.text, answer.usage) == ("Yes.", known)


@pytest.mark.parametrize(
    "piece",
    [
        [],
        7,
        {"choices": [7]},
        {"choices": {"delta": {}}},
        {"choices": [{"delta": {"content": ["Yes."]}}]},
        {"choices": [{"delta": {"refusal": {"no": 1}}}]},
        {"choices": [{"delta": {"content": "Yes."}, "finish_reason": ["stop"]}]},
    ],
)
async def test_what_is_no_piece_of_an_answer(connect: Connect, piece: object) -> None:
    raw = f"data: {json.dumps(piece)}\n\ndata: [DONE]\n\n"
    with chat_server(Reply(raw=raw)) as chat, pytest.raises(ModelError, match="OpenAI's protocol"):
        await connect(chat).ask(QUESTION)


async def test_a_list_of_models_without_an_end_is_no_list(connect: Connect) -> None:
    with chat_server("Yes.") as chat:
        chat.models = ["m" * 1000] * 3000
        await connect(chat).try_out()

    assert len(chat.requests) == 1


async def test_who_signs_in_is_sent_and_never_shown(connect: Connect) -> None:
    with chat_server(Reply(status=404)) as chat:
        written = chat.url.removesuffix("/v1").replace("//", "//ada:s%40cret@")
        sign_in = sign_in_of(written)
        connection = connect(chat, base_url=base_url_of(written), sign_in=sign_in)
        with pytest.raises(ModelError) as caught:
            await connection.ask(QUESTION)

    assert chat.keys == ["Basic YWRhOnNAY3JldA=="]
    endpoint = connection.endpoint
    for text in (str(caught.value), endpoint.name, endpoint.base_url, repr(endpoint)):
        assert "ada" not in text
        assert "cret" not in text


async def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_server("Yes.") as proxy:
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        endpoint = Endpoint("scripted", "http://models.example/v1")
        answer = await Connection(endpoint, PlainClient(endpoint)).ask(QUESTION)

    assert answer.text == "Yes."


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("localhost:11434/v1", "http://localhost:11434/v1"),
        ("127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1"),
        ("[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("192.168.0.7:8000", "http://192.168.0.7:8000"),
        ("ollama:11434/v1", "http://ollama:11434/v1"),
        ("api.example.com/v1", "https://api.example.com/v1"),
        ("8.8.8.8/v1", "https://8.8.8.8/v1"),
        (" https://x.openai.azure.com/openai/v1/ ", "https://x.openai.azure.com/openai/v1"),
        ("http://localhost:1234/v1/chat/completions", "http://localhost:1234/v1"),
        ("ada:secret@localhost:1/v1", "http://localhost:1/v1"),
        ("https://ada:se@cret@example.com/v1/", "https://example.com/v1"),
        ("HTTP://localhost:1234/v1", "HTTP://localhost:1234/v1"),
    ],
)
def test_a_base_url_as_people_write_it(written: str, meant: str) -> None:
    assert base_url_of(written) == meant


@pytest.mark.parametrize(
    "written", ["", "http://", "ftp://x/v1", "http://a b/v1", "x:port/v1", "["]
)
def test_what_is_no_base_url_is_told_so(written: str) -> None:
    with pytest.raises(ModelError, match="is no base URL; write it like http://localhost") as no:
        base_url_of(written)

    assert no.value.remedy is Remedy.ENDPOINT


@pytest.mark.parametrize(
    "written",
    [
        "ftp://ada:secret@x/v1",
        "ada:secret@x:port",
        "http://ada:sec ret@x/v1",
        "http://ada:12/secret@x/v1",
        "http://ada:12#secret@x/v1",
        "http://ada:secret@/v1",
        "https://x/v1?key=secret",
        "https://ada:sec?ret@x/v1",
    ],
)
def test_a_secret_in_an_address_that_is_none_is_not_shown(written: str) -> None:
    with pytest.raises(ModelError) as no:
        base_url_of(written)

    assert not any(part in str(no.value) for part in ("ada", "sec", "ret@"))


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("https://api.openai.com/v1", "max_completion_tokens"),
        ("https://mine.openai.azure.com/openai/v1", "max_completion_tokens"),
        ("http://localhost:11434/v1", "max_tokens"),
        ("https://notopenai.com/v1", "max_tokens"),
    ],
)
def test_the_limit_of_an_answer_has_the_name_that_the_endpoint_knows(
    base_url: str, name: str
) -> None:
    assert Endpoint("m", base_url).limit_name == name


def test_a_key_is_in_no_text() -> None:
    assert "secret" not in repr(Endpoint("m", key="secret"))
