"""The folders around a file: its project's, and those that it imports from."""

from __future__ import annotations

from pathlib import Path


def project_root(folder: Path) -> Path:
    """The nearest folder with a `.git`, else the nearest with a pyproject.toml, else `folder`."""
    folder = folder.absolute()
    for marker in (".git", "pyproject.toml"):
        for candidate in (folder, *folder.parents):
            if (candidate / marker).exists():
                return candidate
    return folder


def search_path(file: Path) -> tuple[str, ...]:
    """Folders from which `file` may import: its own package's, the project's and its `src`."""
    folder = file.absolute().parent
    package_parent = folder
    while (package_parent / "__init__.py").exists() and package_parent != package_parent.parent:
        package_parent = package_parent.parent

    root = project_root(folder)
    candidates = (package_parent, folder, root / "src", root)
    existing = (str(candidate) for candidate in candidates if candidate.is_dir())
    return tuple(dict.fromkeys(existing))
