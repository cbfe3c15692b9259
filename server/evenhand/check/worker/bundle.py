"""The worker's own modules as one message, from which a spawned process loads them.

It would compile them anew each time where Python keeps no compiled files of them.
"""

from __future__ import annotations

import importlib
import marshal
import os
import sys
import types
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import Any

PACKAGE = "_evenhand_worker"
Module = tuple[str, types.CodeType]
"""Its path, and its code."""


def bundled() -> bytes:
    """All modules of this folder."""
    folder = os.path.dirname(os.path.abspath(__file__))
    modules: dict[str, tuple[str, object]] = {}
    for file in sorted(os.listdir(folder)):
        stem, extension = os.path.splitext(file)
        if extension != ".py" or stem == "start":
            continue
        name = PACKAGE if stem == "__init__" else f"{PACKAGE}.{stem}"
        path = os.path.join(folder, file)
        modules[name] = (path, SourceFileLoader(name, path).get_code(name))
    return marshal.dumps(modules)


class Bundle:
    """Finds the modules of a bundle for Python."""

    def __init__(self, modules: dict[str, Module]) -> None:
        self.modules = modules

    def find_spec(
        self, name: str, path: object = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """How a module of the bundle is loaded; None for any other."""
        if name not in self.modules:
            return None
        spec = ModuleSpec(
            name,
            self,  # type: ignore[arg-type]
            origin=self.modules[name][0],
            is_package=name == PACKAGE,
        )
        spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Python makes the module itself."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run a module's code."""
        exec(self.modules[module.__name__][1], module.__dict__)


def run_spawned(modules: dict[str, Module], parent: int) -> None:
    """Import the program of a spawned process from a bundle, and run it."""
    _imported("spawned", modules).main(parent)


def run_in_wasm(modules: dict[str, Module]) -> None:
    """Import the program of a process in WebAssembly from a bundle, for a snapshot."""
    _imported("in_wasm", modules).make_ready()


def _imported(program: str, modules: dict[str, Module]) -> Any:
    bundle = Bundle(modules)
    sys.meta_path.insert(0, bundle)
    try:
        return importlib.import_module(f"{PACKAGE}.{program}")
    finally:
        sys.meta_path.remove(bundle)
