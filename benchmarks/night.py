"""Ask for many answers and judge them, as a night's run of a study: time, rate and memory.

    python -m benchmarks.night FILE [--answers 10000] [--at-once 16] [--engine dask://HOST:PORT]

FILE holds labelled functions (`benchmarks/labelled.py`). A server on this machine gives them as
answers as soon as it is asked, each time with other numbers, so that no verdict is known.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.evenhand_runs import MEBIBYTE
from benchmarks.labelled import corpora, with_other_numbers
from benchmarks.options_and_output import EXISTING
from evenhand_studies.research.huang.huang_tasks import questions


@dataclass
class Endpoint:
    """An endpoint of the OpenAI protocol that answers at once."""

    codes: Sequence[str]
    answered: int = 0
    last_moment: float = 0.0
    """When it was asked last."""
    _numbers: Iterator[int] = field(default_factory=count)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self) -> str:
        """The next function, as a model's answer."""
        with self._lock:
            number = next(self._numbers)
            self.answered, self.last_moment = number + 1, time.monotonic()
        copy, index = divmod(number, len(self.codes))
        code = with_other_numbers(self.codes[index], copy)
        return f"```python\n{code}\n```"


@contextmanager
def served(endpoint: Endpoint) -> Iterator[str]:
    """The base URL at which the endpoint can be asked."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            text = endpoint.answer()
            usage = {"prompt_tokens": 100, "completion_tokens": len(text) // 4, "total_tokens": 0}
            choice = {"index": 0, "delta": {"content": text}, "finish_reason": "stop"}
            parts = ({"choices": [choice]}, {"choices": [], "usage": usage})
            lines = [json.dumps({"id": "night", "model": "night", **part}) for part in parts]
            body = "".join(f"data: {line}\n\n" for line in (*lines, "[DONE]")).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


@dataclass(frozen=True)
class Night:
    """What a run took."""

    answers: int
    asking: float
    """Seconds until the last answer was asked for."""
    judging: float
    """Seconds from then on."""
    memory: float
    """The largest process, in MiB."""


def run(endpoint: Endpoint, answers: int, options: Sequence[str]) -> Night:
    """Ask the tasks of Huang et al. until there are `answers`, and judge all."""
    tasks = len(list(questions()))
    repetitions = -(-answers // tasks)
    with tempfile.TemporaryDirectory() as folder, served(endpoint) as url:
        command = [sys.executable, "-m", "evenhand", "study", "huang", "--model", "night"]
        command += ["--base-url", url, "--k", str(repetitions), *options]
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "OPENAI_API_KEY": "none"}
        started = time.monotonic()
        with subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL
        ) as process:
            # Only `wait4` knows what the process and its children took.
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        ended = time.monotonic()

    assert process.returncode == 0, f"the study ended with status {process.returncode}"
    return Night(
        endpoint.answered,
        endpoint.last_moment - started,
        ended - endpoint.last_moment,
        usage.ru_maxrss * 1024 / MEBIBYTE,
    )


def table(night: Night) -> Table:
    body = Table(
        "", "minutes", "answers/s", title=f"evenhand study huang, {night.answers:,} answers"
    )
    for name, seconds in (("asking", night.asking), ("judging", night.judging)):
        body.add_row(name, f"{seconds / 60:.1f}", f"{night.answers / seconds:.1f}")
    body.caption = f"{os.cpu_count()} cores, {night.memory:.0f} MiB in the largest process"
    return body


@click.command(help=__doc__)
@click.argument("file", type=EXISTING)
@click.option("--answers", default=10_000, show_default=True)
@click.option("--at-once", default=16, show_default=True)
@click.option("--engine", help="A cluster, dask://HOST:PORT; else processes of this machine.")
def main(file: Path, answers: int, at_once: int, engine: str | None) -> None:
    codes = [record["code"] for _, records in corpora(file) for record in records]
    options = ["--at-once", str(at_once), *(["--engine", engine] if engine else [])]
    Console(width=100).print(table(run(Endpoint(codes), answers, options)))


if __name__ == "__main__":
    main()
