"""The npm packages that isolation `wasm` needs on this machine, with their hashes."""

from __future__ import annotations

import hashlib
import platform
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DATA = Path(__file__).with_name("wasm_runtime.toml")
PROCESSORS = {"amd64": "x86_64", "arm64": "aarch64"}
"""Names of processors on some systems, by those on others."""
GLIBC = "glibc"


@dataclass(frozen=True, slots=True)
class Package:
    """One package, and what is taken out of it."""

    name: str
    version: str
    integrity: str
    """As npm gives it: the hash of the archive."""
    files: tuple[tuple[str, str], ...]
    """Names, and the SHA-256 of each."""
    folder: str = ""
    """Where in the runtime they are put."""

    @property
    def archive(self) -> str:
        """The name of its file: `linux-x64-glibc-2.9.5.tgz`."""
        return f"{self.name.rpartition('/')[2]}-{self.version}.tgz"

    @property
    def address(self) -> str:
        """Where it is below a registry."""
        return f"{self.name}/-/{self.archive}"


@cache
def packages() -> tuple[Package, ...]:
    """What this machine needs; nothing if there is no build for it."""
    return packages_for(machine())


def packages_for(machine: str) -> tuple[Package, ...]:
    """What a machine needs that is called as in the data file."""
    with DATA.open("rb") as file:
        data = tomllib.load(file)

    deno = data["deno"].get(machine)
    return (_package(deno), _package(data["pyodide"])) if deno is not None else ()


def machine() -> str:
    """This machine, as the data file calls it."""
    system, processor = platform.system().lower(), platform.machine().lower()
    if system == "linux" and platform.libc_ver()[0] != GLIBC:
        return "linux without glibc"
    return f"{system}-{PROCESSORS.get(processor, processor)}"


def key() -> str:
    """What tells these packages from those of other versions of Evenhand."""
    text = " ".join(package.integrity for package in packages())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _package(fields: dict[str, object]) -> Package:
    files = fields["files"]
    assert isinstance(files, dict)
    return Package(
        name=str(fields["name"]),
        version=str(fields["version"]),
        integrity=str(fields["integrity"]),
        files=tuple(files.items()),
        folder=str(fields.get("folder", "")),
    )
