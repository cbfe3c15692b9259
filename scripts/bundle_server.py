"""Put the server and the libraries it needs into `bundled/`, from where the extension starts it.

The bundle must run on every machine, so a library that is not pure Python is an error.
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
"""What only the command line imports; the editor has no use for it."""

UNUSED = (
    "bin",
    "jedi/third_party/django-stubs",
    "jedi/third_party/typeshed/stubs",
)
"""Left out: jedi reads the workspace's own definitions here, never those of other libraries."""

NATIVE = {".so", ".pyd", ".dll", ".dylib", ".a", ".o"}


def main() -> None:
    shutil.rmtree(BUNDLE, ignore_errors=True)
    install_libraries(BUNDLE / "libs")
    copy_server(BUNDLE / "server")
    shutil.copy(START, BUNDLE)
    if found := native_files(BUNDLE):
        names = ", ".join(str(file.relative_to(BUNDLE)) for file in found)
        sys.exit(f"The bundle must be pure Python; these files are not: {names}")


def install_libraries(target: Path) -> None:
    """Install the locked libraries into `target`, from wheels for any platform alone."""
    with tempfile.TemporaryDirectory() as scratch:
        wanted = Path(scratch) / "requirements.txt"
        wanted.write_text("\n".join(needed(LOCK.read_text(encoding="utf-8"))), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pure = ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none"]
        what = ["--no-deps", "--no-compile", "--python-version=3.11", f"--target={target}"]
        subprocess.run([*pip, *pure, *what, "-r", str(wanted)], check=True)
    for unused in UNUSED:
        shutil.rmtree(target / unused, ignore_errors=True)


def needed(lock: str) -> Iterator[str]:
    """The requirements of a lock file that the server imports, each with its hashes."""
    for requirement in re.sub(r"\\\n", " ", lock).splitlines():
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        if name and normal(name[0]) not in COMMAND_LINE_ONLY:
            yield requirement


def copy_server(target: Path) -> None:
    unwanted = shutil.ignore_patterns("__pycache__", "*.pyc", "cli", ".*")
    shutil.copytree(PACKAGE, target / "evenhand", ignore=unwanted)


def native_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in NATIVE)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
