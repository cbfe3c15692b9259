"""Writes a counterexample as a pytest test: where it goes, and its text."""

from __future__ import annotations

import ast
import builtins
import os
import re
from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.files import is_folder, is_within
from evenhand.doors.project import packages_around

FOLDERS = ("tests", "test")

HELPER = "def outcome_of("
_HELPERS = '''\
def outcome_of(function, call, capsys):
    """What a caller can see of `call`, which has to come to an end of `function`.

    That is its result or its error, what it printed, and what it did to mocks.
    """
    entered, running, done = [], [], []

    def watch(frame, event, _):
        if (os.path.basename(frame.f_code.co_filename), frame.f_code.co_name) != function:
            return
        if event == "call":
            entered.append(frame)
            running.append(frame)
        elif event == "return":
            running.remove(frame)

    with noting(done, running):
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            result = call()
            if inspect.iscoroutine(result):
                result = asyncio.run(result)
            elif inspect.isgenerator(result):
                result = list(result)
        except (Exception, SystemExit) as error:
            result = error
        finally:
            sys.setprofile(before)

    assert entered, f"{function[1]} did not run: {result!r}"
    if isinstance(result, BaseException):
        *_, (last, _) = traceback.walk_tb(result.__traceback__)
        raised_in = os.path.basename(last.f_code.co_filename)
        assert raised_in == function[0], f"{function[1]} did not come to its end: {result!r}"
    return comparable(result), capsys.readouterr().out, done


@contextlib.contextmanager
def noting(done, running):
    """Add to `done` what is done to mocks while something is running: calls, attributes set."""
    call, assign = mock.CallableMixin._mock_call, mock.NonCallableMock.__setattr__

    def called(self, *values, **named):
        if running:
            done.append((name_of(self), comparable(values), comparable(named)))
        return call(self, *values, **named)

    def assigned(self, name, value):
        if running and not name.startswith(("_", "method_calls", "return_value", "side_effect")):
            done.append((name_of(self), name, comparable(value)))
        assign(self, name, value)

    with mock.patch.object(mock.CallableMixin, "_mock_call", called):
        with mock.patch.object(mock.NonCallableMock, "__setattr__", assigned):
            yield


def name_of(made_up):
    """Which mock it is."""
    return f"mock {made_up._extract_mock_name()}"


def comparable(result, depth=9):
    """`result` in a form in which equal contents are equal, as deep as anybody looks."""
    if isinstance(result, mock.NonCallableMock):
        return name_of(result)
    if depth == 0:
        return type(result).__name__
    if isinstance(result, (list, tuple)):
        return [comparable(item, depth - 1) for item in result]
    if isinstance(result, dict):
        return {key: comparable(value, depth - 1) for key, value in result.items()}
    for plain in ("to_dict", "tolist"):
        if hasattr(result, plain):
            return getattr(result, plain)()
    if type(result).__eq__ is object.__eq__:
        inside = getattr(result, "args", getattr(result, "__dict__", None))
        return type(result).__name__, comparable(inside, depth - 1)
    return result
'''


@dataclass(frozen=True, slots=True)
class Module:
    """A file as an import statement names it."""

    name: str
    """Such as `shop.loans`."""
    root: Path
    """The folder from which it is imported."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Two calls whose outcomes should be the same."""

    function: str
    """Qualified, such as `Account.fee`."""
    attribute: str
    calls: tuple[str, str]
    file: str
    """The name of the file that has the function."""

    @property
    def place(self) -> tuple[str, str]:
        """The file and the name in it by which a running function is recognised."""
        return self.file, self.function.rpartition(".")[2]


def module_of(file: Path) -> Module | None:
    """How `file` is imported; None if its name cannot be written in an import statement."""
    parts, folder = [file.stem], file.parent
    for package in packages_around(file.parent):
        parts.insert(0, package.name)
        folder = package.parent

    if parts[-1] == "__init__":
        parts.pop()
    if not parts or not all(part.isidentifier() for part in parts):
        return None
    return Module(".".join(parts), folder)


