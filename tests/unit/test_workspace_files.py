"""Which files a walk takes."""

import os
from pathlib import Path

import pytest

from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.python_files import python_files
from evenhand.workspace.settings import Settings


def tree(root: Path, *files: str) -> None:
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def names(root: Path, *paths: str, exclude: tuple[str, ...] = ()) -> list[str]:
    walk = python_files(
        [root / p for p in paths or ("",)], lambda f: nearest_settings(f).settings, exclude
    )
    assert walk.problems == ()
    return [file.relative_to(root).as_posix() for file in walk.files]


def test_takes_python_files_only_in_order(tmp_path: Path) -> None:
    tree(tmp_path, "b.py", "a/z.py", "a/b.py", "a.pyi", "a.txt", "c.PY")

    assert names(tmp_path) == ["a/b.py", "a/z.py", "b.py"]


def test_passes_over_what_is_nobodys_source(tmp_path: Path) -> None:
    tree(tmp_path, "a.py", ".venv/lib/x.py", "pkg/node_modules/y.py", "pkg/build/z.py")

    assert names(tmp_path) == ["a.py"]


def test_takes_an_excluded_folder_that_is_named(tmp_path: Path) -> None:
    tree(tmp_path, "build/a.py", "build/.venv/b.py")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("build/\n")

    assert names(tmp_path) == []
    assert names(tmp_path, "build") == ["build/a.py"]


def test_takes_a_named_file_whatever_it_is_called(tmp_path: Path) -> None:
    tree(tmp_path, ".venv/tool", "ignored.py")
    (tmp_path / ".gitignore").write_text("ignored.py\n")

    assert names(tmp_path, ".venv/tool", "ignored.py") == [".venv/tool", "ignored.py"]


def test_inner_gitignore_decides_over_outer(tmp_path: Path) -> None:
    tree(tmp_path, "gen_a.py", "app/gen_b.py", "app/gen_c.py", "app/old/x.py")
    (tmp_path / ".gitignore").write_text("gen_*\n")
    (tmp_path / "app/.gitignore").write_text("!gen_b.py\nold/\n")

    assert names(tmp_path) == ["app/gen_b.py"]


def test_gitignore_above_counts_within_the_repository(tmp_path: Path) -> None:
    tree(tmp_path, "repo/app/a.py", "repo/app/secret.py")
    (tmp_path / ".gitignore").write_text("a.py\n")
    (tmp_path / "repo/.git").mkdir()
    (tmp_path / "repo/.gitignore").write_text("/app/secret.py\n")

    assert names(tmp_path, "repo/app") == ["repo/app/a.py"]


def test_excludes_of_the_nearest_settings_and_of_the_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(tmp_path, "a.py", "gen/b.py", "app/gen/c.py", "app/d_test.py")
    (tmp_path / "pyproject.toml").write_text('[tool.evenhand]\nextend-exclude = ["/gen"]\n')
    monkeypatch.chdir(tmp_path)

    assert names(tmp_path, exclude=("*_test.py",)) == ["a.py", "app/gen/c.py"]


def test_a_path_with_dots_is_the_same_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(tmp_path, "one/a.py", "two/b.py", "two/c.py")
    (tmp_path / "two/.gitignore").write_text("/c.py\n")
    monkeypatch.chdir(tmp_path / "one")

    walk = python_files([Path("../two"), Path(".")], lambda _: Settings())

    assert [str(f) for f in walk.files] == ["../two/b.py", "a.py"]


def test_takes_each_file_once(tmp_path: Path) -> None:
    tree(tmp_path, "a.py", "sub/b.py")
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub/link.py").symlink_to(tmp_path / "a.py")

    assert names(tmp_path, "", "a.py", "sub") == ["a.py", "sub/b.py"]


def test_does_not_walk_in_circles(tmp_path: Path) -> None:
    tree(tmp_path, "a.py", "sub/b.py")
    (tmp_path / "sub/up").symlink_to(tmp_path, target_is_directory=True)

    assert names(tmp_path) == ["a.py", "sub/b.py"]


