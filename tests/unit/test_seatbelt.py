"""The profile of macOS' sandbox as a text; whether it holds is tried there, at every start."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.worker import seatbelt


def test_nothing_is_allowed_that_is_not_said() -> None:
    rules = seatbelt.profile(()).splitlines()

    assert rules[:2] == ["(version 1)", "(deny default)"]
    words = " ".join(rules[2:])
    for what in ("network", "process-fork", "process-exec", "mach", "file-write*"):
        assert what not in words


def test_folders_are_quoted_and_links_resolved(tmp_path: Path) -> None:
    odd = tmp_path / 'a "b") (allow default) \\'
    odd.mkdir()
    (tmp_path / "link").symlink_to(odd)

    [rule] = seatbelt.profile([str(tmp_path / "link")]).removeprefix(seatbelt.RULES).splitlines()

    real = str(odd.resolve()).replace("\\", "\\\\").replace('"', '\\"')
    assert rule == f'(allow file-read* (subpath "{real}"))'


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has it")
def test_a_system_without_it_is_an_error() -> None:
    with pytest.raises(OSError, match="no sandbox"):
        seatbelt.restrict(())
