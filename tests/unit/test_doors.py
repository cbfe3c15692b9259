"""Only the doors touch what a stranger wrote.

A call of another module that opens, lists or looks at a file, or that starts a program, has to be
in the table below, with the reason why it touches nothing of a stranger's folder.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import evenhand
import evenhand_studies

PACKAGE = Path(evenhand.__file__).parent
STUDIES = Path(evenhand_studies.__file__).parent
DOORS = ("doors/",)

METHODS = frozenset({
    "exists", "glob", "is_dir", "is_file", "is_symlink", "iterdir", "lstat",
    "owner", "read_bytes", "read_text", "readlink", "resolve", "rglob", "samefile", "stat",
    "write_bytes", "write_text",
})  # fmt: skip
"""Of paths; nothing else of ours has methods of these names."""
OF_OS = frozenset({
    "fdopen", "listdir", "lstat", "open", "readlink", "scandir", "stat", "walk", "fwalk",
    "exists", "getmtime", "getsize", "isdir", "isfile", "islink", "lexists", "realpath", "samefile",
    "popen", "system", "posix_spawn", "posix_spawnp",
})  # fmt: skip
"""Of `os` and `os.path`."""
OF_MODULES = {
    "os": OF_OS,
    "os.path": OF_OS,
    "io": frozenset({"open", "open_code", "FileIO"}),
    "codecs": frozenset({"open"}),
    "tokenize": frozenset({"open"}),
    "glob": frozenset({"glob", "iglob"}),
    "linecache": frozenset({"getline", "getlines"}),
    "shutil": frozenset({"copy", "copy2", "copyfile", "copytree", "move"}),
    "subprocess": frozenset({"run", "Popen", "call", "check_call", "check_output", "getoutput"}),
    "asyncio": frozenset({"create_subprocess_exec", "create_subprocess_shell"}),
}
STARTED = ("os.exec", "os.spawn")

EXCEPTIONS = {
    # Programs of our own, in which nothing of the folder is read before the walls are up
    "check/worker/": "runs in the user's Python with the standard library alone, behind walls",
    "check/proving/prover.py": "writes the question into its own new folder, behind walls",
    "check/proving/open_judgements.py": "starts Evenhand's own prover",
    "check/sandbox/worker_process.py": "starts Evenhand's own worker in the chosen interpreter",
    "check/sandbox/wasm_": "the user's cache, of which only what Evenhand has put there counts",
    "apps/cli/commands/mcp_wire.py": "opens its own input and output, and the null device",
    "apps/api/hub.py": "starts Evenhand's own engine",
    "apps/api/hub_process.py": "keeps its own output for answers",
    "apps/cli/unexpected.py": "opens the null device",
    "scaling/engine_process.py": "counts this process's own threads",
    "scaling/inside_engine.py": "opens the null device",
    # Files of the installation
    "apps/cli/output/rule_pages.py": "pages of the package itself",
    "check/catalogue/catalogue_file.py": "data of the package itself",
    "check/catalogue/data_files.py": "data of the package itself",
    "check/proofs/pytest_tests.py": "the helper module of the package itself",
    "pages/html.py": "data of the package itself",
    "research/liu/named_groups.py": "data of the package itself",
    "research/paper_data.py": "data of the package itself",
    "research/solar/task_suites.py": "data of the package itself",
    "research/solar/suite_conftest.py": "is copied beside the tests that the user runs with pytest",
    # Files that the user names for Evenhand to write, or that it keeps in the user's own folders
    "apps/lsp/handlers/commands/ledger_commands.py": "asks whether the user's ledger exists",
    "apps/lsp/suggestions/suggestion_log.py": "asks whether the user's ledger exists",
    "assistants/ledger/": "the user's ledger",
    "check/cache/cache_folder.py": "the user's cache; what is in it is read through the doors",
    "research/generation/json_lines.py": "writes the answers of a run where the user says",
    "research/faircoder/pylint_utility.py": "writes an answer into a new temporary folder",
    "apps/cli/parquet.py": "writes the table that the user names",
    "apps/lsp/__main__.py": "opens the null device",
}


def modules() -> list[Path]:
    return [file for file in sources() if not name_of(file).startswith((*DOORS, *EXCEPTIONS))]


def sources() -> list[Path]:
    """Those of both packages."""
    return [file for package in (PACKAGE, STUDIES) for file in sorted(package.rglob("*.py"))]


def name_of(file: Path) -> str:
    package = PACKAGE if file.is_relative_to(PACKAGE) else STUDIES
    return file.relative_to(package).as_posix()


def touches_of(file: Path) -> list[str]:
    return list(touches(ast.parse(file.read_text("utf-8"))))


def touches(tree: ast.AST) -> Iterator[str]:
    """Each call, or mention, by which this source touches files or starts programs."""
    imported = imports_of(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_method(node, imported):
            yield f"line {node.lineno}: {ast.unparse(node.func)}"
        elif isinstance(node, ast.Name | ast.Attribute) and is_forbidden(node, imported):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def imports_of(tree: ast.AST) -> dict[str, str]:
    """What each imported name stands for, with its module."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {a.asname or a.name.partition(".")[0]: a.name for a in node.names if a.asname}
            names |= {a.name.partition(".")[0]: a.name.partition(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return names


def is_method(call: ast.Call, imported: dict[str, str]) -> bool:
    function = call.func
    if not isinstance(function, ast.Attribute):
        return False
    if function.attr in METHODS:
        return True
    of_module = isinstance(function.value, ast.Name) and function.value.id in imported
    return function.attr == "open" and not of_module and is_path_like(function.value)


def is_path_like(owner: ast.expr) -> bool:
    """Whether `owner.open` may be a path's: sessions, workers and servers also open things."""
    text = ast.unparse(owner).lower()
    return any(word in text for word in ("path", "file", "folder", "directory", " / "))


def is_forbidden(node: ast.Name | ast.Attribute, imported: dict[str, str]) -> bool:
    full = full_name(node, imported)
    module, _, name = full.rpartition(".")
    if name in OF_MODULES.get(module, ()) or full.startswith(STARTED):
        return True
    is_read = isinstance(node.ctx, ast.Load)
    return is_read and full in {"open", "builtins.open"}


def full_name(node: ast.expr, imported: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return imported.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{full_name(node.value, imported)}.{node.attr}"
    return ""


def test_nothing_but_the_doors_touches_files_or_starts_programs() -> None:
    touching = {name_of(file): touched for file in modules() if (touched := touches_of(file))}

    assert touching == {}


@pytest.mark.parametrize(
    "source",
    [
        "open('a')",
        "f = open",
        "import io\nio.open('a')",
        "import os\nos.open('a', 0)",
        "import os as system\nsystem.scandir('.')",
        "from os import walk\nwalk('.')",
        "import os.path\nos.path.realpath('a')",
        "from os import path\npath.isfile('a')",
        "from pathlib import Path\nPath('a').read_text()",
        "path.resolve().parent",
        "(folder / 'a').open()",
        "map(os.stat, paths)\nimport os",
        "import subprocess\nsubprocess.run(['git'])",
        "from subprocess import Popen\nPopen('ls')",
        "import asyncio\nasyncio.create_subprocess_exec('ls')",
        "import os\nos.execv('a', [])",
        "import tokenize\ntokenize.open('a')",
    ],
)
def test_it_notices(source: str) -> None:
    assert list(touches(ast.parse(source)))


@pytest.mark.parametrize(
    "source", ["session.open(uri)", "import os\nos.fspath('a')", "walk(tree)", "import subprocess"]
)
def test_it_is_not_excited_about(source: str) -> None:
    assert not list(touches(ast.parse(source)))


def test_every_exception_is_needed() -> None:
    excepted = [file for file in sources() if name_of(file).startswith(tuple(EXCEPTIONS))]
    touching = [name_of(file) for file in excepted if touches_of(file)]

    assert [name for name in EXCEPTIONS if not any(t.startswith(name) for t in touching)] == []
