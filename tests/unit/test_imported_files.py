"""Where the imports of a file lead, and whether that is still so."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Mapping
from pathlib import Path

from evenhand.check.imports.definitions import Folders
from evenhand.check.imports.file_digests import FileDigests
from evenhand.check.imports.import_names import names_in_text
from evenhand.check.imports.imported_files import ImportedFiles, ImportGraph


def write(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)


def look(folder: Path, file: str, graph: ImportGraph | None = None) -> ImportedFiles:
    """What a file of a folder leads to; like scripts, it imports from its own folder, too."""
    path = folder / file
    graph = graph or ImportGraph(FileDigests())
    folders = Folders((str(folder), str(path.parent)))
    return graph.reached_from(path, names_in_text(path.read_text()), folders)


def there(folder: Path, found: ImportedFiles) -> set[str]:
    """Those places that are files, seen from the folder."""
    files = (Path(place) for place in found.places if Path(place).is_file())
    return {file.relative_to(folder).as_posix() for file in files}


CIRCLE = {
    "app/__init__.py": "",
    "app/a.py": "from app import b",
    "app/b.py": "from . import c",
    "app/c.py": "import app.a\nimport rules",
    "rules.py": "LIMIT = 3",
    "app/alone.py": "import json",
    "app/start.py": "from .a import run",
}


def test_files_behind_a_circle_are_reached_from_each_of_its_files(tmp_path: Path) -> None:
    write(tmp_path, CIRCLE)
    circle = {"app/__init__.py", "app/a.py", "app/b.py", "app/c.py", "rules.py"}

    for file in ("app/a.py", "app/b.py", "app/c.py", "app/start.py"):
        assert there(tmp_path, look(tmp_path, file)) == circle

    assert there(tmp_path, look(tmp_path, "app/alone.py")) == set()


def test_what_a_file_leads_to_does_not_depend_on_what_was_looked_at_before(tmp_path: Path) -> None:
    write(tmp_path, CIRCLE)
    graph = ImportGraph(FileDigests(fresh_seconds=3_600))

    together = {file: look(tmp_path, file, graph) for file in sorted(CIRCLE)}
    backwards = {file: look(tmp_path, file) for file in sorted(CIRCLE, reverse=True)}

    assert together == backwards


def test_a_long_file_leads_on_whether_or_not_it_was_looked_at_before(tmp_path: Path) -> None:
    long = "import rules\n" + "# A line that is a comment.\n" * 20_000
    write(tmp_path, {"fee.py": "import long", "long.py": long, "rules.py": "LIMIT = 3"})
    graph = ImportGraph(FileDigests())
    graph.keep(long, ast.parse(long))

    known = look(tmp_path, "fee.py", graph)

    assert there(tmp_path, known) == {"long.py", "rules.py"}
    assert look(tmp_path, "fee.py") == known


def test_a_change_far_behind_is_seen(tmp_path: Path) -> None:
    write(tmp_path, CIRCLE)
    before = {file: look(tmp_path, file).digest for file in CIRCLE}

    write(tmp_path, {"rules.py": "LIMIT = 40"})

    after = {file: look(tmp_path, file).digest for file in CIRCLE}
    assert {file for file in CIRCLE if before[file] != after[file]} == {
        "app/a.py",
        "app/b.py",
        "app/c.py",
        "app/start.py",
    }


def test_whoever_does_not_trust_earlier_looks_sees_what_was_written_since(tmp_path: Path) -> None:
    write(tmp_path, CIRCLE)
    graph = ImportGraph(FileDigests())
    before = look(tmp_path, "app/start.py", graph)

    write(tmp_path, {"rules.py": "LIMIT = 400"})

    after = look(tmp_path, "app/start.py", graph)
    assert after.digest != before.digest
    assert after == look(tmp_path, "app/start.py")


def test_a_module_that_comes_to_be_in_the_files_own_folder_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {"tools/run.py": "import rules", "rules/other.txt": ""})
    before = look(tmp_path, "tools/run.py")

    write(tmp_path, {"tools/rules.py": "LIMIT = 3"})
    after = look(tmp_path, "tools/run.py")

    assert there(tmp_path, after) == {"tools/rules.py"}
    assert before.digest != after.digest
    assert str(tmp_path / "tools" / "rules.py") in before.places


def test_a_package_that_comes_to_be_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {"run.py": "from rules.ages import limit"})
    before = look(tmp_path, "run.py")

    write(tmp_path, {"rules/__init__.py": "", "rules/ages.py": "limit = 3"})

    assert there(tmp_path, look(tmp_path, "run.py")) == {"rules/__init__.py", "rules/ages.py"}
    assert str(tmp_path / "rules") in before.places


def test_a_package_hides_those_of_its_name_in_later_folders(tmp_path: Path) -> None:
    write(tmp_path, {"rules.py": "import far", "far.py": "", "tools/rules.py": "import near"})
    write(tmp_path, {"tools/run.py": "import rules"})

    assert there(tmp_path, look(tmp_path, "tools/run.py")) == {"rules.py", "far.py"}


def test_what_is_written_or_made_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, {"rules.py": "LIMIT = 3"})
    places = {str(tmp_path / "rules.py"), str(tmp_path / "ages.py"), str(tmp_path / "a" / "b.py")}
    files = FileDigests(fresh_seconds=3_600)
    files.of(places)

    later = time.time() + 3_600
    assert not files.written_since(later, places)

    earlier = (tmp_path / "rules.py").stat().st_mtime - 3_600
    for place in places:
        assert files.written_since(earlier, {place})


def test_what_is_written_while_files_stay_fresh_is_noticed_later(tmp_path: Path) -> None:
    write(tmp_path, {"rules.py": "LIMIT = 3"})
    rules = tmp_path / "rules.py"
    os.utime(rules, (1_000_000, 1_000_000))
    files = FileDigests(fresh_seconds=3_600)
    before = files.digest(str(rules))

    rules.write_text("LIMIT = 4")
    os.utime(rules, (time.time() + 60, time.time() + 60))

    assert files.digest(str(rules)) == before
    assert files.written_since(time.time() + 120, {str(rules)})
