"""Starts the worker, with this folder as a package of its own: `python start.py SCRATCH ISOLATION`.

`python start.py spawned PARENT` starts a process of checked code, which reads that package from its
standard input. An interpreter that is too old for the other modules reads only this one, and says
so.
"""

import os
import sys

if __name__ == "__main__":
    if sys.version_info < (3, 9):  # noqa: UP036
        version = ".".join(map(str, sys.version_info[:2]))
        sys.stdout.write('{"problem": {"cause": "old_python", "name": "' + version + '"}}\n')
        sys.exit()

    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != folder]
    if sys.argv[1] == "spawned":
        import marshal

        with open(0, "rb", closefd=False, buffering=0) as pipe:
            left, content = int(pipe.read(16)[1:]), b""
            while len(content) < left:
                content += pipe.read(left - len(content)) or sys.exit(1)

        modules = marshal.loads(content)
        bundle = type(sys)("_evenhand_worker.bundle")
        exec(modules["_evenhand_worker.bundle"][1], bundle.__dict__)
        bundle.run_spawned(modules, int(sys.argv[2]))
        sys.exit()

    import importlib.util

    spec = importlib.util.spec_from_file_location(
        "_evenhand_worker", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["_evenhand_worker"] = package

    spec.loader.exec_module(package)
    from _evenhand_worker import serving  # type: ignore[import-not-found]

    serving.main(*sys.argv[1:])
