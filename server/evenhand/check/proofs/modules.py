"""How a file is named in an import statement."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.project import packages_around


@dataclass(frozen=True, slots=True)
class Module:
    """A file as an import statement names it."""

    name: str
    """Such as `shop.loans`."""
    root: Path
    """The folder from which it is imported."""
    package: str
    """The package that its relative imports begin in: `shop`."""


def module_of(file: Path, *, is_relative: bool = False) -> Module | None:
    """How `file` is imported; None if its name cannot be written in an import statement.

    `is_relative` if it imports its neighbours: then its folder is a package in any case.
    """
    parts, folder = [file.stem], file.parent
    packages = packages_around(file.parent)
    if is_relative and not packages:
        packages = [file.parent]
    for package in packages:
        parts.insert(0, package.name)
        folder = package.parent

    is_package = parts[-1] == "__init__"
    if is_package:
        parts.pop()
    if not parts or not all(part.isidentifier() for part in parts):
        return None
    name = ".".join(parts)
    return Module(name, folder, name if is_package else name.rpartition(".")[0])
