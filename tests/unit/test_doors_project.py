"""How far a project reaches, and what checked code may import and read of it."""

import os
import pwd
from pathlib import Path

import pytest

from evenhand.doors.project import folders_up, project_of
from evenhand.doors.project import import_folders as folders_for

needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of one's own, in which projects are."""
    folder = tmp_path / "shelf"
    folder.mkdir(mode=0o755)
    return folder


def import_folders(file: Path) -> tuple[str, ...]:
    return folders_for(file.parent, project_of(file.parent))


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def readable(file: Path) -> list[Path]:
    return [Path(folder) for folder in project_of(file.parent).readable]


def test_the_nearest_git_folder_comes_before_the_nearest_pyproject(shelf: Path) -> None:
    (shelf / ".git").mkdir()
    touch(shelf / "a/pyproject.toml")
    touch(shelf / "a/b/x.py")

    assert project_of(shelf / "a/b").root == shelf
    assert folders_up(shelf / "a/b") == (shelf / "a/b", shelf / "a", shelf)
    (shelf / ".git").rmdir()
    assert project_of(shelf / "a/b").root == shelf / "a"
    assert project_of(shelf / "a/b/new/newer").root == shelf / "a"


def test_without_a_marker_a_project_is_its_topmost_package_or_its_folder(shelf: Path) -> None:
    touch(shelf / "shop/__init__.py")
    touch(shelf / "shop/rules/__init__.py")

    assert project_of(shelf / "shop/rules").root == shelf / "shop"
    assert project_of(shelf / "other").root == shelf / "other"


def test_a_file_imports_from_its_package_and_its_project(shelf: Path) -> None:
    file = touch(shelf / "src/app/rules/fees.py")
    touch(shelf / "src/app/rules/__init__.py")
    touch(shelf / "src/app/__init__.py")
    touch(shelf / "pyproject.toml")

    within = str(shelf / "src/app")
    assert import_folders(file) == (str(shelf / "src"), str(file.parent), str(shelf), within)
    assert readable(file) == [shelf]


def test_a_program_may_be_started_in_a_folder_between(shelf: Path) -> None:
    file = touch(shelf / "services/loans/utils/fees.py")
    touch(shelf / "pyproject.toml")

    above = (str(shelf / "services/loans"), str(shelf / "services"))
    assert import_folders(file) == (str(file.parent), str(shelf), *above)


def test_a_package_at_the_root_is_importable_and_nothing_beside_it_is_readable(
    shelf: Path,
) -> None:
    file = touch(shelf / "clone/x.py")
    touch(shelf / "clone/__init__.py")
    touch(shelf / "private/key")

    for marker in (None, ".git"):
        if marker:
            (shelf / "clone" / marker).mkdir()
        assert import_folders(file) == (str(shelf), str(shelf / "clone"))
        assert readable(file) == [shelf / "clone"]


@pytest.mark.parametrize("target", ["/", "/etc", "..", "../private", "src"])
def test_a_link_that_leaves_the_project_is_no_folder_of_it(shelf: Path, target: str) -> None:
    file = touch(shelf / "clone/x.py")
    touch(shelf / "private/key")
    (shelf / "clone/.git").mkdir()
    (shelf / "clone/src").symlink_to(target)
    (shelf / "clone/app").symlink_to(target)

    assert import_folders(file) == (str(shelf / "clone"),)
    behind = shelf / "clone/app/x.py"
    assert set(import_folders(behind)) <= {str(shelf / "clone")}
    assert set(readable(behind)) <= {shelf / "clone"}


def test_a_link_inside_the_project_is_a_folder_of_it(shelf: Path) -> None:
    file = touch(shelf / "clone/x.py")
    (shelf / "clone/.git").mkdir()
    (shelf / "clone/python").mkdir()
    (shelf / "clone/src").symlink_to("python")

    assert import_folders(file) == (str(shelf / "clone"), str(shelf / "clone/src"))


def test_a_project_behind_a_link_is_read_where_it_really_is(shelf: Path) -> None:
    touch(shelf / "data/project/pyproject.toml")
    (shelf / "door").symlink_to("data/project")

    project = project_of(shelf / "door")

    assert project.root == shelf / "door"
    assert project.readable == (str(shelf / "data/project"),)
    assert project.contains(shelf / "data/project/new.py")


@pytest.mark.parametrize(
    ("home", "root"),
    [("shelf/home", "shelf/home/unpacked"), ("shelf", "shelf/home"), (".", "shelf")],
)
def test_nothing_at_or_above_a_home_folder_is_a_project(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, home: str, root: str
) -> None:
    (shelf / ".git").mkdir()
    touch(shelf / "__init__.py")
    touch(shelf / "home/pyproject.toml")
    file = touch(shelf / "home/unpacked/x.py")
    monkeypatch.setenv("HOME", str(shelf.parent / home))

    assert project_of(file.parent).root == shelf.parent / root


def test_a_file_in_a_home_folder_reads_and_imports_nothing_of_it(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(shelf))
    file = touch(shelf / "x.py")

    for path in (file, shelf.parent / "x.py", Path("/x.py"), Path("/tmp/x.py")):
        assert import_folders(path) == ()
        assert readable(path) == []


def test_the_home_that_the_system_knows_counts_whatever_the_variable_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HOME", raising=False)
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)

    assert project_of(home).shared


def test_markers_in_a_folder_that_everybody_writes_to_do_not_count(shelf: Path) -> None:
    (shelf / ".git").mkdir()
    touch(shelf / "__init__.py")
    file = touch(shelf / "mine/x.py")
    touch(shelf / "mine/__init__.py")

    for mode in (0o1777, 0o777):
        shelf.chmod(mode)
        assert project_of(file.parent).root == shelf / "mine"


def test_where_everything_is_open_to_everybody_a_project_is_whole(shelf: Path) -> None:
    file = touch(shelf / "app/x.py")
    touch(shelf / "pyproject.toml")
    for folder in (shelf, shelf / "app"):
        folder.chmod(0o777)

    assert project_of(file.parent).root == shelf
    assert readable(file) == [shelf]


@needs_root
def test_a_folder_of_another_owner_above_does_not_count(shelf: Path) -> None:
    (shelf / ".git").mkdir()
    file = touch(shelf / "mine/x.py")
    os.chown(shelf, 12345, 12345)

    assert project_of(file.parent).root == shelf / "mine"
    os.chown(shelf / "mine", 12345, 12345)
    assert project_of(file.parent).root == shelf


def test_another_device_above_does_not_count() -> None:
    assert project_of(Path("/proc/self")).root == Path("/proc/self")
    assert project_of(Path("/proc/self/fd")).root == Path("/proc/self/fd")
