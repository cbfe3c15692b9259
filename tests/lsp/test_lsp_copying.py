"""A person copies the two calls of a finding in the form in which they want to make them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from editor import REAL, start

ABLE = {"trusted": True, "client": ["pick", "copyText"]}
TITLE = "Copy the two calls for gender…"
FEE = """\
def fee(gender, amount):
    return amount * 2 if gender == "male" else amount
"""
VIEW = """\
from flask import Flask, request

app = Flask(__name__)


@app.post("/apply")
def apply():
    sent = request.get_json()
    if sent["gender"] == "F":
        return {"error": "needs a co-signer"}, 422
    return {"limit": 1000}
"""
FORMS = ["Python", "Test client", "curl"]


async def copied(folder: Path, text: str, form: int) -> tuple[list[str], str]:
    """The forms that a person may choose from, and what is in the clipboard then."""
    editor = await start(REAL, [folder], ABLE)
    editor.answers["evenhand/pick"] = {"picked": form}
    (folder / "bank.py").write_text(text)
    uri = editor.open(folder / "bank.py", text)
    (diagnostic,) = await editor.published(uri)
    fixes = await editor.fixes(uri, diagnostic)
    assert len(fixes) <= 6
    (fix,) = [each for each in fixes if each.title == TITLE]
    done = await editor.run(fix.command.command, *fix.command.arguments)
    *asked, clipboard = editor.offers
    await editor.quit()

    labels = [item.label for item in asked[0].items] if asked else []
    assert done["copied"] == (labels[form] if asked else "Python")
    return labels, clipboard.text


@pytest.mark.parametrize(
    ("form", "shown"), [(0, "answer.status_code"), (1, "client.post("), (2, "curl -X POST")]
)
async def test_requests_to_a_view_are_copied_in_three_forms(
    tmp_path: Path, form: int, shown: str
) -> None:
    labels, text = await copied(tmp_path, VIEW, form)

    assert labels == FORMS
    assert shown in text
    assert '"gender": "F"' in text or form == 0
    if form < 2:
        subprocess.run([sys.executable, "-c", text], cwd=tmp_path, check=True)


async def test_a_plain_call_is_copied_as_a_program(tmp_path: Path) -> None:
    labels, text = await copied(tmp_path, FEE, 0)

    assert labels == []
    ran = subprocess.run(
        [sys.executable, "-c", text], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert len(set(ran.stdout.splitlines())) == 2
