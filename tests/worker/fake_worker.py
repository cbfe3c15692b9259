"""A process that speaks a worker's protocol, and says what a test has written down.

It stands in for an interpreter. `replies.json` beside it holds what it says first (`ready`), of an
opened module (`opened`) and of calls (`answers`, which take turns). Calls of `well` get an honest
answer.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

REPLIES = Path(sys.argv[0]).parent / "replies.json"


def main() -> None:
    """Answer until the input ends."""
    replies = _replies()
    _say(replies["ready"])
    turn = 0
    while header := sys.stdin.buffer.read(16):
        request = json.loads(sys.stdin.buffer.read(int(header[1:])))
        if header.startswith(b"M") or request["do"] == "expect":
            continue
        if request["do"] == "open":
            replies = _replies()
            _say(replies["opened"])
            continue

        for call in request["calls"]:
            _say(_honest(call["text"]) or replies["answers"][turn % len(replies["answers"])])
            turn += 1


def _replies() -> dict[str, Any]:
    replies: dict[str, Any] = json.loads(REPLIES.read_text("utf-8"))
    return replies


def _honest(call: str) -> str:
    if not call.startswith("well("):
        return ""
    value = int("'male'" in call)
    return json.dumps({"kind": "returned", "value": value, "text": str(value)})


def _say(line: str) -> None:
    sys.stdout.buffer.write(line.encode("utf-8", "surrogateescape").replace(b"\n", b" ") + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
