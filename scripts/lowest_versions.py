"""Print the lowest versions that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest(requirements: list[str]) -> list[str]:
    """`rich>=13.9,<16` as `rich==13.9`; raises `ValueError` for one without a lower end."""
    pinned = []
    for requirement in requirements:
        ends = re.match(r"([\w.-]+)>=([\w.]+)", requirement)
        if ends is None:
            raise ValueError(f"{requirement} has no lower end")
        pinned.append(f"{ends[1]}=={ends[2]}")
    return pinned


def main() -> None:
    """Print those of the package, and of the extras that are named."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(r for extra in sys.argv[1:] for r in extras[extra])]
    print("\n".join(lowest(wanted)))


if __name__ == "__main__":
    main()
