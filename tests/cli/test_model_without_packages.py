"""A model is reached with nothing but the standard library, as the extension starts the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from chat_server import chat_server

import evenhand

SERVER = Path(evenhand.__file__).parents[1]
PROGRAM = """\
import asyncio
import sys

sys.path.insert(0, sys.argv[1])
from evenhand.models.language_model import Message
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel

model = OpenAIModel(Endpoint("scripted", sys.argv[2], "secret"))
asyncio.run(model.try_out())
answer = asyncio.run(model.ask([Message("user", "Well?")]))
print(answer.text, answer.usage.received, "openai" in sys.modules)
"""


def test_an_endpoint_is_asked_without_any_package() -> None:
    with chat_server("Yes.") as chat:
        made = subprocess.run(
            [sys.executable, "-I", "-S", "-c", PROGRAM, str(SERVER), chat.url],
            capture_output=True,
            text=True,
            check=False,
        )

    assert made.stderr == ""
    assert made.stdout == "Yes. 4 False\n"
    assert chat.keys == ["Bearer secret"]
