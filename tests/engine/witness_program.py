"""Runs calls behind the text of a file, as a person would who pastes them there.

    python -I witness_program.py

Each line of its input is a JSON list of a file and of lists of expressions; the answer is a line
with what each expression came to, as JSON lists of texts. Each file is loaded in a process of its
own, and so are the calls of each list made, one after the other: none meets what the others have
left behind. This program runs in the interpreter that the code needs, so it imports the standard
library alone. What the file imports and nobody has is a mock, as a person would put in its place.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import functools
import importlib.machinery
import importlib.util
import inspect
import io
import json
import os
import re
import sys
import tempfile
import types
from collections.abc import Callable
from typing import Any
from unittest import mock

PACKAGE = "in.the.project"
"""Where the file is, for its relative imports."""
PLAIN = (type(None), bool, int, float, complex, str, bytes)
ADDRESS = re.compile(r"0x[0-9a-f]+|id='\d+'")
DEPTH = 5


def main() -> None:
    for line in sys.stdin:
        file, lists = json.loads(line)
        print(apart(functools.partial(outcomes, file, lists)), flush=True)


def apart(work: Callable[[], Any]) -> str:
    """What work gives in a process of its own, as JSON; `null` if it failed."""
    receive, send = os.pipe()
    pid = os.fork()
    if pid == 0:
        sys.stdin = io.StringIO()
        with open(send, "w", encoding="utf-8") as pipe:
            json.dump(work(), pipe)
        os._exit(0)

    os.close(send)
    with open(receive, encoding="utf-8") as pipe:
        told = pipe.read()
    os.waitpid(pid, 0)
    return told or "null"


def outcomes(file: str, lists: list[list[str]]) -> list[list[str]]:
    """What the calls of each list come to behind the text of a file."""
    os.chdir(os.path.dirname(file))
    sys.path.insert(0, os.path.dirname(file))
    with open(file, encoding="utf-8") as stream:
        text = stream.read()

    sys.meta_path.append(Mocks(imported(text)))
    if re.search("^from (django|rest_framework)", text, re.MULTILINE):
        configure_django()

    names = loaded(file, text, [call for calls in lists for call in calls])
    return [json.loads(apart(functools.partial(made, calls, names))) for calls in lists]


def made(calls: list[str], names: dict[str, Any]) -> list[str]:
    """What calls come to, one after the other."""
    return [outcome(call, names) for call in calls]


def imported(text: str) -> set[str]:
    """The topmost packages that a text imports."""
    nodes = list(ast.walk(ast.parse(text)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in (*names, PACKAGE, "django")}


def configure_django() -> None:
    """Set Django up as a project does before it runs code; a mock of it lets this happen."""
    settings = __import__("django.conf").conf.settings
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    apps = ["django.contrib.contenttypes", "django.contrib.auth"]
    settings.configure(
        SECRET_KEY="secret", USE_TZ=True, DATABASES={"default": database}, INSTALLED_APPS=apps
    )
    __import__("django").setup()
    __import__("django.urls.base").urls.base.get_resolver = lambda _=None: Addresses()


class Addresses:
    """The addresses of a project that has every view."""

    def __init__(self) -> None:
        self.app_dict: dict[str, Any] = {}

    def _reverse_with_prefix(self, view: Any, prefix: str, *values: Any, **_: Any) -> str:
        return f"{prefix}{view}/{values}"


def loaded(file: str, text: str, calls: list[str]) -> dict[str, Any]:
    """The names of the file; nothing but the built-in ones if every call runs it itself."""
    module = types.ModuleType("subject")
    sys.modules["subject"] = module
    module.__file__, module.__package__ = file, PACKAGE
    if all("run_path" in call for call in calls):
        return module.__dict__

    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text, file, "exec"), module.__dict__)
    return module.__dict__


def outcome(call: str, names: dict[str, Any]) -> str:
    """What a call gives or raises, prints and writes, and does to arguments and mocks."""
    printed = io.StringIO()
    effects: list[str] = []
    written: list[str] = []
    arguments: list[tuple[Any, set[str]]] = []

    with (
        contextlib.redirect_stdout(printed),
        noting(effects),
        keeping(arguments, names),
        writing(written),
    ):
        try:
            value = described(finished(eval(call, names)), DEPTH)
        except (Exception, SystemExit) as error:
            value = f"raises {type(error).__name__}: {error}"

    changed = [part for argument, before in arguments for part in leaves(argument) - before]
    parts = [value, printed.getvalue(), *effects, *sorted(changed), *written]
    return ADDRESS.sub("...", "\n".join(part for part in parts if part))


def finished(value: Any) -> Any:
    """What a coroutine or generator comes to in the end; other values as they are."""
    if inspect.iscoroutine(value):
        return asyncio.run(value)
    if inspect.isasyncgen(value):
        return asyncio.run(collected(value))
    if inspect.isgenerator(value):
        return list(value)
    return value


async def collected(items: Any) -> list[Any]:
    return [item async for item in items]


@contextlib.contextmanager
def keeping(arguments: list[tuple[Any, set[str]]], names: dict[str, Any]) -> Any:
    """Add what functions of the file get while this is entered, with what it was at first."""

    def called(frame: types.FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_name
        if event != "call" or frame.f_globals is not names or name.startswith("__"):
            return
        for parameter in frame.f_code.co_varnames[: frame.f_code.co_argcount]:
            argument = frame.f_locals.get(parameter)
            arguments.append((argument, leaves(argument)))

    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)


@contextlib.contextmanager
def writing(written: list[str]) -> Any:
    """Add to `written` the files that are made in the current folder while this is entered."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            for name in sorted(os.listdir(folder)):
                with open(name, "rb") as file:
                    written.append(f"{name}: {file.read()!r}")
            os.chdir(before)