def test_says_what_is_not_there_and_goes_on(tmp_path: Path) -> None:
    tree(tmp_path, "a.py")

    walk = python_files([tmp_path / "gone.py", tmp_path], lambda _: Settings())

    assert walk.files == (tmp_path / "a.py",)
    assert walk.problems == (f"{tmp_path}/gone.py: no such file or folder",)


def taken(root: Path) -> tuple[list[str], str]:
    """The names of the files that a walk takes, and all that it says."""
    walk = python_files([root], lambda folder: nearest_settings(folder).settings)
    return [file.name for file in walk.files], "\n".join(walk.problems)


def test_what_cannot_be_read_is_said_and_the_rest_is_taken(tmp_path: Path) -> None:
    root = tmp_path / "project"
    tree(root, "a.py", "sub/b.py", "z.py")
    for name in ("pipe.py", "sub/.gitignore"):
        os.mkfifo(root / name)
    (root / "loop.py").symlink_to("loop.py")
    (root / "zero.py").symlink_to("/dev/zero")
    (root / "out.py").symlink_to("/etc/passwd")
    (root / "up").symlink_to(root)
    (root / ".#lock.py").symlink_to("nobody@nowhere.1")
    (root / ".gitignore").symlink_to("/dev/zero")

    files, said = taken(root)

    assert files == ["a.py", "b.py", "z.py"]
    for name in ("pipe.py", "loop.py", "zero.py", "out.py", f"sub{os.sep}.gitignore", ".gitignore"):
        assert f"{root / name}: " in said
    assert len(said.splitlines()) == 6


def test_a_named_link_that_leads_out_is_not_read(tmp_path: Path) -> None:
    tree(tmp_path, "secret", "project/a.py")
    (tmp_path / "project/.git").mkdir()
    (tmp_path / "project/out.py").symlink_to("../secret")
    (tmp_path / "project/out").symlink_to("..")
    named = [tmp_path / "project" / name for name in ("out.py", "out")]

    walk = python_files(named, lambda _: Settings())

    assert walk.files == ()
    assert [problem.split(": ")[0] for problem in walk.problems] == list(map(str, named))
    assert all("leads out of the project" in problem for problem in walk.problems)


def test_a_very_deep_tree_is_left_and_the_rest_is_taken(tmp_path: Path) -> None:
    tree(tmp_path, "z.py")
    (tmp_path / "/".join(["deep"] * 150)).mkdir(parents=True)

    files, said = taken(tmp_path)

    assert files == ["z.py"]
    assert "more than 100 folders deep" in said


def test_names_that_are_no_text_are_taken(tmp_path: Path) -> None:
    for name in (b"\xff.py", b"a\nb.py", b"\x1b[31m.py"):
        open(os.fsencode(tmp_path) + b"/" + name, "w").close()
    (tmp_path / ".gitignore").write_text("x*y\n")

    files, said = taken(tmp_path)

    assert (len(files), said) == (3, "")


def test_a_pattern_that_takes_for_ever_elsewhere_is_compared_at_once(tmp_path: Path) -> None:
    long = "a" * 200
    tree(tmp_path, f"{long}.py", "b.py")
    (tmp_path / ".gitignore").write_text(
        "*a" * 16 + "*b\n!\n[z-a]\nx\\\n" + "*a" * 600 + "\nb.py\n"
    )

    files, said = taken(tmp_path)

    assert files == [f"{long}.py"]
    assert "so 1 of them were left out" in said


def test_too_much_work_with_patterns_ends_them_and_not_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenhand.workspace.python_files.MOST_WORK", 10)
    tree(tmp_path, *(f"{letter}.py" for letter in "abcdefgh"), ".venv/x.py")
    (tmp_path / ".gitignore").write_text("[a-h].py\n")

    files, said = taken(tmp_path)

    assert "x.py" not in files
    assert "h.py" in files
    assert "too many patterns for its files" in said


def test_a_walk_ends_after_a_number_of_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenhand.workspace.python_files.MOST_ENTRIES", 3)
    tree(tmp_path, "a/b.py", "c/d.py", "e/f.py")

    assert "has more than 3 names below it" in taken(tmp_path)[1]
