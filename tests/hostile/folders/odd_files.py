"""Things in a folder that are no ordinary files, or too many, or too large, or oddly called."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from amounts import amount
from folders.definition import (
    EVERYWHERE,
    SHELL,
    Directory,
    Door,
    HostileFolder,
    Link,
    Pipe,
    Service,
    Sparse,
)

FEE = "def fee(age):\n    return 10 if age > 65 else 20\n"
EVEN = "def even(age):\n    return 10\n"
LONG = "a" * 252
LEVELS = 1_000
FILES = amount(1_500, 5_000)
HIDDEN = b"# coding: utf-8\n" + FEE.encode()


def _dig(project: Path) -> None:
    """Makes a folder in a folder in a folder, deeper than a path may be long."""
    at = os.open(project, os.O_RDONLY)
    for _ in range(LEVELS):
        os.mkdir("deep", dir_fd=at)
        below = os.open("deep", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(at)


def _many(project: Path) -> None:
    for number in range(FILES):
        (project / f"m{number}.py").write_text("")


def _come_and_go(project: Path) -> None:
    """Has a source be there or not, full or empty, a link out, a folder or a FIFO."""
    source, other = project / "moving.py", project / "other"
    outside = project.parent / "outside" / "secret_module.py"
    for make in (
        lambda: other.write_text(FEE),
        lambda: other.write_text(""),
        lambda: other.symlink_to(outside),
        lambda: os.mkfifo(other),
    ):
        with suppress(FileExistsError):
            make()
        other.rename(source)
    source.unlink()
    source.mkdir()
    source.rmdir()


def _grow(project: Path) -> None:
    with (project / "moving.py").open("a") as file:
        file.write("# more\n" * 1000)
        if file.tell() > 50_000_000:
            file.truncate(len(FEE))


def _lock(project: Path) -> None:
    (project / "locked").chmod(0)
    (project / "locked.py").chmod(0)


FOLDERS = [
    HostileFolder(
        "pipes",
        "FIFOs in the places of a source, of settings, of lists, and of a module.",
        {
            "pipe.py": Pipe(),
            "sub/pyproject.toml": Pipe(),
            "sub/.gitignore": Pipe(),
            "sub/own.py": EVEN,
            "pyproject.toml": Pipe(),
        },
        EVERYWHERE,
        says=r"pipe\.py",
    ),
    HostileFolder(
        "module_is_a_pipe",
        "Imports a FIFO, and a package whose beginning is one.",
        {
            "rates.py": Pipe(),
            "pack/__init__.py": Pipe(),
            "imports.py": f"from rates import rate\n\n\n{FEE}",
            "more.py": f"from pack import rate\nfrom pack.own import other\n\n\n{FEE}",
        },
        (Door.CHECK, Door.SERVER),
    ),
    HostileFolder(
        "devices",
        "Links to devices without an end, and to one that waits for a person.",
        {
            "zero.py": Link("/dev/zero"),
            "random.py": Link("/dev/urandom"),
            "terminal.py": Link("/dev/tty"),
            "input.py": Link("/dev/stdin"),
            "full.py": Link("/dev/full"),
            "null.py": Link("/dev/null"),
            ".gitignore": Link("/dev/zero"),
            "pyproject.toml": Link("/dev/zero"),
        },
        (Door.CHECK, Door.SERVER),
        says=r"zero\.py",
    ),
    HostileFolder(
        "module_is_a_device",
        "Imports modules that are links to devices.",
        {
            "rates.py": Link("/dev/zero"),
            "imports.py": f"from rates import rate\n\n\n{FEE}",
        },
        (Door.CHECK, Door.SERVER),
    ),
    HostileFolder(
        "sockets",
        "Sockets in the places of a source and of settings.",
        {"service.py": Service(), "pyproject.toml": Service(), ".gitignore": Service()},
        (Door.CHECK,),
        says=r"service\.py",
    ),
    HostileFolder(
        "folders_called_as_files",
        "Folders in the places of a source, of settings and of lists.",
        {
            "own.py": Directory(),
            "pyproject.toml": Directory(),
            ".gitignore": Directory(),
            "own.py/__init__.py": EVEN,
        },
        (Door.CHECK, Door.SERVER),
        unread=("own.py",),
    ),
    HostileFolder(
        "huge_files",
        "A source of 100 MB, one of 50 GB without content, and huge settings and lists.",
        {
            "long.py": FEE + "#" * 100_000_000,
            "sparse.py": Sparse(50_000_000_000),
            "pyproject.toml": Sparse(20_000_000_000),
            ".gitignore": Sparse(20_000_000_000),
        },
        EVERYWHERE,
        says=r"long\.py",
        may_refuse=True,
    ),
    HostileFolder(
        "huge_module",
        "Imports modules of 12 MB, and of 30 GB.",
        {
            "rates.py": "RATE = 1\n" * 1_300_000 + "def rate(age):\n    return age > 65\n",
            "sparse.py": Sparse(30_000_000_000),
            "imports.py": "from rates import rate\n\n\ndef fee(age):\n    return rate(age)\n",
            "more.py": "from sparse import rate\n\n\ndef fee(age):\n    return rate(age)\n",
        },
        (Door.CHECK, Door.SERVER),
    ),
    HostileFolder(
        "names_that_write",
        "Names that break lines, that a terminal obeys, or that run backwards.",
        {
            "two\nlines.py": FEE,
            "\x1b[2J\x1b]0;title\x07.py": FEE,
            "\u202eyp.\u2066live.py": FEE,
            "tab\tcr\r.py": FEE,
            "[red]x[/red].py": FEE,
            "%0A::error::x.py": FEE,
            "\x9b31m\x85\u2028.py": FEE,
        },
        EVERYWHERE,
        odd_names=True,
    ),
    HostileFolder(
        "names_that_are_no_text",
        "Names that are not UTF-8, and names as long as can be.",
        {
            b"\xff\xfe\x80.py": FEE,
            b"\xed\xa0\x80.py": FEE,
            f"{LONG}.py": FEE,
            f"{LONG[:-2]}/{LONG}.py": FEE,
            "-rf.py": FEE,
            "--write.py": FEE,
            " .py": FEE,
            ".py": FEE,
        },
        (Door.CHECK, Door.SERVER, Door.FIX),
        odd_names=True,
    ),
    HostileFolder(
        "names_at_fault",
        "Oddly called files that cannot be read, so that sentences name them.",
        {
            "\x1b[31mred.py": "def (:\n",
            "\x1b[31mlink.py": Link("/dev/zero"),
            "two\nlines.py": b"\xff\xfe\n",
            "\u202ebackwards.py": Sparse(1_000_000_000),
            "\x1b[2Jsub/pyproject.toml": "\x00",
            "\x1b[2Jsub/own.py": EVEN,
        },
        (Door.CHECK, Door.SERVER),
        odd_names=True,
    ),
    HostileFolder("many_files", "Files by the thousand.", {}, (Door.CHECK,), prepare=_many),
    HostileFolder(
        "deep_folders",
        "1,000 folders in each other, so that no path reaches the last.",
        {},
        (Door.CHECK, Door.SERVER, Door.AUDIT),
        prepare=_dig,
    ),
    HostileFolder(
        "file_comes_and_goes",
        "A source that vanishes, and comes back as a link, a FIFO or a folder.",
        {"moving.py": FEE},
        SHELL,
        meanwhile=_come_and_go,
        unread=("moving.py",),
        moving=("moving.py",),
    ),
    HostileFolder(
        "file_grows",
        "A source that grows while it is read.",
        {"moving.py": FEE},
        (Door.CHECK, Door.FIX),
        meanwhile=_grow,
        moving=("moving.py",),
    ),
    HostileFolder(
        "locked",
        "A folder and a source that may not be read.",
        {"locked/own.py": EVEN, "locked.py": FEE},
        (Door.CHECK,),
        prepare=_lock,
        unread=("locked/own.py", "locked.py"),
    ),
    HostileFolder(
        "not_text",
        "Sources that are no text, and encodings that are none, in many ways.",
        {
            "compiled.py": b"\xa7\x0d\x0d\x0a" + bytes(range(256)) * 50,
            "utf16.py": FEE.encode("utf-16"),
            "utf32.py": FEE.encode("utf-32"),
            "rot.py": "# coding: rot13\n" + FEE,
            "zip.py": "# coding: zlib\n" + FEE,
            "hex.py": "# coding: hex\n" + FEE,
            "idna.py": "# coding: idna\n" + FEE,
            "punycode.py": "# coding: punycode\n" + FEE,
            "undefined.py": "# coding: undefined\n" + FEE,
            "unicode_escape.py": "# coding: unicode_escape\n" + FEE,
            "long_name.py": "# coding: " + "a" * 100_000 + "\n" + FEE,
            "path.py": "# coding: ../../outside/secret_module\n" + FEE,
            "module.py": "# coding: antigravity\n" + FEE,
            "mbcs.py": "# coding: mbcs\n" + FEE,
            "utf7.py": "# coding: utf-7\n" + FEE,
            "both.py": b"\xef\xbb\xbf# coding: latin-1\n" + FEE.encode(),
            "halves.py": b"NAME = '\xed\xa0\x80'\n" + FEE.encode(),
            "zero.py": FEE.encode() + b"\0",
        },
        (Door.CHECK, Door.SERVER, Door.FIX),
    ),
]