@contextlib.contextmanager
def noting(effects: list[str]) -> Any:
    """Add to `effects` what is done to mocks while this is entered: calls, attributes set."""
    original = mock.CallableMixin._mock_call

    def noted(self: Any, *args: Any, **keywords: Any) -> Any:
        given = described((args, keywords), DEPTH)
        effects.append(f"{self._extract_mock_name()} {given}")
        return original(self, *args, **keywords)

    setting = mock.NonCallableMock.__setattr__

    def set_and_noted(self: Any, name: str, value: Any) -> None:
        if not name.startswith(("_", "method_calls", "side_effect", "return_value")):
            effects.append(f"{self._extract_mock_name()}.{name} = {described(value, DEPTH)}")
        setting(self, name, value)

    with (
        mock.patch.object(mock.CallableMixin, "_mock_call", noted),
        mock.patch.object(mock.NonCallableMock, "__setattr__", set_and_noted),
    ):
        yield


def leaves(value: Any, path: str = "", depth: int = DEPTH) -> set[str]:
    """A line for each plain value within `value`, with the path that leads to it."""
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, (list, tuple)):
        items = enumerate(value)
    else:
        items = dict(getattr(value, "__dict__", None) or {}).items()

    if depth == 0 or isinstance(value, PLAIN) or not items:
        return {f"{path}: {described(value, 1)}"}
    return {line for key, item in items for line in leaves(item, f"{path}.{key}", depth - 1)}


def described(value: Any, depth: int) -> str:
    """A text that is equal for equal values; the contents of objects that do not show them."""
    if isinstance(value, PLAIN) or depth == 0:
        return repr(value)
    if isinstance(value, mock.NonCallableMock):
        return f"mock {value._extract_mock_name()}"
    if isinstance(value, dict):
        items = (f"{described(k, depth - 1)}: {described(v, depth - 1)}" for k, v in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(described(item, depth - 1) for item in value)}]"

    inside = getattr(value, "__dict__", None)
    try:
        shown = repr(value)
    except Exception:
        shown = type(value).__name__
    return f"{shown} {described(inside, depth - 1)}" if isinstance(inside, dict) else shown


class Mocks:
    """Finds each module of some packages that nobody else has found: a mock in its place."""

    def __init__(self, packages: set[str]) -> None:
        self.packages = packages

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in self.packages:
            return None
        return importlib.util.spec_from_loader(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return MockedModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """It has no text."""


class MockedModule(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = Transparent(name=name)
        setattr(self, name, value)
        return value


class Transparent(mock.MagicMock):
    """As a decorator it gives what it decorates; as a base class it keeps what it is made with."""

    def __call__(self, *values: Any, **fields: Any) -> Any:
        is_decorator = len(values) == 1 and not fields and isinstance(values[0], DECORATED)
        if not is_decorator or getattr(values[0], "__name__", "") == "<lambda>":
            return super().__call__(*values, **fields)
        if self._extract_mock_name().endswith("property"):
            return property(values[0])
        if inspect.isfunction(values[0]):
            return Decorated(values[0])
        if isinstance(values[0], type) and "__init__" not in vars(values[0]):
            body = {"__module__": values[0].__module__}
            return type(values[0].__name__, (values[0], Record), body)
        return values[0]

    def __mro_entries__(self, _: Any) -> tuple[type, ...]:
        return (type(Record)("Record", (Record,), {}),)


class Decorated:
    """A function that has whatever else is asked of it."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.__module__ = function.__module__

    def __call__(self, *values: Any, **fields: Any) -> Any:
        return self.function(*values, **fields)

    def __get__(self, instance: Any, _: Any) -> Any:
        return self if instance is None else types.MethodType(self.function, instance)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Transparent(name=name)


class Fields(type):
    """Classes that have any field."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Transparent(name=name)


class Record(metaclass=Fields):
    """The base class of classes whose own is a mock."""

    def __init_subclass__(cls, **_: Any) -> None:
        """Take any keywords."""

    def __init__(self, *_: Any, **fields: Any) -> None:
        self.__dict__.update(fields)

    def clean(self) -> Any:
        """The data of a form."""
        return getattr(self, "cleaned_data", None)

    def get_context_data(self, **fields: Any) -> dict[str, Any]:
        """What a page shows."""
        return fields


DECORATED = (types.FunctionType, type, property, classmethod, staticmethod, Decorated)


if __name__ == "__main__":
    main()
