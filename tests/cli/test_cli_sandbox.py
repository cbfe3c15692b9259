"""`evenhand sandbox`, and what a check says that ran in isolation `wasm`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import webassembly
from evenhand.check.sandbox.wasm_folder import VARIABLE
from ready import copied

BIASED = "def fee(age):\n    return 10 if age > 45 else 20\n"
INSTALL = (
    "from evenhand.check.sandbox import wasm_installing\n"
    "print(wasm_installing.install(wasm_installing.from_registry))"
)
AT_ONCE = 3


def evenhand(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = copied([sys.executable, "-m", "evenhand", *arguments])
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_check_names_the_isolation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    webassembly.provide(monkeypatch)
    (tmp_path / "fees.py").write_text(BIASED)

    run = evenhand("check", "--isolated", "--isolation", "wasm", "--format=json", str(tmp_path))

    told = json.loads(run.stdout)
    assert (told["summary"]["isolation"], told["summary"]["findings"]) == ("wasm", 1)


def test_doctor_says_what_it_means(monkeypatch: pytest.MonkeyPatch) -> None:
    webassembly.provide(monkeypatch)

    told = " ".join(evenhand("doctor", "--isolation", "wasm").stdout.split())

    assert "Python as WebAssembly (Python 3.14." in told
    assert "wasm: Python is WebAssembly and reaches nothing outside; it has no packages" in told


def test_what_is_installed_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    webassembly.provide(monkeypatch)

    run = evenhand("sandbox", "install")

    assert run.returncode == 0
    assert "It is installed in " in run.stderr


def test_several_at_once_install_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    webassembly.provide(monkeypatch)
    environment = {**os.environ, VARIABLE: str(tmp_path / "home")}
    command = [sys.executable, "-c", INSTALL]
    runs = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(AT_ONCE)
    ]

    said = sorted(run.communicate()[0].strip() for run in runs)

    assert said == ["False", "False", "True"]
    assert [entry.suffix for entry in (tmp_path / "home").iterdir()].count("") == 2


def test_offline_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")

    run = evenhand("sandbox", "install")

    assert run.returncode == 1
    assert "cannot be downloaded from http://127.0.0.1:9" in " ".join(run.stderr.split())
    assert "Traceback" not in run.stderr


def test_what_is_not_there_is_not_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))

    run = evenhand("sandbox", "remove")

    assert (run.returncode, run.stderr.strip()) == (0, "It was not installed.")
