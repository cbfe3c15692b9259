"""Makes one call and describes everything that a caller can see of it."""

from __future__ import annotations

import inspect
import re
import sys
import time
import traceback
import types
from collections.abc import Mapping
from functools import partial
from typing import Any, Callable, NamedTuple

from .entry_counting import EntryCounter
from .freezing import Frozen
from .loading import many_steps, message
from .memory import Memory
from .mocking import entitle, look_alike
from .outcomes import changes_of, tree
from .patching import Patches
from .raising_statements import raising_statement
from .showing import shown
from .stand_ins import StandIn
from .standard_streams import Printed
from .time_limits import OutOfSteps, OutOfTime, start_timer, stop_timer
from .tripwire import BlockedEffect, Tripwire, refused
from .watching import Watcher
from .worlds import StandInWorld
from .written_tables import note_tables

MAX_ITEMS = 1000
"""Items of a generator that are taken."""
MOST_COMPILED = 200
"""Expressions of which the code is kept."""
LONGEST_MESSAGE, LONGEST_SHOWN_MESSAGE = 2000, 300
SHORTEST_SECONDS = 0.05
"""What is left of the time of a call for later ones, however many had to be ended."""
_processor_seconds = time.process_time
"""Bound before the clocks are stopped."""
LAZY = frozenset({"map", "filter", "zip", "enumerate", "reversed", "islice"})
"""Types of iterators that are taken like generators."""
PARTS, CALL = "_evenhand_parts", "_evenhand_call"
"""What is called in the place of the code under check, and where that keeps the call."""
UNCHANGING = (str, int, float, bool, type(None))
"""Types of arguments that no call can change."""
UNFIT = (
    TypeError, AttributeError, NameError, ImportError, SyntaxError, RecursionError, EOFError,
    NotImplementedError, IndexError, StopIteration, AssertionError, MemoryError, OverflowError,
)  # fmt: skip
"""Errors by which the arguments do not fit the code, unless it raises them itself; others refuse a
person."""
UNFIT_NAMES = frozenset({
    "TemplateDoesNotExist", "TemplateNotFound", "TemplateError", "NoReverseMatch", "BuildError",
    "ImproperlyConfigured", "AppRegistryNotReady", "SynchronousOnlyOperation", "OperationalError",
    "ArgumentError", "NoInspectionAvailable", "UnboundExecutionError", "IntCastingNaNError",
})  # fmt: skip
"""Names of errors by which a project around the code is missing: they refuse nobody."""
CONVERSIONS = ("could not convert string to float", "invalid literal for int()")
"""How the messages of Python begin for a text that is no number, whoever it is from."""


