"""Writes calls out as a person can run them, with what the world answers.

They run behind the text of the file, and wherever its names are imported.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
from collections.abc import Sequence

from evenhand.check.outcomes.requests import Call
from evenhand.check.reading.source import SCRIPT

MOCK = '__import__("unittest.mock").mock'
_DOTTED = re.compile(r"[^\W\d][\w.]*")
_USES_MOCK = re.compile(r"\bmock\.")


def paste(call: Call, path: str) -> str:
    """A call that runs wherever the names of the file at `path` are known, as one expression.

    A script is run as a file of its own, since it runs before anything behind it.
    """
    if call.text.startswith(SCRIPT):
        return _with_mock(_of_script(call, os.path.basename(path)))
    patches = _patches(call.world, call.text)
    if not patches:
        return _with_mock(call.text)
    return _with_mock(_patched(patches, f"lambda: {call.text}", ""))


def _of_script(call: Call, file: str) -> str:
    """Runs a file; what stands for its builtins is among its names from the start."""
    names = [pair for pair in call.world if hasattr(builtins, pair[0])]
    others = [pair for pair in call.world if pair not in names]
    known = ", {" + ", ".join(f'"{name}": {text}' for name, text in names) + "}" if names else ""
    return _patched(_patches(others, ""), '__import__("runpy").run_path', f"{file!r}{known}")


def _patched(patches: list[str], function: str, argument: str) -> str:
    for patch in reversed(patches):
        function = f"{patch}({function})"
    return f"{function}({argument})"


def _patches(world: Sequence[tuple[str, str]], text: str) -> list[str]:
    """The decorators that patch what the call reads of the world, the outermost first."""
    inner = [pair for pair in world if ":" in pair[0]]
    builtin = [pair for pair in world if pair[0].startswith("builtins.")]
    plain = [pair for pair in world if "." not in pair[0] and pair not in inner]
    parts = [pair for pair in world if pair not in (*inner, *builtin, *plain)]

    patches = [_patch_inside(target, text) for target, text in inner]
    if plain:
        names = ", ".join(f"{name}={text}" for name, text in plain)
        patches.append(f"mock.patch.dict({_names_of_module(text)}, {names})")
    patches += [f'mock.patch("{name}", {text})' for name, text in builtin]
    return patches + [_patch_of_part(name, text) for name, text in parts]


def _names_of_module(call: str) -> str:
    """An expression for the names of the module that has what is called first."""
    node: ast.expr = ast.parse(call, mode="eval").body
    while not _DOTTED.fullmatch(ast.unparse(node)):
        if isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Attribute):
            node = node.value
        else:
            return "globals()"
    name = ast.unparse(node)
    if hasattr(builtins, name):
        return "globals()"
    return f'__import__("sys").modules[{name}.__module__].__dict__'


def _patch_inside(target: str, text: str) -> str:
    """The patch of what only a function imports: `app.limits:MAX_AGE`."""
    module, _, name = target.partition(":")
    return _patch_of_module(module, name, text)


def _patch_of_part(dotted: str, text: str) -> str:
    owner, _, name = dotted.rpartition(".")
    return f'mock.patch.object({owner}, "{name}", {text})'


def _patch_of_module(module: str, name: str, text: str) -> str:
    """Patches what a function imports by itself."""
    if not name:
        return f'mock.patch.dict("sys.modules", {{"{module}": {text}}})'
    words = module.lstrip(".")
    dots = len(module) - len(words)
    path = ".".join(part for part in (words, name) if part)
    if not dots:
        return f'mock.patch("{path}", {text})'
    package = "__package__" + '.rpartition(".")[0]' * (dots - 1)
    return f'mock.patch({package} + ".{path}", {text})'


def _with_mock(text: str) -> str:
    """The text with `mock` bound, where it is used first."""
    if text.startswith("mock."):
        return text.replace("mock", f"(mock := {MOCK})", 1)
    return f"(mock := {MOCK}) and {text}" if _USES_MOCK.search(text) else text
