"""What the door to the files of a workspace reads, and what it refuses."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from evenhand.doors.files import (
    Entry,
    Kind,
    Listing,
    Unreadable,
    is_file,
    is_there,
    is_within,
    kind_of,
    list_folder,
    read_bytes,
    read_text,
    real_path,
)


def reason(result: object) -> str:
    assert isinstance(result, Unreadable)
    return result.reason


def test_a_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"x = 1\r\n")

    assert read_bytes(file) == b"x = 1\r\n"
    assert read_bytes(file, most=7) == b"x = 1\r\n"
    assert reason(read_bytes(file, most=6)) == "it has more than 6 bytes"


def test_a_file_without_a_stated_size_is_read_up_to_the_limit() -> None:
    assert reason(read_bytes(Path("/proc/self/maps"), most=10)) == "it has more than 10 bytes"


def named_pipe(path: Path) -> None:
    os.mkfifo(path)


def socket_file(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


def link_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def folder_without_end(path: Path) -> None:
    for number in range(1500):
        path.with_name(f"link{number}").symlink_to(f"link{number + 1}")
    path.symlink_to("link0")


ODD = {
    "a named pipe": named_pipe,
    "a socket": socket_file,
    "a folder": Path.mkdir,
    "a device": link_to("/dev/zero"),
    "Too many levels": link_to("odd.py"),
    "many levels": folder_without_end,
    "No such file": link_to("nowhere"),
}


@pytest.mark.parametrize("why", ODD)
def test_what_is_no_regular_file_is_refused_at_once(why: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    ODD[why](path)

    assert why in reason(read_bytes(path))
    assert why in reason(read_text(path))
    assert not is_file(path)
    assert is_there(path)


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000, "a.py/b.py", "gone/a.py"])
def test_a_name_that_nothing_can_have_is_a_reason(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    path = tmp_path / name

    assert reason(read_bytes(path))
    assert reason(list_folder(path))
    assert reason(kind_of(path))
    assert not is_there(path)
    real_path(path)  # does not raise


def test_only_what_does_not_exist_is_absent(tmp_path: Path) -> None:
    (tmp_path / "pipe").symlink_to("pipe")

    gone, loop = read_bytes(tmp_path / "gone"), read_bytes(tmp_path / "pipe")

    assert isinstance(gone, Unreadable)
    assert gone.absent
    assert isinstance(loop, Unreadable)
    assert not loop.absent


def test_links_are_followed_inside_of_a_folder(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "app").mkdir(parents=True)
    (project / "app/a.py").write_text("inside")
    (tmp_path / "secret").write_text("outside")
    (tmp_path / "door").symlink_to(project)
    (project / "inside.py").symlink_to("app/a.py")
    (project / "out.py").symlink_to("../secret")
    (project / "up").symlink_to("..")

    assert read_text(project / "inside.py", within=project) == "inside"
    assert read_text(tmp_path / "door/inside.py", within=tmp_path / "door") == "inside"
    assert read_text(tmp_path / "door/inside.py", within=project) == "inside"
    for path in ("out.py", "up/secret", "../secret"):
        assert "leads out of the project" in reason(read_text(project / path, within=project))
    assert read_text(project / "out.py") == "outside"


def test_a_folder_whose_name_begins_like_the_project_is_not_inside(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project-2").mkdir()

    assert is_within(tmp_path / "project", tmp_path / "project")
    assert is_within(tmp_path / "project/new.py", tmp_path / "project")
    assert not is_within(tmp_path / "project-2", tmp_path / "project")


def test_a_folder_is_listed_by_name_without_following_links(tmp_path: Path) -> None:
    (tmp_path / "b.py").touch()
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to("a")
    os.mkfifo(tmp_path / "pipe")
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.py"))).touch()

    listing = list_folder(tmp_path)

    assert listing == Listing(
        (
            Entry("a", Kind.FOLDER),
            Entry("b.py", Kind.FILE),
            Entry("link", Kind.LINK),
            Entry("pipe", Kind.OTHER),
            Entry("\udcff.py", Kind.FILE),
        )
    )
    shorter = list_folder(tmp_path, most=3)
    assert isinstance(shorter, Listing)
    assert (len(shorter.entries), shorter.complete) == (3, False)


def test_bytes_that_are_no_text_say_where(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a\nb\xff")

    assert reason(read_text(tmp_path / "a")) == "it is no UTF-8 text (line 2)"
    assert read_text(tmp_path / "a", errors="replace") == "a\nb�"
