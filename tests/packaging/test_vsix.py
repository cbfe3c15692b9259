"""The extension as it is installed: unpacked, and its server started from nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WARNING = 2
"""A severity of the protocol."""
FOR_DEVELOPERS = (
    ".vscode/",
    "extension/src/",
    "extension/start",
    "fixtures/",
    "node_modules/",
    "tests/",
)
"""How the paths begin of what only they need."""
NATIVE = {".so", ".pyd", ".dll", ".dylib"}
BIASED = "def fee(gender):\n    return 3 if gender == 'male' else 2\n"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    manifest = json.loads((ROOT / "package.json").read_text())
    vsix = ROOT / "dist" / f"evenhand-{manifest['version']}.vsix"
    if not vsix.exists():
        subprocess.run(["npm", "run", "--silent", "package"], cwd=ROOT, check=True)
    target = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(vsix) as archive:
        archive.extractall(target)
    return target / "extension"


def test_the_page_is_for_users_and_its_pictures_exist(unpacked: Path) -> None:
    page = (unpacked / "readme.md").read_text()
    pictures = re.findall(r"\]\(https://[^)]*/main/(docs/images/[^)]+)\)", page)

    assert page == (ROOT / "extension/README.md").read_text()
    assert len(pictures) == page.count("![") > 0
    assert all((ROOT / picture).is_file() for picture in pictures)


class Client:
    """As little of a language client as it takes to start a server and hear of a finding."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env={}
        )
        self.last = 0

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        self.last += 1
        self._send({"id": self.last, "method": method, "params": params})
        return self.wait(lambda m: m.get("id") == self.last and "method" not in m)

    def wait(self, wanted: Any) -> Any:
        while True:
            message = self._receive()
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": self._answer(message)})
            if wanted(message):
                return message

    def _answer(self, message: dict[str, Any]) -> Any:
        """That a name is about no person in the project, or else the first button of a question.

        Nothing is undone, whether that is asked before or after the server has answered.
        """
        if message["method"] != "window/showMessageRequest":
            return None
        actions: list[dict[str, Any]] = message["params"]["actions"]
        wanted = (each for each in actions if "ignore gender in this project" in each["title"])
        first = None if actions[0]["title"] == "Undo" else actions[0]
        return next(wanted, first)

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message


@pytest.fixture
def client(unpacked: Path, tmp_path: Path) -> Iterator[Client]:
    started = Client([sys.executable, "-I", str(unpacked / "bundled" / "start.py")], tmp_path)
    yield started
    if started.process.poll() is None:
        started.process.kill()
    for stream in (started.process.stdin, started.process.stdout):
        assert stream is not None
        stream.close()
    started.process.wait()


def test_it_holds_what_it_needs_and_nothing_native(unpacked: Path) -> None:
    manifest = json.loads((unpacked / "package.json").read_text())
    files = {p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file()}

    assert manifest["main"].removeprefix("./") in files
    assert "bundled/start.py" in files
    assert "bundled/server/evenhand/check/catalogue/attributes.toml" in files
    assert "bundled/server/evenhand/check/worker/start.py" in files
    assert {f for f in files if Path(f).suffix in NATIVE} == set()
    assert {f for f in files if f.startswith(FOR_DEVELOPERS)} == set()


def test_what_it_promises_about_trust(unpacked: Path) -> None:
    capabilities = json.loads((unpacked / "package.json").read_text())["capabilities"]

    assert capabilities["untrustedWorkspaces"]["supported"] == "limited"
    assert "evenhand.interpreter" in capabilities["untrustedWorkspaces"]["restrictedConfigurations"]
    assert capabilities["virtualWorkspaces"]["supported"] is False


def test_its_server_finds_a_difference_with_the_bundle_alone(
    client: Client, unpacked: Path, tmp_path: Path
) -> None:
    file = tmp_path / "fees.py"
    file.write_text(BIASED)
    hello = client.request(
        "initialize",
        {
            "processId": None,
            "rootUri": tmp_path.as_uri(),
            "capabilities": {"textDocument": {"publishDiagnostics": {"versionSupport": True}}},
            "initializationOptions": {"trusted": True, "interpreters": {"": sys.executable}},
        },
    )
    client.notify("initialized", {})
    document = {"uri": file.as_uri(), "languageId": "python", "version": 7, "text": BIASED}
    client.notify("textDocument/didOpen", {"textDocument": document})

    published = client.wait(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics" and m["params"]["diagnostics"]
        )
    )["params"]

    assert hello["result"]["serverInfo"]["name"] == "evenhand"
    assert published["version"] == 7
    warnings = [d for d in published["diagnostics"] if d["severity"] == WARNING]
    assert [(d["code"], d["message"]) for d in warnings] == [
        ("EVH001", "fee is 1 higher for 'male' than for 'female'")
    ]
    (found,) = [d for d in published["diagnostics"] if d["severity"] == WARNING]
    arguments = [file.as_uri(), "fee", str(found["range"]["start"]["line"] + 1), "gender"]
    name = {"command": "evenhand.server.notAProblem", "arguments": arguments}
    assert client.request("workspace/executeCommand", name)["result"]["written"]
    assert (tmp_path / "pyproject.toml").read_text() == (
        '[tool.evenhand]\nnot-people = ["gender"]\n'
    )
    client.request("shutdown", None)
    client.notify("exit", None)
    assert client.process.wait(20) == 0
