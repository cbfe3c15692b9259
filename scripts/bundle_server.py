"""Copy the server and its libraries into `bundled/`, where the extension starts it.

The bundle has to run on every machine, so a library that is not pure Python is an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUNDLE = ROOT / "bundled"
LOCK = ROOT / "requirements" / "run.lock"
START = ROOT / "extension" / "start.py"
PACKAGE = ROOT / "server" / "evenhand"

COMMAND_LINE_ONLY = {"click", "markdown-it-py", "mdurl", "pygments", "rich"}
"""Libraries that only the command line imports."""

UNUSED_FOLDERS = (
    "bin",
    "jedi/third_party/django-stubs",
    "jedi/third_party/typeshed/stubs",
)
"""Left out of the libraries: jedi reads definitions of the workspace only."""

NATIVE_SUFFIXES = {".so", ".pyd", ".dll", ".dylib", ".a", ".o"}


def main() -> None:
    shutil.rmtree(BUNDLE, ignore_errors=True)
    install_libraries(BUNDLE / "libs")
    copy_server(BUNDLE / "server")
    shutil.copy(START, BUNDLE)

    native = native_files(BUNDLE)
    if native:
        names = ", ".join(str(file.relative_to(BUNDLE)) for file in native)
        sys.exit(f"The bundle must be pure Python; these files are not: {names}")


def install_libraries(target: Path) -> None:
    """Install the locked libraries into `target`, from wheels that fit every platform."""
    locked = server_requirements(LOCK.read_text(encoding="utf-8"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pure = ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none"]
    into = ["--no-deps", "--no-compile", "--python-version=3.11", f"--target={target}"]

    with tempfile.TemporaryDirectory() as scratch:
        requirements = Path(scratch) / "requirements.txt"
        requirements.write_text("\n".join(locked), encoding="utf-8")
        subprocess.run([*pip, *pure, *into, "-r", str(requirements)], check=True)

    for unused in UNUSED_FOLDERS:
        shutil.rmtree(target / unused, ignore_errors=True)


def server_requirements(lock: str) -> Iterator[str]:
    """The requirements of a lock file that the server imports, each with its hashes on one line."""
    for requirement in re.sub(r"\\\n", " ", lock).splitlines():
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        if name and normalized(name[0]) not in COMMAND_LINE_ONLY:
            yield requirement


def copy_server(target: Path) -> None:
    """Copy the package without the command line."""
    left_out = shutil.ignore_patterns("__pycache__", "*.pyc", "cli", ".*")
    shutil.copytree(PACKAGE, target / "evenhand", ignore=left_out)


def native_files(folder: Path) -> list[Path]:
    """Compiled files, which run on one kind of machine only."""
    return sorted(file for file in folder.rglob("*") if file.suffix in NATIVE_SUFFIXES)


def normalized(name: str) -> str:
    """The name of a package as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