class Caller:
    """Calls functions of one loaded module."""

    def __init__(
        self, module: types.ModuleType, path: str, watcher: Watcher, wire: Tripwire,
        seconds: float, output_chars: int, script: Callable[[dict[str, Any]], object],
        frozen: Frozen, world: StandInWorld,
    ) -> None:  # fmt: skip
        self.module, self.path, self.watcher, self.wire = module, path, watcher, wire
        self.seconds, self.output_chars, self.script = seconds, output_chars, script
        self.frozen, self.world, self.mock = frozen, world, look_alike(world)
        self.memory = Memory(module, world.sources)

    def call(self, call: dict[str, Any]) -> dict[str, Any]:
        """Make one call; returns the fields of an `Outcome`, with events if it is watched.

        What is empty is left out.
        """
        printed = Printed(self.output_chars)
        patches = Patches(self.module.__dict__)
        self.frozen.restart()
        began = _processor_seconds()

        try:
            outcome = self._guarded(call, printed, patches)
        finally:
            patches.restore()
            if not call["stays"]:
                self.memory.take_back()
        if self.wire.tripped is not None:  # also if the code swallowed the exception
            outcome = _blocked(self.wire.tripped)

        details = {
            "printed": printed.text,
            "files": self.wire.newly_opened(),
            "effects": self.world.effects,
            "guesses": self.world.guesses,
            "deciding": list(self.world.deciding),
            "branches": sorted(self.watcher.branches),
            "events": list(self.watcher.events.values()),
            "reads": sorted(self.watcher.reads),
            "turned": self.watcher.turned,
            "caught": self.watcher.caught,
        }
        outcome.update((name, detail) for name, detail in details.items() if detail)
        outcome["steps"] = self.watcher.steps
        outcome["seconds"] = round(_processor_seconds() - began, 6)
        return outcome

    def _guarded(self, call: dict[str, Any], printed: Printed, patches: Patches) -> dict[str, Any]:
        """The outcome of a call, made with the tripwire armed and the timer running."""
        real = (sys.stdout, sys.stderr)
        sys.stdout = sys.stderr = printed
        self.wire.tripped, self.wire.armed = None, True
        self.watcher.start(call["watched"])
        self.world.start()
        note_tables(self.world)
        start_timer(self.seconds)
        try:
            if call["measured"]:
                return self._measured(call, printed, patches)
            return self._outcome(call, printed, patches)
        except OutOfSteps:
            return too_many_steps(self.watcher.lower_limit())
        except OutOfTime:
            granted, self.seconds = self.seconds, max(self.seconds / 2, SHORTEST_SECONDS)
            return too_slow(granted)
        except BlockedEffect as effect:
            return _blocked(effect.explanation)
        finally:
            stop_timer()
            self.watcher.stop()
            self.world.stop()
            self.wire.armed = False
            sys.stdout, sys.stderr = real

    def _measured(self, call: dict[str, Any], printed: Printed, patches: Patches) -> dict[str, Any]:
        """The outcome of a call, with the number of functions that it has entered."""
        with EntryCounter() as counter:
            outcome = self._outcome(call, printed, patches)
        outcome["entered"] = counter.entered
        return outcome

    def _outcome(self, asked: dict[str, Any], printed: Printed, patches: Patches) -> dict[str, Any]:
        """What comes of a call; whatever its arguments print and do is none of its outcome."""
        is_script = asked["text"].startswith("<module>")
        try:
            for target, expression in asked["world"]:
                patches.bind(target, self._value(expression))
            call = self._of_script(patches) if is_script else self._evaluated(asked["text"])
            call.name_stand_ins()
            self.world.noted.clear()
            printed.forget()
        except (OutOfTime, BlockedEffect):
            raise
        except BaseException as error:
            outcome = self._raised(error)
            return outcome if outcome["kind"] == "blocked" else {**outcome, "kind": "unbuilt"}

        return self._described(call.made, call.visible(), stays=asked["stays"])

    def _of_script(self, patches: Patches) -> _Call:
        """The script, with what the world gives under the names of builtins: `open`."""
        return _Call(partial(self.script, patches.of_builtins), None, (), {})

    def _evaluated(self, text: str) -> _Call:
        """The parts of a call, evaluated without making it: `f(...)` or `C(...).method(...)`.

        `_evenhand_parts(f, ...)` is called instead, which keeps the arguments.
        """
        begin = _begin_of_arguments(text)
        calling = f"{PARTS}({text[:begin]}, {text[begin + 1 :]}"
        code = _compiled(calling, "<call>")
        parts = eval(code, {**self.module.__dict__, PARTS: _Parts, "mock": self.mock})
        assert isinstance(parts, _Parts)
        return parts._evenhand_call

    def _value(self, expression: str) -> Any:
        """What an expression of the search means in the module."""
        names = {**self.module.__dict__, "mock": self.mock}
        return eval(_compiled(expression, "<world>"), names)

    def _described(
        self, function: Callable[[], object], visible: list[tuple[str, Any]], *, stays: bool
    ) -> dict[str, Any]:
        """What `function` returns or raises, which of the `visible` objects it changes, and what it
        leaves behind in the module; that is taken back unless it `stays`.
        """
        changing = [(name, value) for name, value in visible if not isinstance(value, UNCHANGING)]
        before = {name: tree(value) for name, value in changing}
        self.memory.begin()

        try:
            value = self._driven(function())
            outcome = {"kind": "returned", "value": tree(value), "text": shown(value)}
        except (OutOfTime, BlockedEffect):
            raise
        except BaseException as error:
            outcome = self._raised(error)

        after = {name: tree(value) for name, value in changing}
        changed = [name for name, _ in changing if after[name] != before[name]]
        changes = [[name, changes_of(before[name], after[name])] for name in changed]
        left = {} if stays else self.memory.end()
        return {**outcome, **left, "changed": [*changes, *left.get("changed", ())]}

    def _driven(self, value: Any) -> Any:
        """The result of a coroutine, the items of a generator; any other value as it is."""
        if inspect.iscoroutine(value):
            return self._driven(self._await(value))
        if inspect.isasyncgen(value):
            return self._await(_gathered(value))
        if inspect.isgenerator(value) or type(value).__name__ in LAZY:
            return [item for item, _ in zip(value, range(MAX_ITEMS))]
        return value

    def _await(self, coroutine: Any) -> Any:
        import asyncio

        return asyncio.run(_awaited(coroutine))

    def _is_unfit(self, error: BaseException, name: str) -> bool:
        """Whether the arguments, a missing project or a look-up for what nobody chose is at fault.

        What a statement of the checked code raises is at fault if it asks for the kind of a value,
        or if the error that it handles is.
        """
        at_fault = error.__cause__ if _is_wrapped(error) else error
        if at_fault is None or not isinstance(at_fault, UNFIT):
            is_unfit = name in UNFIT_NAMES or _asks_for_stand_in(error)
            return is_unfit or (name == "ValueError" and message(error).startswith(CONVERSIONS))

        statement = raising_statement(at_fault, self.world.sources)
        if statement is None or statement.asks_for_kind:
            return True
        handled = at_fault.__cause__ or at_fault.__context__
        if handled is None or not statement.is_in_handler:
            return False
        return self._is_unfit(handled, type(handled).__name__)

    def _is_refusing(self, lines: list[int], name: str) -> bool:
        """Whether the code was about to raise an error that could not even be made."""
        return bool(lines) and self.world.sources.own.raises_other(lines[-1], name)

    def _raised(self, error: BaseException) -> dict[str, Any]:
        """The outcome of a call that raised `error`."""
        if isinstance(error, PermissionError) and error.errno is not None:  # the system's own
            return _blocked(refused(error.filename))

        name, words = type(error).__name__[:LONGEST_SHOWN_MESSAGE], message(error)
        frames = traceback.walk_tb(error.__traceback__)
        lines = [line for frame, line in frames if frame.f_code.co_filename == self.path]
        words_shown = f"({words[:LONGEST_SHOWN_MESSAGE]!r})" if words else ""
        return {
            "kind": "raised",
            "error": [name, words[:LONGEST_MESSAGE]],
            "unfit": not self._is_refusing(lines, name) and self._is_unfit(error, name),
            "error_line": lines[-1] if lines else None,
            "missing": _missing(error, words),
            "text": f"raises {name}{words_shown}",
        }


