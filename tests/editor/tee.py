"""Hand on to a server what a client sends it, and write it down with the time.

tee.py RECORD COMMAND...
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote, urlsplit


def frames(stream: BinaryIO):  # type: ignore[no-untyped-def]
    """Each message of a stream as it came, and its body."""
    while line := stream.readline():
        head = line
        length = 0
        while line.strip():
            name, _, value = line.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
            head += (line := stream.readline())
        body = stream.read(length)
        yield head + body, body


def texts_of(message):  # type: ignore[no-untyped-def]
    """What is in the Python files that the message says were changed, by URI."""
    texts = {}
    if message.get("method") == "workspace/didChangeWatchedFiles":
        for change in message["params"]["changes"]:
            path = Path(unquote(urlsplit(change["uri"]).path))
            if path.suffix == ".py" and path.is_file():
                texts[change["uri"]] = path.read_text(encoding="utf-8")
    return texts


def main() -> int:
    record, *command = sys.argv[1:]
    server = subprocess.Popen(command, stdin=subprocess.PIPE)
    assert server.stdin is not None
    with open(record, "a", encoding="utf-8") as out:
        for raw, body in frames(sys.stdin.buffer):
            server.stdin.write(raw)
            server.stdin.flush()
            message = json.loads(body)
            said = {"time": time.monotonic(), "texts": texts_of(message), "message": message}
            out.write(json.dumps(said) + "\n")
            out.flush()
    server.stdin.close()
    return server.wait()


if __name__ == "__main__":
    sys.exit(main())
