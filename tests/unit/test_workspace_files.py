"""Which files a walk takes."""

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
