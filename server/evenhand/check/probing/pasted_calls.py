"""Writes calls out as a person can paste them behind the file, with what the world answers."""

from __future__ import annotations

import os
import re

from evenhand.check.probing.requests import Call

MOCK = '__import__("unittest.mock").mock'
_USES_MOCK = re.compile(r"\bmock\.")


def paste(call: Call, path: str) -> str:
    """A call that runs behind the file at `path`, as one expression.

    A script is run as a file of its own, since it runs before anything behind it.
    """
    patches = _patches(call)
    if call.text.startswith("<module>"):
        file = repr(os.path.basename(path))
        return _with_mock(_patched(patches, '__import__("runpy").run_path', file))
    if not patches:
        return _with_mock(call.text)
    return _with_mock(_patched(patches, f"lambda: {call.text}", ""))


def _patched(patches: list[str], function: str, argument: str) -> str:
    for patch in reversed(patches):
        function = f"{patch}({function})"
    return f"{function}({argument})"


def _patches(call: Call) -> list[str]:
    """The decorators that patch what the call reads of the world, the outermost first."""
    inner = [pair for pair in call.world if ":" in pair[0]]
    builtin = [pair for pair in call.world if pair[0].startswith("builtins.")]
    plain = [pair for pair in call.world if "." not in pair[0] and pair not in inner]
    parts = [pair for pair in call.world if pair not in (*inner, *builtin, *plain)]

    patches = [_patch_inside(target, text) for target, text in inner]
    if plain:
        names = ", ".join(f"{name}={text}" for name, text in plain)
        patches.append(f"mock.patch.dict(globals(), {names})")
    patches += [f'mock.patch("{name}", {text})' for name, text in builtin]
    return patches + [_patch_of_part(name, text) for name, text in parts]


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
