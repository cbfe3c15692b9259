"""How a module comes in place: statement by statement, with what it imports."""

from __future__ import annotations

import importlib.util
import py_compile
from pathlib import Path

import pytest
from asking import outcome

from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Worker
from evenhand.check.sentences import explain

PASSED_OVER = {
    "input('Age?')": "asks for input",
    "raise SystemExit(3)": "ends the program",
    "exit()": "ends the program",
    "import no_such.part": "needs no_such (not installed in ",
    "x = undefined": "NameError: name 'undefined' is not defined",
    "class E(Exception):\n    def __str__(self): raise KeyError\nraise E": "E: ",
    "raise KeyboardInterrupt": "KeyboardInterrupt: ",
    "open('model.pkl', 'rb')": "wants to open 'model.pkl'",
    "open('out.csv', 'w')": "wants to write 'out.csv'",
    "import subprocess; subprocess.check_output(['ls'])": "wants to start or signal a process",
    "while True: pass": "takes more than 500,000 steps",
    "import argparse\nargparse.ArgumentParser().parse_args(['--no'])": "ends the program",
}


async def test_statements_that_fail_are_passed_over_with_their_reason(worker: Worker) -> None:
    code = "\n".join(PASSED_OVER) + "\ndef f(): return 'there'"
    loaded = await worker.open(Module(code, "s.py"), deadline=120)

    reasons = [explain(why) for _, why in loaded.skipped]
    wanted = list(PASSED_OVER.values())
    assert [r[: len(w)] for r, w in zip(reasons, wanted, strict=True)] == wanted
    assert (await worker.run([Call("f()")]))[0].value == "there"


async def test_a_file_that_never_stops_loading_is_a_problem_and_not_an_end(worker: Worker) -> None:
    code = "while pow(7, 10**9):\n    pass"

    loaded = await worker.open(Module(code, "s.py"), deadline=0.5)

    why = "while the file was loaded: out of time: used too much processor time"
    assert explain(loaded.problem) == why
    assert (await outcome(worker, "def f(): return 1")).value == 1


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import os\nos._exit(4)", "while the file was loaded: ended its process with status 4"),
        ("x = (1,\ny = 2", "syntax error: '(' was never closed (line 1)"),
        ("x = 'a\0b'", "cannot be compiled: source code string cannot contain null bytes"),
        ("return 3", "syntax error: 'return' outside function (line 1)"),
        ("def f(a, a): pass", "syntax error: duplicate argument 'a' in function definition"),
        ("x = " + "-" * 100_000 + "1", "cannot be compiled: "),
    ],
    ids=["ends", "syntax", "null", "symbols", "arguments", "nesting"],
)
async def test_files_that_cannot_be_loaded_say_why(worker: Worker, code: str, problem: str) -> None:
    loaded = await worker.open(Module(code, "s.py"))

    assert loaded.problem is not None
    assert (
        explain(loaded.problem)
        .replace("syntax error: source", "cannot be compiled: source")
        .startswith(problem)
    )
    assert (await outcome(worker, "def f(): return 1")).value == 1


async def test_annotations_of_the_future_stay_unread(worker: Worker) -> None:
    code = (
        '"""Doc."""\nfrom __future__ import annotations\nfrom dataclasses import dataclass\n'
        "@dataclass\nclass P:\n    age: NoSuchType | None = None\n"
        "def f(x: Missing[0] = 1) -> Absent: return P(x).age"
    )
    loaded = await worker.open(Module(code, "s.py"))

    assert loaded.skipped == ()
    assert (await worker.run([Call("f()")]))[0].value == 1


