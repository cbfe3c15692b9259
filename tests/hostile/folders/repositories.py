"""Repositories whose own settings name programs, files and folders for Git to use."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from folders.definition import Door, Entry, HostileFolder, Link, Pipe, Program, Sparse, Step

AT = (Door.AUDIT, Door.SERVER)
IN_AN_EDITOR = (Door.SERVER,)
"""Audits of these are in `test_hostile_repositories.py`, which also springs their traps."""
Repository = partial(HostileFolder, repository=True)
RUNS = Program("@runs@cat\n")
FILTERED = {".gitattributes": "* filter=evil\n"}
HOOKS = (
    *("post-index-change", "reference-transaction", "pre-auto-gc", "post-checkout"),
    *("fsmonitor-watchman", "query-watchman", "pre-commit", "post-rewrite", "post-merge"),
)


def _configured(
    name: str,
    what: str,
    *settings: str,
    files: Mapping[str, Entry] = MappingProxyType({}),
    doors: tuple[Door, ...] = IN_AN_EDITOR,
) -> HostileFolder:
    """A repository with `settings`, most of which start `runs.sh`, and some `files`."""
    commands = tuple(f"config {setting}" for setting in settings)
    return Repository(name, what, {"runs.sh": RUNS, **files}, doors, git=commands)


def _all_hooks(project: Path) -> None:
    for name in HOOKS:
        shutil.copy(project / "runs.sh", project / ".git" / "hooks" / name)


def _moved(old: str, new: str, pointer: str = "") -> Step:
    """Moves `.git`, or what is in it; `pointer` is the text of the `.git` that is left."""

    def move(project: Path) -> None:
        target = project / new
        if new == ".":
            for entry in list((project / old).iterdir()):
                entry.rename(project / entry.name)
            (project / old).rmdir()
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            (project / old).rename(target)
        if pointer:
            (project / old).write_text(pointer)

    return move


def _appended(file: str, text: str) -> Step:
    def append(project: Path) -> None:
        outside = project.parent / "outside"
        with (project / file).open("a") as opened:
            opened.write(text.replace("@outside@", str(outside)).replace("@project@", str(project)))

    return append


def _replaced(file: str, make: Callable[[Path], None]) -> Step:
    """Puts something that is no file into the place of one of Git's own."""

    def replace(project: Path) -> None:
        path = project / file
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)

    return replace


def _submodule(project: Path) -> None:
    """Adds a repository below this one, which has settings of its own."""
    sub, who = project / "sub", ("-c", "user.name=Kim", "-c", "user.email=kim@example.org")
    git = ["git", *who, "-C"]
    subprocess.run(["git", "init", "-q", str(sub)], check=True)
    (sub / "own.py").write_text("")
    (sub / ".gitattributes").write_text("* filter=evil diff=evil\n")
    subprocess.run([*git, str(sub), "add", "."], check=True)
    subprocess.run([*git, str(sub), "commit", "-qm", "Begin"], check=True)
    head = subprocess.check_output([*git, str(sub), "rev-parse", "HEAD"], text=True).strip()
    module = '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n'
    (project / ".gitmodules").write_text(module)
    cache = ["update-index", "--add", "--cacheinfo", f"160000,{head},sub"]
    subprocess.run([*git, str(project), *cache], check=True)
    subprocess.run([*git, str(project), "commit", "-qm", "Add a part"], check=True)
    for key in ("core.fsmonitor", "filter.evil.clean", "diff.evil.command", "diff.external"):
        subprocess.run([*git, str(sub), "config", key, f"{project}/runs.sh"], check=True)
    (sub / "own.py").write_text("def fee(age):\n    return age > 65\n")


def _without_objects(project: Path) -> None:
    """Takes the blobs of the commit away, so that Git would fetch them."""
    for folder in (project / ".git" / "objects").iterdir():
        if len(folder.name) == 2:
            for item in folder.iterdir():
                kind = ["git", "-C", str(project), "cat-file", "-t", folder.name + item.name]
                if subprocess.check_output(kind, text=True).strip() == "blob":
                    item.unlink()


