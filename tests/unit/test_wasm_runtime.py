"""What isolation `wasm` is installed from, and how it is not."""

from __future__ import annotations

import hashlib
import os
import platform
import tomllib
from base64 import b64decode
from pathlib import Path

import pytest

from evenhand.check.sandbox import wasm_folder, wasm_installing, wasm_packages
from evenhand.check.worker import served_files
from evenhand.check.worker.host_paths import inside, on_host
from evenhand.check.worker.served_files import ServedFiles

SYSTEMS = {
    ("Linux", "x86_64"): "@deno/linux-x64-glibc",
    ("Linux", "aarch64"): "@deno/linux-arm64-glibc",
    ("Darwin", "x86_64"): "@deno/darwin-x64",
    ("Darwin", "arm64"): "@deno/darwin-arm64",
    ("Windows", "AMD64"): "@deno/win32-x64",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(wasm_folder.VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize(("machine", "name"), SYSTEMS.items(), ids=map(str, SYSTEMS))
def test_each_system_has_packages_of_its_own(
    machine: tuple[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, processor = machine
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "machine", lambda: processor)
    monkeypatch.setattr(platform, "libc_ver", lambda: ("glibc", "2.39"))

    needed = wasm_packages.packages_for(wasm_packages.machine())

    assert [package.name for package in needed] == [name, "pyodide"]


def test_every_hash_is_one() -> None:
    data = tomllib.loads(wasm_packages.DATA.read_text())

    for package in (data["pyodide"], *data["deno"].values()):
        kind, _, digest = package["integrity"].partition("-")
        assert (kind, len(b64decode(digest))) == ("sha512", hashlib.sha512().digest_size)
        assert {len(bytes.fromhex(digest)) for digest in package["files"].values()} == {32}


def test_a_machine_without_a_build_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wasm_packages.packages_for("linux-abacus") == ()
    monkeypatch.setattr(wasm_folder, "packages", tuple)

    assert not wasm_folder.is_installed()
    with pytest.raises(wasm_installing.RuntimeProblemError, match="for this machine"):
        wasm_installing.install(lambda package: b"")


def test_a_damaged_package_is_not_unpacked(home: Path) -> None:
    with pytest.raises(wasm_installing.RuntimeProblemError, match="has another hash"):
        wasm_installing.install(lambda package: b"no archive")

    assert [entry.name for entry in home.iterdir()] == ["lock"]
    assert not wasm_folder.is_installed()


def test_a_registry_that_is_not_there_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")

    with pytest.raises(wasm_installing.RuntimeProblemError) as caught:
        wasm_installing.install(wasm_installing.from_registry)

    assert "cannot be downloaded from http://127.0.0.1:9 (" in str(caught.value)
    assert "`npm pack @deno/" in str(caught.value)


def test_a_folder_without_the_packages_is_named(home: Path, tmp_path: Path) -> None:
    with pytest.raises(wasm_installing.RuntimeProblemError, match=r" has no deno-.*\.tgz"):
        wasm_installing.install(wasm_installing.from_folder(tmp_path))


def test_what_somebody_else_has_put_there_is_not_used(home: Path) -> None:
    folder = wasm_folder.runtime_folder()
    for package in wasm_packages.packages():
        (folder / package.folder).mkdir(parents=True, exist_ok=True)
        for name, _ in package.files:
            (folder / package.folder / name).write_text("#!/bin/sh")

    assert not wasm_folder.is_installed()


@pytest.mark.parametrize(
    ("host", "there"),
    [
        (r"C:\work\fees.py", "/C:/work/fees.py"),
        ("d:/work/fees.py", "/d:/work/fees.py"),
        (r"\\server\share\fees.py", "/unc/server/share/fees.py"),
        ("/work/C:/fees.py", "/work/C:/fees.py"),
        ("/work/fees.py", "/work/fees.py"),
    ],
)
def test_paths_of_every_system_are_paths_in_there(host: str, there: str) -> None:
    assert inside(host) == there
    assert on_host(there) == host.replace("d:/work/", "d:\\work\\")


def test_only_files_of_its_folders_are_served(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "fees.py").write_text("FEE = 3")
    (tmp_path / "secret").write_text("secret")
    (project / "link").symlink_to(tmp_path / "secret")
    os.mkfifo(project / "pipe")
    served = ServedFiles((str(project),))

    def answer(what: str, path: Path) -> bytes:
        return served.answer(f'["{what}", "{path}"]'.encode())

    assert answer("names", project) == b'["fees.py"]'
    assert answer("content", project / "fees.py") == b'"RkVFID0gMw=="'
    for path in (tmp_path / "secret", project / "link", project / "pipe", project / ".."):
        for what in ("status", "names", "content"):
            assert answer(what, path) == b"null"


def test_who_asks_without_end_gets_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_files, "MOST_IN_ALL", 100)
    (tmp_path / "a").write_text("x" * 20)
    served = ServedFiles((str(tmp_path),))

    answers = [served.answer(f'["content", "{tmp_path}/a"]'.encode()) for _ in range(9)]

    assert answers[0] != b"null"
    assert answers[-1] == b"null"


@pytest.mark.parametrize("question", ["", "[", "[]", '{"a": 1}', '["content", "\\u0000"]', "7"])
def test_a_question_that_makes_no_sense_gets_nothing(question: str, tmp_path: Path) -> None:
    assert ServedFiles((str(tmp_path),)).answer(question.encode()) == b"null"