async def test_a_module_is_not_the_main_one_and_a_script_is(worker: Worker) -> None:
    code = (
        "import sys\nname = __name__\nif __name__ == '__main__':\n    print('main', sys.argv)\n"
        "    from dataclasses import dataclass\n"
        "    @dataclass\n    class P:\n        x: 'int'\n    print(P(1))\n    print(1 / 0)\n"
        "    print('never')\ndef f(): return name"
    )
    await worker.open(Module(code, "dir/s.py"))

    named, run = await worker.run([Call("f()"), Call("<module>()", ())])

    assert named.value == "evenhand_subject"
    assert run.printed == "main ['dir/s.py']\nP(x=1)\n"
    assert run.error == ("ZeroDivisionError", "division by zero")
    assert run.error_line == 10


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A workspace with a package, a folder without `__init__.py`, and names of others."""
    files = {
        "app/__init__.py": "LIMIT = 65",
        "app/ages.py": "from . import LIMIT\ndef old(age): return age > LIMIT",
        "app/deep/__init__.py": "",
        "app/deep/names.py": "from ..ages import old\ndef long(name): return len(name) > 4",
        "plain/rules.py": "def north(region): return region == 'north'",
        "json.py": "raise ImportError('the wrong json')",
        "random.py": "raise ImportError('the wrong random')",
        "broken.py": "def f(:",
        "app/score.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


HELPERS = {
    "from app.ages import old\ndef f(): return old(70)": (">", 70, 65),
    "from .ages import old\ndef f(): return old(70)": (">", 70, 65),
    "from .deep.names import long, old\ndef f(): return long('abcde')": (">", 5, 4),
    "import app.deep.names\ndef f(): return app.deep.names.old(70)": (">", 70, 65),
    "from plain.rules import north\ndef f(): return north('north')": ("==", "north", "north"),
    "def f():\n    from plain import rules\n    return rules.north('north')": (
        "==",
        "north",
        "north",
    ),
}


@pytest.mark.parametrize("code", HELPERS)
@pytest.mark.parametrize("watch", [True, False])
async def test_helpers_of_the_workspace_are_found_and_watched(
    worker: Worker, project: Path, code: str, watch: bool
) -> None:
    module = Module(code, str(project / "app" / "score.py"), search_path=(str(project),))
    loaded = await worker.open(module, watch=watch)

    (found,) = await worker.run([Call("f()")])

    assert loaded.skipped == ()
    assert found.value is True
    assert (HELPERS[code] in [(e.op, e.left, e.right) for e in found.events]) is watch


@pytest.mark.parametrize("watch", [True, False])
async def test_a_package_that_is_the_project_is_imported_and_nothing_beside_it(
    worker: Worker, project: Path, watch: bool
) -> None:
    code = (
        "from app.deep.names import old\n"
        "def f(): return old(70)\n"
        "def g():\n    import plain.rules\n    return plain.rules.north('north')\n"
    )
    module = Module(
        code, str(project / "app/score.py"),
        search_path=(str(project), str(project / "app")), readable=(str(project / "app"),),
    )  # fmt: skip
    await worker.open(module, watch=watch)

    inside, beside = await worker.run([Call("f()"), Call("g()")], watched=watch)

    assert inside.value is True
    assert beside.kind is OutcomeKind.BLOCKED


async def test_the_workspace_shadows_nothing_and_its_faults_are_named(
    worker: Worker, project: Path
) -> None:
    code = "import json, random\nimport broken\ndef f(): return json.dumps([random.random() < 2])"
    module = Module(
        code, str(project / "main.py"), search_path=(str(project), str(project / "app"))
    )
    loaded = await worker.open(module)

    (found,) = await worker.run([Call("f()")])

    assert found.value == "[true]"
    [(line, why)] = loaded.skipped
    assert line == 2
    assert explain(why).startswith("SyntaxError: ")


FORGED = {
    "beside a module": ("helper.py", "helper.py", "helper"),
    "beside a module of a package": ("app/helper.py", "app/helper.py", "app.helper"),
    "a package that hides a module": ("helper.py", "helper/__init__.pyc", "helper"),
    "a module that hides one of a later folder": ("app/helper.py", "helper.pyc", "helper"),
    "where the code itself looks": ("elsewhere/helper.py", "elsewhere/helper.py", "helper"),
}


@pytest.mark.parametrize("forged", FORGED)
@pytest.mark.parametrize("watch", [True, False])
async def test_compiled_files_of_the_project_are_not_run(
    worker: Worker, project: Path, forged: str, watch: bool
) -> None:
    source, place, name = FORGED[forged]
    helper, compiled = project / source, project / place
    for file in (helper, compiled):
        file.parent.mkdir(exist_ok=True)
    if compiled == helper:
        compiled = Path(importlib.util.cache_from_source(str(helper)))
    helper.write_text("def old(age): return 'forged'\n")
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(helper), str(compiled), invalidation_mode=unchecked)
    helper.write_text("def old(age): return 'as it stands'\n")
    code = (
        f"import sys\nsys.path.append({str(project / 'elsewhere')!r})\n"
        f"from {name} import old\ndef f(): return old(70)\n"
    )
    folders = (str(project), str(project / "app"))
    await worker.open(Module(code, str(project / "main.py"), search_path=folders), watch=watch)

    (found,) = await worker.run([Call("f()")], watched=watch)

    assert found.value == "as it stands"


async def test_without_folders_nothing_of_the_workspace_is_read(
    worker: Worker, project: Path
) -> None:
    module = Module("from plain.rules import north", str(project / "main.py"))

    loaded = await worker.open(module)

    assert [explain(why)[:11] for _, why in loaded.skipped] == ["needs plain"]


async def test_a_second_file_knows_nothing_of_the_first(worker: Worker) -> None:
    await worker.open(Module("import math\nmath.secret = 1\ndef f(): return 1", "a.py"))
    await worker.open(Module("import math\ndef g(): return hasattr(math, 'secret')", "b.py"))

    known, unknown = await worker.run([Call("g()"), Call("f()")])

    assert known.value is False
    assert unknown.kind is OutcomeKind.UNBUILT


async def test_every_call_in_a_process_of_its_own(worker: Worker) -> None:
    code = "seen = []\ndef f():\n    seen.append(1)\n    return len(seen)"
    await worker.open(Module(code, "s.py"))

    together = await worker.run([Call("f()", stays=True)] * 3)
    alone = await worker.run([Call("f()")] * 3, fresh=True)

    assert [o.value for o in together] == [1, 2, 3]
    assert [o.value for o in alone] == [1, 1, 1]


async def test_imports_go_on_behind_a_folder_that_is_not_of_the_project(
    worker: Worker, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "secret.py").write_text("TOKEN = 1\n")
    code = (
        f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport tabnanny\n"
        "try:\n    import secret\nexcept ImportError:\n    secret = None\n"
        "def f(): return tabnanny.__name__, secret is None\n"
    )
    folders = (str(project),)
    await worker.open(Module(code, str(project / "s.py"), search_path=folders, readable=folders))

    assert (await worker.run([Call("f()")]))[0].value == {"t": "tuple", "v": ["tabnanny", True]}


async def test_a_call_may_not_look_into_such_a_folder(worker: Worker, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    code = f"import sys\ndef f():\n    sys.path.insert(0, {str(tmp_path)!r})\n    import secret\n"
    folders = (str(project),)
    await worker.open(Module(code, str(project / "s.py"), search_path=folders, readable=folders))

    assert (await worker.run([Call("f()")]))[0].kind is OutcomeKind.BLOCKED


async def test_so_does_a_module_for_which_django_cannot_be_set_up(
    worker: Worker, tmp_path: Path
) -> None:
    code = (
        "from django import conf\n"
        "conf.settings.configure(INSTALLED_APPS=['no_such_app'])\n"
        "class Form: size = 3\ndef f(): return Form.size\n"
    )
    await worker.open(Module(code, str(tmp_path / "s.py")))

    assert (await worker.run([Call("f()")]))[0].value == 3
