"""A server on this machine that speaks OpenAI's chat protocol and answers as it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One answer to one request."""

    text: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    code: str | None = None
    """The protocol's name of an error."""
    thoughts: str = ""
    """Sent apart, before the text."""
    ends: str = "stop"
    """`stop`, `length`, `content_filter`; empty: it ends without a reason."""
    cut: bool = False
    """The connection is cut before the end."""
    refusal: str = ""
    raw: str | bytes | None = None
    """Sent as it is instead of the protocol."""
    endless: str = ""
    """Sent again and again: `text`, `refusal`, or raw data of an event stream."""
    silent: bool = False
    """Nothing is ever sent."""
    delay: bool = False
    """Nothing is sent before the test says so."""


@dataclass
class ChatServer:
    """Gives its replies one after another, the last one again and again."""

    url: str
    replies: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)
    gone: threading.Event = field(default_factory=threading.Event)
    """The client has hung up on an answer."""
    go: threading.Event = field(default_factory=threading.Event)
    """What was delayed may be sent."""
    closing: threading.Event = field(default_factory=threading.Event)
    models: list[str] | None = field(default_factory=lambda: ["scripted"])
    """Those that it lists; None: it has no list."""
    lists: int = 0
    """How often the list was asked for."""
    answer: Callable[[str], str] | None = None
    """Makes the reply from the last message of a request, in the place of `replies`."""

    def next(self) -> Reply:
        if self.answer is not None:
            return Reply(self.answer(self.asked_for[-1]))
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    @property
    def asked_for(self) -> list[str]:
        """The last message of each request."""
        return [
            r["messages"][-1]["content"] if "messages" in r else r["prompt"] for r in self.requests
        ]


@contextmanager
def chat_server(*replies: Reply | str) -> Iterator[ChatServer]:
    """A running server; `base_url` is its `url`."""
    made = [Reply(r) if isinstance(r, str) else r for r in replies]
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    chat = ChatServer(f"http://127.0.0.1:{server.server_port}/v1", made)
    server.chat = chat  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield chat
    finally:
        chat.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        chat: ChatServer = self.server.chat  # type: ignore[attr-defined]
        chat.lists += 1
        first = chat.replies[0]
        if chat.models is None or first.status == 401:
            self._whole(Reply(status=404 if chat.models is None else 401), '{"error": "no"}')
            return
        listed = [{"id": name, "object": "model", "owned_by": "x"} for name in chat.models]
        self._whole(Reply(), json.dumps({"object": "list", "data": listed}))

    def do_POST(self) -> None:
        chat: ChatServer = self.server.chat  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        chat.requests.append(json.loads(body))
        chat.keys.append(self.headers.get("Authorization", ""))
        chat.asked.set()
        reply = chat.next()
        try:
            self._send(chat, reply)
        except (BrokenPipeError, ConnectionResetError):
            chat.gone.set()
        self.close_connection = True

    def _send(self, chat: ChatServer, reply: Reply) -> None:
        if reply.silent:
            self.connection.settimeout(0.05)
            while not chat.closing.is_set():
                try:
                    if not self.connection.recv(1):
                        chat.gone.set()
                        return
                except TimeoutError:
                    continue
            return
        if reply.delay:
            chat.go.wait()
        if reply.status != 200:
            error = {"message": reply.text or "no", "code": reply.code}
            self._whole(reply, json.dumps({"error": error}))
            return
        if reply.raw is not None:
            self._whole(reply, reply.raw)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if reply.refusal:
            self._event(_delta(refusal=reply.refusal))
        while reply.endless and not chat.closing.is_set():
            if reply.endless == "text":
                self._event(_delta(content="and so on " * 100))
            elif reply.endless == "refusal":
                self._event(_delta(refusal="and so on " * 100))
            else:
                self._chunk(reply.endless.encode() * (200_000 // len(reply.endless)))
        if reply.thoughts:
            self._event(_chunk(choices=[{"index": 0, "delta": {"reasoning": reply.thoughts}}]))
        for start in range(0, len(reply.text), 40):
            self._event(_delta(content=reply.text[start : start + 40]))
        if reply.cut:
            return
        if reply.ends:
            self._event(_delta(reason=reply.ends))
            self._event(_usage(len(reply.text)))
        self._chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _whole(self, reply: Reply, text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _event(self, data: dict[str, Any]) -> None:
        if not self.path.endswith("/chat/completions"):
            data = _as_completion(data)
        self._chunk(f"data: {json.dumps(data)}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _chunk(**parts: Any) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "scripted",
        "choices": [],
        **parts,
    }


def _delta(content: str | None = None, refusal: str | None = None, reason: str | None = None):  # type: ignore[no-untyped-def]
    delta = {"role": "assistant", "content": content, "refusal": refusal}
    return _chunk(choices=[{"index": 0, "delta": delta, "finish_reason": reason}])


def _as_completion(chunk: dict[str, Any]) -> dict[str, Any]:
    """The same piece as the older endpoint sends it, which knows no turns."""
    choices = [
        {
            "index": 0,
            "text": own["delta"].get("content") or "",
            "finish_reason": own["finish_reason"],
        }
        for own in chunk["choices"]
    ]
    return {**chunk, "object": "text_completion", "choices": choices}


def _usage(received: int) -> dict[str, Any]:
    usage = {"prompt_tokens": 100, "completion_tokens": received, "total_tokens": 100 + received}
    return _chunk(usage=usage)
