"""Repositories whose Git would start a program: an audit of them starts none."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ready import copied

SCORE = """\
def score(years, gender):
    return years * 2 + (10 if gender == "male" else 0)
"""
SECONDS = 120
"""A safety net: an audit ends whatever the repository is like."""

Arm = Callable[["Repository"], None]


class Repository:
    """A clone of a stranger's: `main` is empty, `score` came after it, and a trap is to be set."""

    def __init__(self, root: Path) -> None:
        self.root, self.outside = root / "clone", root / "outside"
        self.canary = root / "canary"
        self.program = root / "program"
        self.program.write_text(f"#!/bin/sh\ntouch {shlex.quote(str(self.canary))}\ncat\n")
        self.program.chmod(0o755)
        self.outside.mkdir()

        self.root.mkdir()
        self.git("init", "-q", "-b", "main")
        self.write("rating.py", "RATE = 2\n")
        self.commit("Begin")
        self.git("switch", "-q", "-c", "work")
        self.write("rating.py", SCORE)
        self.commit("Rate")

    def git(self, *arguments: str) -> None:
        who = ["-c", "user.name=Kim", "-c", "user.email=kim@example.org"]
        command = ["git", "-C", str(self.root), *who, *arguments]
        subprocess.run(command, check=True, capture_output=True)

    def write(self, name: str, text: str) -> Path:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def set(self, key: str, value: str) -> None:
        """Set an entry of the repository's own configuration."""
        self.git("config", key, value)

    def script(self, name: str) -> Path:
        """The trap's program as a file of the repository."""
        script = self.write(name, self.program.read_text())
        script.chmod(0o755)
        return script

    def is_trapped(self) -> bool:
        """Whether the program starts if Git is asked in the usual way."""
        command = ["git", "-C", str(self.root), "status"]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return self.canary.exists()

    def audit(
        self, folder: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Audit as a user would, who has these variables set."""
        self.canary.unlink(missing_ok=True)
        return subprocess.run(
            copied([sys.executable, "-m", "evenhand", "audit", "--since", "main"]),
            cwd=folder or self.root,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )


@pytest.fixture
def clone(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def filter_of_each_kind(clone: Repository) -> None:
    clone.write(".gitattributes", "*.py filter=trap diff=trap merge=trap text=auto ident\n")
    for kind in ("clean", "smudge", "process"):
        clone.set(f"filter.trap.{kind}", str(clone.program))
    clone.set("filter.trap.required", "true")
    for kind in ("command", "textconv"):
        clone.set(f"diff.trap.{kind}", str(clone.program))
    clone.set("merge.trap.driver", str(clone.program))
    os.utime(clone.root / "rating.py")


def attributes_in_the_git_folder(clone: Repository) -> None:
    (clone.root / ".git/info").mkdir(exist_ok=True)
    (clone.root / ".git/info/attributes").write_text("* filter=trap\n")
    clone.set("filter.trap.clean", str(clone.program))
    os.utime(clone.root / "rating.py")


def programs_of_the_configuration(clone: Repository) -> None:
    for key in (
        *("core.fsmonitor", "core.sshCommand", "core.askPass", "core.gitProxy", "core.pager"),
        *("core.editor", "core.alternateRefsCommand", "diff.external", "credential.helper"),
        *("pager.rev-parse", "pager.ls-tree", "pager.cat-file", "pager.merge-base", "gpg.program"),
        *("interactive.diffFilter", "sequence.editor", "uploadpack.packObjectsHook"),
    ):
        clone.set(key, str(clone.program))
    for command in ("rev-parse", "ls-tree", "cat-file", "merge-base"):
        clone.set(f"alias.{command}", f"!{clone.program}")


def hooks(clone: Repository) -> None:
    folder = clone.root / "hooks"
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-commit"):
        clone.script(f"hooks/{name}")
        shutil.copy2(folder / name, clone.root / ".git/hooks" / name)
    clone.set("core.hooksPath", str(folder))


def included_configuration(clone: Repository) -> None:
    for number, key in enumerate(("include.path", f"includeIf.gitdir:{clone.root}/.path")):
        included = clone.write(f"more{number}.cfg", "")
        included.write_text(f"[core]\nfsmonitor = {clone.program}\npager = {clone.program}\n")
        clone.set(key, str(included))


def configuration_of_the_worktree(clone: Repository) -> None:
    clone.set("extensions.worktreeConfig", "true")
    text = f"[core]\nfsmonitor = {clone.program}\nsshCommand = {clone.program}\n"
    (clone.root / ".git/config.worktree").write_text(text)


def objects_that_would_be_fetched(clone: Repository) -> None:
    """A partial clone: the old tree and file are missing, and its remote is a shell."""
    names = ("main^{tree}", "main:rating.py")
    command = ["git", "-C", str(clone.root), "rev-parse", *names]
    missing = subprocess.check_output(command, text=True).split()
    for name in missing:
        (clone.root / ".git/objects" / name[:2] / name[2:]).unlink()
    clone.set("extensions.partialClone", "trap")
    clone.set("remote.trap.url", f"ext::sh -c {shlex.quote(str(clone.program))}")
    clone.set("remote.trap.uploadpack", str(clone.program))
    clone.set("remote.trap.vcs", "ext")
    clone.set("remote.trap.promisor", "true")
    clone.set("protocol.allow", "always")
    clone.set("protocol.ext.allow", "always")


def worktree_elsewhere(clone: Repository) -> None:
    clone.set("core.worktree", str(clone.outside))
    clone.set("core.fsmonitor", str(clone.program))


def replaced_objects(clone: Repository) -> None:
    clone.git("replace", "main", "work")
    clone.set("core.fsmonitor", str(clone.program))


TRAPS: tuple[Arm, ...] = (
    filter_of_each_kind,
    attributes_in_the_git_folder,
    programs_of_the_configuration,
    hooks,
    included_configuration,
    configuration_of_the_worktree,
    worktree_elsewhere,
    replaced_objects,
)


@pytest.mark.parametrize("trap", TRAPS)
def test_nothing_runs_and_the_new_function_is_shown(clone: Repository, trap: Arm) -> None:
    trap(clone)
    assert clone.is_trapped()
    done = clone.audit()

    assert not clone.canary.exists()
    assert "EVH001 `score`" in done.stdout, done.stderr
    assert done.returncode == 1


def test_missing_objects_are_not_fetched(clone: Repository) -> None:
    objects_that_would_be_fetched(clone)
    done = clone.audit()

    assert not clone.canary.exists()
    assert done.returncode == 2
    assert "Error: git says: " in done.stderr


def test_a_bare_repository_in_plain_files_is_not_asked(clone: Repository) -> None:
    """Git takes a folder for a repository that has the right files, though it has no `.git`."""
    clone.set("core.fsmonitor", str(clone.program))
    clone.set("core.bare", "false")
    clone.set("core.worktree", ".")
    plain = clone.outside / "plain"
    shutil.copytree(clone.root / ".git", plain)
    (plain / "rating.py").write_text(SCORE)
    with_empty_git = clone.outside / "empty"
    shutil.copytree(plain, with_empty_git)
    (with_empty_git / ".git").mkdir()

    for folder in (plain, with_empty_git):
        done = clone.audit(folder)
        assert not clone.canary.exists()
        assert done.returncode == 2, done.stdout
        assert "Error: " in done.stderr


def test_a_repository_that_is_elsewhere_starts_nothing(clone: Repository) -> None:
    """A `.git` may be a file with the path of another folder, as in a worktree."""
    elsewhere = clone.outside / "elsewhere"
    shutil.move(clone.root / ".git", elsewhere)
    (clone.root / ".git").write_text(f"gitdir: {elsewhere}\n")
    filter_of_each_kind(clone)
    done = clone.audit()

    assert not clone.canary.exists()
    assert "EVH001 `score`" in done.stdout, done.stderr


def test_a_repository_in_the_repository_is_not_asked(clone: Repository) -> None:
    inner = Repository(clone.outside)
    programs_of_the_configuration(inner)
    shutil.move(inner.root, clone.root / "inner")
    done = clone.audit()

    assert not inner.canary.exists()
    assert "EVH001 `score`" in done.stdout, done.stderr
    assert "inner" not in done.stdout


def test_a_program_that_is_called_git_is_not_taken_from_the_folder(clone: Repository) -> None:
    clone.script("git")
    clone.script("bin/git")
    path = os.pathsep.join(["", ".", "bin", str(clone.root / "bin"), os.environ["PATH"]])
    done = clone.audit(PATH=path)

    assert not clone.canary.exists()
    assert "EVH001 `score`" in done.stdout, done.stderr


def test_variables_that_another_repository_needs_count_for_nothing(clone: Repository) -> None:
    program = str(clone.program)
    done = clone.audit(
        GIT_DIR=str(clone.outside),
        GIT_WORK_TREE=str(clone.outside),
        GIT_INDEX_FILE="/dev/zero",
        GIT_EXTERNAL_DIFF=program,
        GIT_PAGER=program,
        GIT_EXEC_PATH=str(clone.outside),
        GIT_CONFIG_COUNT="1",
        GIT_CONFIG_KEY_0="core.fsmonitor",
        GIT_CONFIG_VALUE_0=program,
        GIT_CONFIG_PARAMETERS=f"'core.fsmonitor={program}'",
    )

    assert not clone.canary.exists()
    assert "EVH001 `score`" in done.stdout, done.stderr


def test_a_configuration_in_the_folder_is_not_the_user_s(clone: Repository) -> None:
    """Git writes a trace where the user's own configuration says, wherever that is."""
    trace = clone.outside / "trace"
    config = clone.write(".gitconfig", f"[trace2]\n\tnormalTarget = {trace}\n")
    command = ["git", "-C", str(clone.root), "rev-parse", "HEAD"]
    home = {**os.environ, "HOME": str(clone.root)}
    home.pop("XDG_CONFIG_HOME", None)
    subprocess.run(command, env=home, capture_output=True, check=True)
    assert trace.exists(), "the trap is not set"
    trace.unlink()

    for variables in (
        {"HOME": str(clone.root)},
        {"GIT_CONFIG_GLOBAL": str(config)},
        {"GIT_CONFIG_GLOBAL": ".gitconfig", "GIT_CONFIG_SYSTEM": ".gitconfig"},
    ):
        done = clone.audit(**variables)
        assert not trace.exists()
        assert "EVH001 `score`" in done.stdout, done.stderr


def endless_configuration(clone: Repository) -> None:
    clone.set("include.path", "/dev/zero")


def configuration_that_never_comes(clone: Repository) -> None:
    os.mkfifo(clone.outside / "more.cfg")
    clone.set("include.path", str(clone.outside / "more.cfg"))


def objects_from_devices(clone: Repository) -> None:
    info = clone.root / ".git/objects/info"
    info.mkdir(exist_ok=True)
    (info / "alternates").unlink(missing_ok=True)
    (info / "alternates").symlink_to("/dev/zero")


def tree_without_end(clone: Repository) -> None:
    """Sixteen folders in each of sixteen, ten levels deep: all of them are the same one."""
    command = ["git", "-C", str(clone.root)]
    blob = [*command, "rev-parse", "main:rating.py"]
    entries = f"100644 blob {subprocess.check_output(blob, text=True).strip()}\trating.py\n"
    for _ in range(10):
        tree = [*command, "mktree"]
        name = subprocess.check_output(tree, input=entries, text=True).strip()
        entries = "".join(f"040000 tree {name}\tfolder{number}\n" for number in range(16))
    name = subprocess.check_output([*command, "mktree"], input=entries, text=True).strip()
    made = [
        *command,
        "-c",
        "user.name=K",
        "-c",
        "user.email=k@e.org",
        "commit-tree",
        name,
        "-m",
        "x",
    ]
    commit = subprocess.check_output(made, text=True).strip()
    (clone.root / ".git/refs/heads/main").write_text(f"{commit}\n")


@pytest.mark.parametrize(
    "trap",
    [
        endless_configuration,
        configuration_that_never_comes,
        objects_from_devices,
        tree_without_end,
    ],
)
def test_what_never_ends_is_given_up_with_a_sentence(clone: Repository, trap: Arm) -> None:
    trap(clone)
    done = clone.audit()

    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert "Error: " in done.stderr or "EVH001 `score`" in done.stdout


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_a_repository_of_another_owner_is_refused(clone: Repository) -> None:
    for entry in (clone.root, clone.root / ".git"):
        os.chown(entry, 65534, 65534)
    done = clone.audit()

    assert done.returncode == 2
    assert "git says: detected dubious ownership" in done.stderr


def test_without_git_a_sentence_says_so(clone: Repository) -> None:
    done = clone.audit(PATH=str(clone.outside))

    assert done.returncode == 2
    assert "Error: Git is not installed" in done.stderr