class _Call(NamedTuple):
    """The parts of a call, ready to be made."""

    function: Any
    receiver: Any
    """The object of which it calls a method; None if it calls a function."""
    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def made(self) -> Any:
        """What the call gives."""
        return self.function(*self.args, **self.kwargs)

    def visible(self) -> list[tuple[str, Any]]:
        """The objects that the caller still has after the call, by name."""
        objects = [("self", self.receiver)] if self.receiver is not None else []
        objects += [(str(index), arg) for index, arg in enumerate(self.args)]
        return [*objects, *self.kwargs.items()]

    def name_stand_ins(self) -> None:
        """Let stand-ins among the arguments be called by their parameters."""
        code = getattr(self.function, "__code__", None)
        parameters = code.co_varnames if code is not None else ()
        for parameter, value in zip(parameters, self.args):
            _entitle(value, parameter)
        for name, value in self.kwargs.items():
            _entitle(value, name)
        if self.receiver is not None:
            _entitle(self.receiver, "self")
            # The search gives an object its parts by a class of its own.
            _entitle_parts(vars(type(self.receiver)), "self")


_codes: dict[str, types.CodeType] = {}
"""The code of the last expressions, by their text."""


def _compiled(expression: str, place: str) -> types.CodeType:
    """An expression of the search; most calls differ from the one before in one of theirs.

    Whether its code was kept changes nothing about how many functions are entered.
    """
    code = _codes.get(expression)
    if code is None:
        if len(_codes) >= MOST_COMPILED:
            _codes.clear()
        code = _codes[expression] = compile(expression, place, "eval", dont_inherit=True)
    return code


