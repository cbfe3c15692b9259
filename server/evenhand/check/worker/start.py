"""Starts the worker, with this folder as a package of its own: `python start.py SCRATCH ISOLATION`.

An interpreter that is too old for the other modules reads only this one, and says so.
"""

import os
import sys

if __name__ == "__main__":
    if sys.version_info < (3, 9):  # noqa: UP036
        version = ".".join(map(str, sys.version_info[:2]))
        sys.stdout.write('{"problem": {"cause": "old_python", "name": "' + version + '"}}\n')
        sys.exit()

    import importlib.util

    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != folder]
    spec = importlib.util.spec_from_file_location(
        "_evenhand_worker", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["_evenhand_worker"] = package

    spec.loader.exec_module(package)
    from _evenhand_worker import template  # type: ignore[import-not-found]

    template.main(*sys.argv[1:])