def _replaced_blobs(project: Path) -> None:
    """Has Git see the new text of a neighbour in place of the old one."""
    git = ["git", "-C", str(project)]
    old = subprocess.check_output([*git, "rev-parse", "HEAD:a_neighbour.py"], text=True).strip()
    command = [*git, "hash-object", "-w", str(project / "a_neighbour.py")]
    new = subprocess.check_output(command, text=True).strip()
    subprocess.run([*git, "replace", "-f", old, new], check=True)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


FOLDERS = [
    _configured(
        "clean_filter",
        "A filter that cleans every source before it is compared.",
        "filter.evil.clean @project@/runs.sh",
        "filter.evil.smudge @project@/runs.sh",
        files=FILTERED,
    ),
    _configured(
        "process_filter",
        "A filter that runs as long as Git does, and has to succeed.",
        "filter.evil.process @project@/runs.sh",
        "filter.evil.required true",
        files=FILTERED,
    ),
    _configured(
        "filter_in_own_attributes",
        "A filter that the repository's own attributes file names.",
        "filter.evil.clean @project@/runs.sh",
        "core.attributesFile @project@/attributes.txt",
        files={"attributes.txt": "* filter=evil\n"},
        doors=AT,
    ),
    _configured("external_diff", "A program that compares.", "diff.external @project@/runs.sh"),
    _configured(
        "diff_drivers",
        "Programs that compare, show as text and merge one kind of file.",
        "diff.evil.command @project@/runs.sh",
        "diff.evil.textconv @project@/runs.sh",
        "merge.evil.driver @project@/runs.sh",
        files={".gitattributes": "* diff=evil merge=evil\n"},
    ),
    _configured("watcher", "A program that watches files.", "core.fsmonitor @project@/runs.sh"),
    _configured(
        "pagers_and_helpers",
        "Programs that show, sign, edit, and ask for passwords.",
        *(
            f"{key} @project@/runs.sh"
            for key in (
                *("core.pager", "pager.diff", "pager.ls-files", "core.editor", "core.askPass"),
                *("core.sshCommand", "credential.helper", "gpg.program", "interactive.diffFilter"),
                *("core.gitProxy", "core.alternateRefsCommand", "uploadpack.packObjectsHook"),
            )
        ),
        "pager.rev-parse true",
    ),
    _configured(
        "aliases",
        "Other names for the commands of Git.",
        *(f"alias.{name} !@project@/runs.sh" for name in ("diff", "ls-files", "cat-file", "x")),
    ),
    Repository(
        "hooks",
        "A program for every event.",
        {"runs.sh": RUNS},
        IN_AN_EDITOR,
        prepare=_all_hooks,
    ),
    _configured(
        "hooks_elsewhere",
        "Hooks in a folder of the sources.",
        "core.hooksPath @project@/hooks",
        files={f"hooks/{name}": RUNS for name in HOOKS},
    ),
    Repository(
        "included_settings",
        "Settings that include a file of the sources, also by condition.",
        {
            "runs.sh": RUNS,
            "more.txt": '[core]\n\tfsmonitor = @project@/runs.sh\n[filter "evil"]\n'
            "\tclean = @project@/runs.sh\n",
            **FILTERED,
        },
        IN_AN_EDITOR,
        git=(
            "config include.path @project@/more.txt",
            "config includeIf.gitdir:**.path @project@/more.txt",
        ),
    ),
    Repository(
        "settings_of_this_worktree",
        "A second file of settings, for one work tree.",
        {"runs.sh": RUNS, **FILTERED},
        IN_AN_EDITOR,
        git=(
            "config extensions.worktreeConfig true",
            "config --worktree filter.evil.clean @project@/runs.sh",
            "config --worktree core.fsmonitor @project@/runs.sh",
        ),
    ),
    Repository(
        "git_is_a_file",
        "A `.git` that points to a repository among the sources.",
        {"runs.sh": RUNS, **FILTERED},
        IN_AN_EDITOR,
        git=(
            "config filter.evil.clean @project@/runs.sh",
            "config core.fsmonitor @project@/runs.sh",
        ),
        prepare=_moved(".git", "data/repository", "gitdir: data/repository\n"),
    ),
    Repository(
        "bare_repository",
        "A folder that is itself a repository, as plain files that a clone may have.",
        {"runs.sh": RUNS, **FILTERED},
        (Door.CHECK, Door.SERVER),
        git=(
            "config filter.evil.clean @project@/runs.sh",
            "config core.fsmonitor @project@/runs.sh",
            "config core.worktree @project@",
        ),
        prepare=_moved(".git", "."),
    ),
    Repository(
        "files_are_elsewhere",
        "A repository that says that its files are those of another folder.",
        {"pass.py": ""},
        AT,
        git=("config core.worktree @outside@",),
        may_refuse=True,
    ),
    Repository(
        "submodule",
        "A repository within this one, with programs in its settings.",
        {"runs.sh": RUNS},
        (Door.AUDIT,),
        prepare=_submodule,
    ),
    Repository(
        "objects_to_fetch",
        "A repository without its objects, which a program is to fetch.",
        {"runs.sh": RUNS},
        (Door.AUDIT, Door.SERVER),
        git=(
            "config core.repositoryFormatVersion 1",
            "config extensions.partialClone origin",
            "config remote.origin.promisor true",
            "config remote.origin.url ext::@project@/runs.sh",
            "config remote.origin.uploadpack @project@/runs.sh",
            "config protocol.ext.allow always",
        ),
        prepare=_without_objects,
        may_refuse=True,
    ),
    Repository(
        "answers_in_colour",
        "Settings that change how Git writes its answers.",
        {"sub/own.py": "def even(age):\n    return age\n"},
        AT,
        git=(
            "config color.ui always",
            "config diff.relative true",
            "config diff.noprefix true",
            "config diff.renames copies",
            "config core.quotePath true",
            "config diff.nameOnly true",
            "config status.relativePaths true",
            "config core.precomposeUnicode true",
            "config diff.ignoreSubmodules all",
            "config diff.orderFile @project@/no_such_file",
        ),
    ),
    Repository(
        "replaced_objects",
        "An object that stands for another, so that a change looks like none.",
        {},
        (Door.AUDIT,),
        prepare=_replaced_blobs,
    ),
    Repository(
        "ignored_by_a_pipe",
        "A .gitignore, attributes and lists of exclusions that are FIFOs.",
        {".gitignore": Pipe(), "sub/.gitignore": Pipe(), ".gitattributes": Pipe()},
        AT,
        prepare=_replaced(".git/info/exclude", _fifo),
        may_refuse=True,
    ),
    Repository(
        "ignored_by_zeros",
        "Lists of exclusions without an end.",
        {".gitignore": Link("/dev/zero"), "sub/.gitignore": Sparse(20_000_000_000)},
        AT,
        git=("config core.excludesFile /dev/zero",),
        prepare=_replaced(".git/info/exclude", _zeros),
        may_refuse=True,
    ),
    Repository(
        "settings_include_a_pipe",
        "Settings of Git that include a FIFO, or themselves.",
        {"pipe": Pipe()},
        AT,
        prepare=_appended(
            ".git/config", "[include]\n\tpath = @project@/pipe\n\tpath = @project@/.git/config\n"
        ),
        may_refuse=True,
    ),
    Repository(
        "index_is_a_pipe",
        "An index that is a FIFO.",
        {},
        (Door.CHECK, Door.SERVER),
        prepare=_replaced(".git/index", _fifo),
    ),
    Repository(
        "head_is_a_pipe",
        "A HEAD, alternates and packed names that are FIFOs.",
        {},
        (Door.CHECK, Door.SERVER),
        prepare=lambda project: (
            [
                _replaced(f".git/{name}", _fifo)(project)
                for name in ("HEAD", "packed-refs", "objects/info/alternates", "shallow")
            ]
            and None
        ),
    ),
]
