"""Folders that want more to be readable than themselves."""

from __future__ import annotations

import os
from pathlib import Path

from folders.definition import EVERYWHERE, Door, HostileFolder, Link

READS = """\
def fee(age):
    with open("@outside@/secret.txt") as file:
        return file.read() if age > 65 else "none"
"""
READS_PAST_THE_TRIPWIRE = """\
import _thread


def fee(age):
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False
    with open("@outside@/secret.txt") as file:
        return file.read() if age > 65 else "none"
"""
READS_AT_HOME = READS.replace("@outside@/secret.txt", "@home@/.ssh/id")
IMPORTS = """\
from secret_module import fee as secret_fee


def fee(age):
    return secret_fee(age)
"""
EVEN = {"reads.py:fee": "not_checked or biased"}
"""What is read is refused; then a stand-in takes its place, and what that gives may decide."""


def _of_somebody_else(project: Path) -> None:
    os.chown(project.parent / ".git", 65534, 65534)


FOLDERS = [
    HostileFolder(
        "src_is_everything",
        "A link from `src` to the root of the file system.",
        {"src": Link("/"), "reads.py": READS},
        verdicts=EVEN,
    ),
    HostileFolder(
        "src_is_everything_past_the_tripwire",
        "The same, and code that puts the tripwire out of action before it reads.",
        {"src": Link("/"), "reads.py": READS_PAST_THE_TRIPWIRE},
        verdicts=EVEN,
        needs_walls=True,
    ),
    HostileFolder(
        "src_is_the_folder_above",
        "A link from `src` to the folder above, and one from there back.",
        {"src": Link(".."), "reads.py": READS},
        (Door.CHECK, Door.SERVER, Door.FIX),
        verdicts=EVEN,
    ),
    HostileFolder(
        "src_by_several_links",
        "A link from `src` over two others to a folder outside.",
        {"src": Link("one"), "one": Link("two"), "two": Link("@outside@"), "reads.py": READS},
        verdicts=EVEN,
    ),
    HostileFolder(
        "module_behind_a_linked_src",
        "Imports a module of the folder that `src` links to.",
        {"src": Link("@outside@"), "reads.py": IMPORTS},
        verdicts=EVEN,
    ),
    HostileFolder(
        "package_is_a_link",
        "Imports a module of a package that is a link out of the folder.",
        {"rates": Link("@outside@"), "reads.py": f"from rates.{IMPORTS.removeprefix('from ')}"},
        verdicts=EVEN,
    ),
    HostileFolder(
        "module_is_a_link",
        "Imports a module that is a link out of the folder.",
        {"rates.py": Link("@outside@/secret_module.py"), "reads.py": "from rates import fee\n"},
        unread=("reads.py",),
        says=r"rates\.py",
    ),
    HostileFolder(
        "init_is_a_link",
        "Imports from a package whose `__init__.py` is a link out of the folder.",
        {
            "rates/__init__.py": Link("@outside@/secret_module.py"),
            "reads.py": IMPORTS.replace("secret_module", "rates"),
        },
        verdicts=EVEN,
        says=r"__init__\.py",
    ),
    HostileFolder(
        "source_is_a_link_out",
        "A source that is a link to a source outside, and one over a link within.",
        {
            "one.py": Link("@outside@/secret_module.py"),
            "two.py": Link("one.py"),
            "sub/three.py": Link("../../outside/secret_module.py"),
        },
        EVERYWHERE,
        says=r"one\.py",
    ),
    HostileFolder(
        "settings_are_a_link_out",
        "A pyproject.toml that is a link to one outside, whose keys are secret.",
        {"pyproject.toml": Link("@outside@/settings.toml")},
        says=r"pyproject\.toml",
    ),
    HostileFolder(
        "settings_are_the_environment",
        "A pyproject.toml, a .gitignore and a source that are links to the tool's environment.",
        {
            "pyproject.toml": Link("/proc/self/environ"),
            ".gitignore": Link("/proc/self/environ"),
            "environment.py": Link("/proc/self/environ"),
        },
        says=r"environment\.py",
    ),
    HostileFolder(
        "home_is_a_repository",
        "An unpacked folder below a home that is a repository, and code that reads a key there.",
        {"../../.git/HEAD": "ref: refs/heads/main\n", "reads.py": READS_AT_HOME},
        place="home/downloads/unpacked",
        verdicts=EVEN,
    ),
    HostileFolder(
        "home_has_settings",
        "An unpacked folder below a home with a pyproject.toml, and code that reads a key there.",
        {"../../pyproject.toml": "[project]\nname = 'home'\n", "reads.py": READS_AT_HOME},
        (Door.CHECK, Door.SERVER, Door.FIX),
        place="home/downloads/unpacked",
        verdicts=EVEN,
    ),
    HostileFolder(
        "home_has_a_src",
        "A home with a .git, and a `src` there that is none of this folder's.",
        {
            "../../.git/HEAD": "ref: refs/heads/main\n",
            "../../src/rates.py": "def rate(age):\n    return '@secret@' if age > 65 else ''\n",
            "reads.py": "from rates import rate\n\n\ndef fee(age):\n    return rate(age)\n",
        },
        (Door.CHECK, Door.SERVER),
        place="home/downloads/unpacked",
        verdicts=EVEN,
    ),
    HostileFolder(
        "home_is_a_package",
        "An `__init__.py` in every folder up to the home.",
        {
            "../../__init__.py": "",
            "../__init__.py": "",
            "__init__.py": "",
            "reads.py": READS_AT_HOME,
        },
        place="home/downloads/unpacked",
        verdicts=EVEN,
    ),
    HostileFolder(
        "packages_all_the_way_up",
        "An `__init__.py` that somebody has put into a shared folder above the project's own.",
        {"../__init__.py": "", "__init__.py": "", "reads.py": READS},
        place="shared/project",
        prepare=lambda project: (project.parents[1] / "__init__.py").touch(),
        verdicts=EVEN,
    ),
    HostileFolder(
        "repository_of_somebody_else",
        "A .git of another user in a folder above, beside other things.",
        {"../.git/HEAD": "ref: refs/heads/main\n", "reads.py": READS.replace("outside", "shared")},
        (Door.CHECK, Door.SERVER),
        place="shared/project",
        prepare=_of_somebody_else if os.geteuid() == 0 else None,
    ),
    HostileFolder(
        "links_among_themselves",
        "Links that lead to themselves or in a circle, wherever one is looked for.",
        {
            "src": Link("src"),
            "loop.py": Link("loop.py"),
            "pyproject.toml": Link(".gitignore"),
            ".gitignore": Link("pyproject.toml"),
            ".venv": Link("venv"),
            "venv": Link(".venv"),
            "pack": Link("."),
        },
        EVERYWHERE,
        says=r"loop\.py",
    ),
    HostileFolder(
        "git_is_a_circle",
        "A .git that is a link to itself.",
        {".git": Link(".git"), "reads.py": READS},
        verdicts=EVEN,
    ),
]