def pytest_file_for(file: Path, module: Module, top: Path | None) -> Path:
    """`test_<module>_evenhand.py` in the nearest tests folder up to `top`, which may be new."""
    name = f"test_{module.name.rpartition('.')[2]}_evenhand.py"
    for folder in (file.parent, *file.parent.parents):
        for tests in FOLDERS:
            if is_folder(folder / tests) and is_within(folder / tests, top or module.root):
                return folder / tests / name
        if folder == top or top is None:
            break
    return (top or module.root) / "tests" / name


def beginning(file: Path, module: Module) -> str:
    """What a new test file starts with: a title, imports, and two helper functions."""
    title = f'"""Calls that should have the same outcome for everyone, for `{module.name}`."""'
    needed = ("asyncio", "contextlib", "inspect", "os", "sys", "traceback")
    imports, search_path = [f"import {name}" for name in needed], ""
    if file.parent != module.root:
        imports.append("from pathlib import Path")
        folder = _literal(Path(os.path.relpath(module.root, file.parent)).as_posix())
        search_path = f"\nsys.path.insert(0, str(Path(__file__).resolve().parent / {folder}))\n"

    lines = "\n".join([*imports, "from unittest import mock"])
    return f"{title}\n\n{lines}\n{search_path}\n\n{_HELPERS}"


def pytest_text(module: Module, example: Counterexample, present: str) -> str | None:
    """The test, for a file with the text `present`. None if a call cannot be parsed."""
    names = _imported_names(example.calls)
    if names is None:
        return None

    lines = [f"def {_test_name(example, present)}(capsys):"]
    if names:
        lines += [f"    from {module.name} import {', '.join(names)}", ""]
    first, second = (_in_test(call, module, example.file) for call in example.calls)
    lines += [
        f"    function = {example.place!r}",
        f"    first = outcome_of(function, lambda: {first}, capsys)",
        f"    second = outcome_of(function, lambda: {second}, capsys)",
        "    assert first == second",
    ]
    return "\n".join(lines) + "\n"


def _in_test(call: str, module: Module, file: str) -> str:
    """A call in which what belongs to the module's file is found from another one."""
    package = module.name if file == "__init__.py" else module.name.rpartition(".")[0]
    call = call.replace("globals()", f'vars(sys.modules["{module.name}"])')
    call = call.replace("__package__", f'"{package}"')
    if "run_path" not in call:
        return call
    path = f'__import__("importlib.util").util.find_spec("{module.name}").origin'
    return f"({call.replace(f'({file!r})', f'({path})')}, None)[1]"


def has_test(module: Module, example: Counterexample, present: str) -> bool:
    """Whether a file has a test of this function and attribute already."""
    name = re.escape(_name_of_test(example))
    body = re.search(rf"^def {name}\(.*?(?=^\S|\Z)", present, re.DOTALL | re.MULTILINE)
    imports = f"from {module.name} import "
    return body is not None and (imports in body[0] or "import" not in body[0])


def _literal(text: str) -> str:
    """A name of a folder as source text, whatever quotation marks are in it."""
    is_plain = text.isprintable() and not set(text) & set('"\\')
    return f'"{text}"' if is_plain else ascii(text)


def _imported_names(calls: tuple[str, str]) -> list[str] | None:
    """Names that the calls need from the module; None if a call cannot be parsed."""
    try:
        trees = [ast.parse(call, mode="eval") for call in calls]
    except SyntaxError:
        return None

    bound, used = set[str](), set[str]()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.add(node.id)
        elif isinstance(node, ast.Name):
            bound.add(node.id)
    return sorted(name for name in used - bound if not hasattr(builtins, name))


def _name_of_test(example: Counterexample) -> str:
    words = f"{example.function}_is_the_same_whatever_the_{example.attribute}"
    return "test_" + re.sub(r"\W+", "_", words).strip("_").lower()


def _test_name(example: Counterexample, present: str) -> str:
    """A name that no function of the file has yet."""
    name = _name_of_test(example)
    used = set(re.findall(r"def (\w+)", present))
    candidate, number = name, 1
    while candidate in used:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