def _begin_of_arguments(text: str) -> int:
    """Where the first call of a text begins: behind `f`, or behind `(lambda ...)`."""
    depth = 0
    for index, character in enumerate(text):
        if character == "(" and depth == 0 and index > 0:
            return index
        depth += (character == "(") - (character == ")")
    raise SyntaxError(f"no call: {text[:LONGEST_SHOWN_MESSAGE]}")


class _Parts:
    """A call that has not been made; it is made if something is asked of what it gives."""

    def __init__(self, function: Any, /, *args: Any, **kwargs: Any) -> None:
        self._evenhand_call = _Call(function, None, args, kwargs)

    def __getattribute__(self, name: str) -> Any:
        """`C(...).method` is a method of an object that has to be there before its arguments."""
        if name == CALL:
            return object.__getattribute__(self, CALL)
        receiver = self._evenhand_call.made()
        return partial(_of_receiver, getattr(receiver, name), receiver)

    def __call__(self, *args: Any, **kwargs: Any) -> _Parts:
        """`outer(...)(...)`: what a function returns is called."""
        return _Parts(self._evenhand_call.made(), *args, **kwargs)


def _of_receiver(method: Any, receiver: Any, /, *args: Any, **kwargs: Any) -> _Parts:
    parts = _Parts(method, *args, **kwargs)
    parts._evenhand_call = parts._evenhand_call._replace(receiver=receiver)
    return parts


def _entitle(value: Any, name: str) -> None:
    """Let a stand-in be called `name`; of any other object, those that it holds.

    A namespace was made for the call, so that all in it can only be reached through it.
    """
    if isinstance(value, UNCHANGING):
        return
    entitle(value, name)
    held = getattr(value, "__dict__", None)
    if type(held) is dict:
        _entitle_parts(held, name)


def _entitle_parts(held: Mapping[str, Any], name: str) -> None:
    for part, inner in list(held.items())[:MAX_ITEMS]:
        if type(inner) is types.SimpleNamespace:
            _entitle(inner, f"{name}.{part}")
        else:
            entitle(inner, f"{name}.{part}")


def too_slow(seconds: float) -> dict[str, Any]:
    """The outcome of a call that took more than its `seconds`."""
    return {"kind": "timeout", "explanation": {"cause": "ran_longer", "seconds": seconds}}


def too_many_steps(steps: int) -> dict[str, Any]:
    """The outcome of a call that took more than so many steps."""
    return {"kind": "timeout", "explanation": many_steps(steps)}


def _blocked(explanation: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "blocked", "explanation": explanation}


async def _awaited(waiting: Any) -> Any:
    return await waiting


async def _gathered(generator: Any) -> list[Any]:
    items: list[Any] = []
    async for item in generator:
        items.append(item)
        if len(items) >= MAX_ITEMS:
            break
    return items


def _is_wrapped(error: BaseException) -> bool:
    """Whether Python itself raised it: in a coroutine, a StopIteration becomes a RuntimeError."""
    return isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration)


def _asks_for_stand_in(error: BaseException) -> bool:
    """Whether a look-up failed for a key that nobody chose."""
    return isinstance(error, KeyError) and any(isinstance(key, StandIn) for key in error.args)


def _missing(error: BaseException, words: str) -> str | None:
    """The key, attribute or name that was not there; None for any other error."""
    if isinstance(error, KeyError):
        return shown_key(error)
    if not isinstance(error, (AttributeError, NameError)):
        return None

    match = re.search(r"attribute '(\w+)'|name '(\w+)'", words[:LONGEST_MESSAGE])
    return (match[1] or match[2]) if match else None


def shown_key(error: KeyError) -> str | None:
    """The beginning of the key that was not there; None if it has no text."""
    try:
        return str(error.args[0])[:LONGEST_MESSAGE] if error.args else None
    except (OutOfTime, BlockedEffect):
        raise
    except BaseException:
        return None
