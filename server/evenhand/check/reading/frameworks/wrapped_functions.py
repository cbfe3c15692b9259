"""Functions that a library's decorator puts into an object: how the function itself is called."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import Function, FunctionNode, Source, dotted_names, last_name

UNWRAPPED = '__import__("inspect").unwrap({})'
"""The function behind all decorators that say what they wrap."""
CALLBACKS: Mapping[str, str] = {
    "click.command": "{}.callback",
    "click.group": "{}.callback",
    "flask.Flask.cli.command": UNWRAPPED.format("{}.callback"),
    "flask.Blueprint.cli.command": UNWRAPPED.format("{}.callback"),
    "flask.cli.AppGroup.command": UNWRAPPED.format("{}.callback"),
    "discord.app_commands.command": "{}.callback",
    "discord.ext.commands.command": "{}.callback",
    "discord.ext.commands.Bot.command": "{}.callback",
    "prefect.flow": "{}.fn",
    "prefect.task": "{}.fn",
    "dramatiq.actor": "{}.fn",
    "airflow.decorators.task": "{}.function",
    "invoke.task": "{}.body",
    "langchain.tools.tool": "{}.func",
    "langchain_core.tools.tool": "{}.func",
}
"""By the decorator, what the function itself is called, with `{}` for its name."""
GROUPS = frozenset({"click.group", "click.Group", "click.command"})
"""What makes objects of click, which have decorators of their own: `@cli.command()`."""
TASKS = frozenset({"celery.shared_task", "celery.Celery.task"})
"""Decorators that give the task to the function if they are told to bind it."""
PASSING = ("pass_", "make_pass_", "with_appcontext")
"""How decorators begin that need the context of a running command."""
KINDS = ("property", "method", "setter", "getter", "deleter", "overload")
"""How decorators end that say what kind of a member a function is."""
VIEW, FIRST_METHOD = "rest_framework.decorators.api_view", "get"


def call_of_wrapped(
    function: FunctionNode, source: Source, stood_in: Collection[str]
) -> str | None:
    """How a call names the function itself; None: by its name.

    A decorator of a package among those that are `stood_in` for has left it as it was.
    """
    for decorator in function.decorator_list:
        origin = _origin(decorator, source)
        if origin.partition(".")[0] in stood_in:
            continue
        if origin in TASKS and _is_bound(decorator):
            return f"{function.name}.run.__func__"
        if origin == VIEW:
            return f"{function.name}.cls().{_method(decorator)}"
        if origin in CALLBACKS:
            called = CALLBACKS[origin].format(function.name)
            return UNWRAPPED.format(called) if _needs_context(function) else called
    return None


def may_be_unwrapped(function: Function) -> bool:
    """Whether there may be a plain function behind the decorators of one."""
    if isinstance(function.node, ast.Module) or function.outer is not None:
        return False
    names = [last_name(decorator) for decorator in function.node.decorator_list]
    return bool(names) and not any(name.endswith(KINDS) for name in names)


def _origin(decorator: ast.expr, source: Source) -> str:
    """The full name of a decorator: `click.command`, also for `@cli.command()` of a group `cli`."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    first, *rest = dotted_names(called) or [""]
    owner = _owner(first, source)
    if owner in GROUPS and rest in (["command"], ["group"]):
        return f"click.{rest[0]}"
    return ".".join((owner, *rest))


def _owner(name: str, source: Source) -> str:
    """What a name was imported as, or what made the object or function that it stands for."""
    definition = source.symbols.get(name)
    if isinstance(definition, ast.Call):
        return _imported(dotted_names(definition.func), source)
    if isinstance(definition, (ast.FunctionDef, ast.AsyncFunctionDef)):
        origins = (_origin(each, source) for each in definition.decorator_list)
        return next((origin for origin in origins if origin in GROUPS), "")
    return source.modules.get(name, "") if definition is None else ""


def _imported(parts: list[str], source: Source) -> str:
    first, *rest = parts or [""]
    return ".".join((source.modules.get(first, ""), *rest))


def _is_bound(decorator: ast.expr) -> bool:
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    bound = [keyword.value for keyword in keywords if keyword.arg == "bind"]
    return any(isinstance(value, ast.Constant) and value.value is True for value in bound)


def _method(decorator: ast.expr) -> str:
    """One of the methods by which a view may be asked: `get` unless others are listed."""
    listed = nodes_of(decorator, ast.Constant)
    texts = [str(node.value).lower() for node in listed if isinstance(node.value, str)]
    return next((text for text in texts if text.isidentifier()), FIRST_METHOD)


def _needs_context(function: FunctionNode) -> bool:
    return any(last_name(each).startswith(PASSING) for each in function.decorator_list)
