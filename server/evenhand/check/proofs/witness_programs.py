"""Writes the two calls of a witness as a program that runs as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evenhand.check.proofs.modules import Module, module_of
from evenhand.doors.call_layout import filled, in_double_quotes
from evenhand.findings import FileReport, Staging, Witness

WIDTH = 96
INDENT = "    "
DJANGO = (
    "settings.configure(",
    "    SECRET_KEY='secret', USE_TZ=True, ROOT_URLCONF=__name__,",
    "    INSTALLED_APPS=['django.contrib.contenttypes', 'django.contrib.auth'],",
    "    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}},",
    ")",
    "django.setup()",
    "urlpatterns = []",
)
"""Sets Django up as a project does before it runs code."""


def program(file: Path, staged: Staging) -> str | None:
    """The program; None if the file has no name that can be imported, or it would not run."""
    module = module_for(file, staged)
    if not staged.runs or (module is None and not staged.is_script):
        return None
    lines = [f"# Run in the folder {(module.root if module else file.parent).name!r}.", ""]
    lines += list(imported(staged, module, file))
    lines += ["", *staged.setup]
    lines += filled(f"({', '.join(staged.values)})", WIDTH, f"for {staged.variable} in ", ":")
    lines += [INDENT + line for line in prepared(staged, module, list(_shown(staged)))]
    return in_double_quotes("\n".join(lines) + "\n")


def program_of(report: FileReport, witness: Witness | None) -> str | None:
    """The program that makes the calls of a witness in a file; None if there is none."""
    if witness is None or witness.staging is None or not report.is_whole_file:
        return None
    return program(Path(report.path).absolute(), witness.staging)


def module_for(file: Path, staged: Staging) -> Module | None:
    """How the file is imported; None if it cannot be."""
    return module_of(file, is_relative=staged.is_relative)


def prepared(staged: Staging, module: Module | None, inside: list[str]) -> Iterator[str]:
    """Statements with what is made for each call before them, and the patches around them."""
    for name, text in staged.given:
        yield from filled(text, WIDTH - 8, f"{name} = ")
    depth = 0
    for target, text in staged.patches:
        seen = f" as {target}" if target in staged.seen else ""
        patch = filled(_patch(target, text, module), WIDTH - 8 - 4 * depth, "with ", f"{seen}:")
        yield from (INDENT * depth + line for line in patch)
        depth += 1
    yield from (INDENT * depth + line for line in inside)


def imported(staged: Staging, module: Module | None, file: Path) -> Iterator[str]:
    """Import statements; what the file needs and nobody has is replaced before it is imported."""
    absent = [full_name(name, module) for name in staged.absent if ":" not in name]
    unable = [name.replace(":", ".") for name in staged.absent if ":" in name]
    imports = set(staged.imports)
    imports |= {"import sys"} if absent else set()
    imports |= {"from unittest import mock"} if staged.absent else set()
    imports |= (
        {"import django", "from django.conf import settings"} if staged.uses_django else set()
    )
    yield from sorted(imports, key=lambda line: (line.startswith("from"), line))
    if imports:
        yield ""
    if staged.uses_django:
        yield from DJANGO
    yield from (f"sys.modules[{name!r}] = mock.MagicMock()  # made up" for name in absent)
    yield from (f"mock.patch({name!r}).start()" for name in unable)
    if staged.is_script:
        yield f"FILE = {file.name!r}"
    elif module is not None:
        yield f"from {module.name} import {', '.join(staged.names)}"


def full_name(name: str, module: Module | None) -> str:
    """A module's name, seen from everywhere: `shop.models` for `.models` of `shop.views`."""
    words = name.lstrip(".")
    level = len(name) - len(words)
    if not level or module is None:
        return words
    package = module.package.split(".")
    above = package[: len(package) - level + 1]
    return ".".join(filter(None, [*above, words]))


def _patch(target: str, text: str, module: Module | None) -> str:
    """The patch of something of the world: a name of the file, a part of it, or of another."""
    where, is_inner, name = target.partition(":")
    if is_inner:
        place = full_name(where, module)
        if not name:
            return f"mock.patch.dict('sys.modules', {{{place!r}: {text}}})"
        return f"mock.patch({f'{place}.{name}'!r}, {text})"
    if target.startswith("builtins.") or module is None:
        return f"mock.patch({target!r}, {text})"
    return f"mock.patch({f'{module.name}.{target}'!r}, {text})"


def _shown(staged: Staging) -> Iterator[str]:
    """Statements that print what a call comes to."""
    said = f"repr({staged.variable}), '->'"
    if staged.statuses is not None:
        yield from filled(staged.call, WIDTH - 8, "answer = ")
        yield f"print({said}, answer.status_code, answer.{staged.body})"
    elif staged.watched:
        yield from filled(staged.call, WIDTH - 8)
        yield f"print({said}, {', '.join(staged.watched)})"
    elif staged.is_script:
        yield f"print({said})"
        yield from filled(staged.call, WIDTH - 8)
    elif staged.raises:
        yield "try:"
        shown = filled(staged.call, WIDTH - 12, f"print({said}, ", ")")
        yield from (INDENT + line for line in shown)
        yield "except Exception as error:"
        yield f"{INDENT}print({said}, repr(error))"
    else:
        call = f"vars({staged.call})" if staged.is_alike else staged.call
        yield from filled(call, WIDTH - 8, f"print({said}, ", ")")
