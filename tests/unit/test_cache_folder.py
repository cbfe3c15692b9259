"""The files of the cache: whole or not there, Evenhand's own or ignored, and never too many."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from evenhand.check.cache.cache_folder import TAG, CacheFolder, Usage

KEY, OTHER = "ab" * 32, "cd" * 32
CONTENT = b'["report"]'


def only_file(folder: CacheFolder) -> Path:
    [file] = folder.folder.glob("*/*.json")
    return file


def test_what_is_kept_is_there_for_the_next_process(tmp_path: Path) -> None:
    CacheFolder(tmp_path / "cache").write(KEY, CONTENT)

    assert CacheFolder(tmp_path / "cache").read(KEY) == CONTENT
    assert CacheFolder(tmp_path / "cache").read(OTHER) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data.replace(b"report", b"repair"),
        lambda data: data[1:],
        lambda data: b"\0" * len(data),
        lambda data: data + b"\n" * 5_000_000,
    ],
    ids=["cut", "empty", "changed", "shifted", "zeroes", "too large"],
)
def test_what_is_damaged_is_not_there(tmp_path: Path, damage: object) -> None:
    folder = CacheFolder(tmp_path / "cache")
    folder.write(KEY, CONTENT)
    file = only_file(folder)
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]

    assert folder.read(KEY) is None

    folder.write(KEY, CONTENT)
    assert folder.read(KEY) == CONTENT


def test_the_file_of_another_key_is_not_taken(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path / "cache")
    folder.write(KEY, CONTENT)
    moved = folder.folder / OTHER[:2] / (OTHER[2:] + ".json")
    moved.parent.mkdir()
    only_file(folder).rename(moved)

    assert folder.read(OTHER) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such links and pipes")
@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_file_of_the_folder_is_not_read(tmp_path: Path, kind: str) -> None:
    folder = CacheFolder(tmp_path / "cache")
    folder.write(KEY, CONTENT)
    file = only_file(folder)
    content = file.read_bytes()
    file.unlink()
    if kind == "link":
        (tmp_path / "elsewhere").write_bytes(content)
        file.symlink_to(tmp_path / "elsewhere")
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.mkdir()

    assert folder.read(KEY) is None
    folder.write(KEY, CONTENT)


def test_a_copied_cache_has_another_stamp(tmp_path: Path) -> None:
    """Reports that somebody else put into a folder do not count: keys depend on the stamp."""
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    stamp = CacheFolder(theirs).stamp
    ours.mkdir(mode=0o700)
    (ours / TAG).write_bytes((theirs / TAG).read_bytes())

    assert CacheFolder(ours).stamp not in {"", stamp}
    assert CacheFolder(theirs).stamp == stamp


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path, mode: int) -> None:
    folder = CacheFolder(tmp_path / "cache")
    folder.write(KEY, CONTENT)
    folder.folder.chmod(mode)

    another = CacheFolder(tmp_path / "cache")
    assert another.read(KEY) is None
    assert another.stamp == ""


def test_a_link_to_a_folder_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "cache").symlink_to(tmp_path / "real", target_is_directory=True)

    assert CacheFolder(tmp_path / "cache").stamp == ""


def test_a_relative_folder_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be in the checked project."""
    monkeypatch.chdir(tmp_path)
    folder = CacheFolder(Path("cache"))
    folder.write(KEY, CONTENT)

    assert folder.read(KEY) is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = CacheFolder(tmp_path / "file" / "cache")
    folder.write(KEY, CONTENT)

    assert folder.read(KEY) is None
    assert folder.usage() == Usage()
    assert folder.clear() == Usage()


def test_a_disk_that_is_full_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = CacheFolder(tmp_path / "cache")
    folder.write(KEY, CONTENT)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    folder.write(OTHER, CONTENT)

    assert folder.read(KEY) == CONTENT
    assert folder.read(OTHER) is None
    assert [file.name for file in folder.folder.glob("*/*")] == [only_file(folder).name]


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path / "cache", most_bytes=10 * 4096)
    keys = [f"{number:064x}"[::-1] for number in range(12)]
    for age, key in enumerate(keys):
        folder.write(key, CONTENT)
        file = folder.folder / key[:2] / (key[2:] + ".json")
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    assert folder.read(keys[-1]) == CONTENT

    folder.trim()

    assert folder.usage().files == 8
    assert folder.read(keys[-1]) == CONTENT
    assert folder.read(keys[-2]) is None


def test_clearing_leaves_nothing_that_counts(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path / "cache")
    folder.write(KEY, CONTENT)
    stamp = folder.stamp

    assert folder.clear().files == 1

    assert folder.usage() == Usage()
    assert folder.read(KEY) is None
    assert folder.stamp not in {"", stamp}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_only_the_user_can_look_into_the_folder(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path / "cache")
    folder.write(KEY, CONTENT)

    for path in (folder.folder, only_file(folder).parent, only_file(folder)):
        assert not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
