"""URIs as editors send them, and the paths that they mean on each system."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from evenhand.apps.lsp.document_uris import folder_key, local_path, uri_of

ON_WINDOWS = {
    "file:///c%3A/Users/jo/fees.py": r"c:\Users\jo\fees.py",  # VS Code
    "file:///C:/Users/jo/fees.py": r"C:\Users\jo\fees.py",  # Neovim, Emacs
    "file://localhost/C:/fees.py": r"C:\fees.py",
    "file:///d%3A/": "d:\\",
    "file:///c%3A/a%20b/%C3%A9t%C3%A9/%E4%BA%BA.py": r"c:\a b\été\人.py",
    "file:///c%3A/100%25/a%23b%3Bc.py": r"c:\100%\a#b;c.py",
    "file:///c%3A/a;b.py": r"c:\a;b.py",
    "file://server/share/fees.py": r"\\server\share\fees.py",
    "file://wsl%24/Debian/home/jo/fees.py": r"\\wsl$\Debian\home\jo\fees.py",
    "file://wsl.localhost/Debian/home/jo/fees.py": r"\\wsl.localhost\Debian\home\jo\fees.py",
}
ELSEWHERE = {
    "file:///home/jo/fees.py": "/home/jo/fees.py",
    "file:///home/jo/a%20b/%C3%A9t%C3%A9/%E4%BA%BA.py": "/home/jo/a b/été/人.py",
    "file:///home/jo/a;b.py": "/home/jo/a;b.py",
    "file:///home/jo/caf%E9.py": "/home/jo/caf\udce9.py",  # a name that is not UTF-8
    "file:///c:/odd/folder.py": "/c:/odd/folder.py",
    "file://localhost/home/jo/fees.py": "/home/jo/fees.py",
}
NO_FILES = [
    "untitled:Untitled-1",
    "vscode-notebook-cell:/home/jo/a.ipynb#W0",
    "git:/home/jo/fees.py?%7B%7D",
    "file://[broken/fees.py",
    "file://",
    "file:///home/a%00b.py",
    "",
]


@pytest.mark.parametrize("uri", ON_WINDOWS)
def test_a_uri_means_a_path_on_windows(uri: str) -> None:
    assert local_path(uri, windows=True) == ON_WINDOWS[uri]


@pytest.mark.parametrize("uri", ELSEWHERE)
def test_a_uri_means_a_path_elsewhere(uri: str) -> None:
    assert local_path(uri, windows=False) == ELSEWHERE[uri]


@pytest.mark.parametrize("windows", [True, False])
@pytest.mark.parametrize("uri", NO_FILES)
def test_what_is_no_file_has_no_path(uri: str, windows: bool) -> None:
    assert local_path(uri, windows=windows) is None


@pytest.mark.parametrize("path", ON_WINDOWS.values())
def test_a_path_of_windows_is_told_apart_by_nothing_but_case_on_its_way_back(path: str) -> None:
    back = local_path(uri_of(PureWindowsPath(path)), windows=True)

    assert back is not None
    assert PureWindowsPath(back) == PureWindowsPath(path)


@pytest.mark.parametrize("path", ELSEWHERE.values())
def test_a_path_comes_back_as_it_was(path: str) -> None:
    assert local_path(uri_of(PurePosixPath(path)), windows=False) == path


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (r"C:\Users\jo\fees.py", "file:///c%3A/Users/jo/fees.py"),
        (r"\\server\share\fees.py", "file://server/share/fees.py"),
        (r"\\?\C:\long\fees.py", "file:///c%3A/long/fees.py"),
        (r"\\?\UNC\server\share\fees.py", "file://server/share/fees.py"),
        (r"C:\a b\人.py", "file:///c%3A/a%20b/%E4%BA%BA.py"),
    ],
)
def test_uris_are_written_as_vs_code_writes_them(path: str, uri: str) -> None:
    assert uri_of(PureWindowsPath(path)) == uri


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file:///c%3A/project", "file:///C:/project/"),
        ("file:///home/a%20b", "file:///home/a b"),
        ("file://server/share/p", "file://server/share/p/"),
    ],
)
def test_a_folder_has_one_key_however_it_is_written(one: str, other: str) -> None:
    assert folder_key(one) == folder_key(other)
