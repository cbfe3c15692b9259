"""A file is written whole or not at all, and never through a link that leaves the project."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evenhand.doors import writing
from evenhand.doors.writing import NotWritten, leads_out, replace_content, write_file

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs links, modes and owners of POSIX")

OLD, NEW = b"old\r\n", b"new\r\n" * 10_000


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "file.py").write_bytes(OLD)
    return folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_and_keeps_its_mode(project: Path) -> None:
    file = project / "file.py"
    file.chmod(0o750)

    assert replace_content(file, OLD, NEW, project) is None
    assert file.read_bytes() == NEW
    assert names(project) == ["file.py"]
    if os.name == "posix":
        assert file.stat().st_mode & 0o7777 == 0o750


@pytest.mark.skipif(sys.platform != "linux", reason="needs extended attributes of Linux")
def test_a_file_keeps_its_extended_attributes(project: Path) -> None:
    file = project / "file.py"
    try:
        os.setxattr(file, "user.note", b"kept")
    except OSError:
        pytest.skip("this file system has no extended attributes")

    assert replace_content(file, OLD, NEW, project) is None
    assert os.getxattr(file, "user.note") == b"kept"


@posix_only
def test_a_file_keeps_its_owner(project: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a file to somebody else")
    file = project / "file.py"
    os.chown(file, 1234, 4321)

    assert replace_content(file, OLD, NEW, project) is None
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 4321)


@posix_only
def test_a_file_whose_owner_cannot_be_kept_is_left(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = project / "file.py"
    status = os.stat(file)
    other = os.stat_result((*status[:4], 1234, *status[5:]))
    monkeypatch.setattr(writing, "_status", lambda path: other)
    monkeypatch.setattr(os, "chown", _fails)

    assert replace_content(file, OLD, NEW, project) == NotWritten(writing.NOT_ITS_OWNER)
    assert file.read_bytes() == OLD
    assert names(project) == ["file.py"]


def _fails(*arguments: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_a_file_that_changed_is_left(project: Path) -> None:
    file = project / "file.py"
    for content in (b"", OLD + b"x", OLD[:-1], b"another"):
        file.write_bytes(content)
        assert replace_content(file, OLD, NEW, project) == NotWritten(writing.CHANGED)
        assert file.read_bytes() == content
    assert names(project) == ["file.py"]


def test_a_file_that_changes_while_it_is_written_is_left(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = project / "file.py"
    monkeypatch.setattr(os, "fsync", lambda descriptor: file.write_bytes(b"meanwhile"))

    assert replace_content(file, OLD, NEW, project) == NotWritten(writing.CHANGED)
    assert file.read_bytes() == b"meanwhile"
    assert names(project) == ["file.py"]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_whatever_goes_wrong_the_old_file_stands(
    project: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    monkeypatch.setattr(os, failing, _fails)

    assert isinstance(replace_content(project / "file.py", OLD, NEW, project), NotWritten)
    assert (project / "file.py").read_bytes() == OLD
    assert names(project) == ["file.py"]


def test_an_interruption_leaves_the_old_file(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace_content(project / "file.py", OLD, NEW, project)
    assert (project / "file.py").read_bytes() == OLD
    assert names(project) == ["file.py"]


@posix_only
def test_a_file_that_is_not_to_be_written_to_is_left(project: Path) -> None:
    file = project / "file.py"
    file.chmod(0o444)

    assert replace_content(file, OLD, NEW, project) == NotWritten(writing.READ_ONLY)
    assert write_file(file, NEW, project) == NotWritten(writing.READ_ONLY)
    assert file.read_bytes() == OLD


@posix_only
def test_a_file_with_several_names_is_left(project: Path) -> None:
    other = project.parent / "other.py"
    os.link(project / "file.py", other)

    assert replace_content(project / "file.py", OLD, NEW, project) == NotWritten(
        writing.SEVERAL_NAMES
    )
    assert other.read_bytes() == (project / "file.py").read_bytes() == OLD


@posix_only
def test_a_link_inside_of_the_project_stays_and_its_file_is_written(project: Path) -> None:
    link = project / "link.py"
    link.symlink_to("file.py")

    assert replace_content(link, OLD, NEW, project) is None
    assert link.is_symlink()
    assert (project / "file.py").read_bytes() == NEW


def _link_to_file(project: Path, outside: Path) -> Path:
    (project / "link.py").symlink_to(outside / "file.py")
    return project / "link.py"


def _link_to_folder(project: Path, outside: Path) -> Path:
    (project / "src").symlink_to(outside)
    return project / "src/file.py"


def _link_by_a_link(project: Path, outside: Path) -> Path:
    (project / "up").symlink_to("..")
    (project / "link.py").symlink_to(f"up/{outside.name}/file.py")
    return project / "link.py"


def _dots(project: Path, outside: Path) -> Path:
    return project / f"../{outside.name}/file.py"


@posix_only
@pytest.mark.parametrize("way", [_link_to_file, _link_to_folder, _link_by_a_link, _dots])
def test_nothing_is_written_outside_of_the_project(
    project: Path, way: Callable[[Path, Path], Path]
) -> None:
    outside = project.parent / "project-of-somebody-else"
    outside.mkdir()
    (outside / "file.py").write_bytes(OLD)
    path = way(project, outside)

    assert replace_content(path, OLD, NEW, project) == NotWritten(writing.LEADS_OUT)
    assert write_file(path, NEW, project) == NotWritten(writing.LEADS_OUT)
    assert leads_out(path, project)
    assert (outside / "file.py").read_bytes() == OLD
    assert names(outside) == ["file.py"]


@posix_only
def test_no_new_file_is_written_outside_of_the_project(project: Path) -> None:
    (project / "out").symlink_to("..")
    (project / "new.json").symlink_to("../new.json")

    assert write_file(project / "out/new.json", NEW, project) == NotWritten(writing.LEADS_OUT)
    assert isinstance(write_file(project / "new.json", NEW, project), NotWritten)
    assert names(project.parent) == ["project"]


@posix_only
def test_what_is_no_file_is_left(project: Path) -> None:
    os.mkfifo(project / "pipe.py")
    (project / "folder.py").mkdir()
    (project / "device.py").symlink_to("/dev/full")
    (project / "loop.py").symlink_to("loop.py")
    (project / "nowhere.py").symlink_to("missing.py")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(os.path.relpath(project / "socket.py"))

    before = names(project)
    for name in before:
        if name != "file.py":
            assert isinstance(replace_content(project / name, OLD, NEW, project), NotWritten)
            assert isinstance(write_file(project / name, NEW, project), NotWritten)
    assert isinstance(write_file(project / "nul\0l.py", NEW, project), NotWritten)
    assert isinstance(write_file(project / ("x" * 300), NEW, project), NotWritten)
    assert isinstance(write_file(project / "no/folder.py", NEW, project), NotWritten)
    assert names(project) == before


@posix_only
def test_a_new_file_gets_the_usual_rights(project: Path) -> None:
    mask = os.umask(0o027)
    try:
        assert write_file(project / "new.json", NEW, project) is None
    finally:
        os.umask(mask)

    assert (project / "new.json").read_bytes() == NEW
    assert (project / "new.json").stat().st_mode & 0o7777 == 0o640


def test_a_file_that_is_there_is_overwritten(project: Path) -> None:
    assert write_file(project / "file.py", NEW, project) is None
    assert (project / "file.py").read_bytes() == NEW
