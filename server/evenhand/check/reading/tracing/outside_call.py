"""A call of a function that the workspace does not define, as the rules for such calls get it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evenhand.check.reading.tracing.abstract_values import Environment, Value
from evenhand.check.reading.tracing.lookups import iterate
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments


@dataclass(frozen=True, slots=True)
class OutsideCall:
    """A call of something that is only known by its name."""

    tracer: Tracer
    name: str
    """The last part: `array` for `numpy.array`."""
    arguments: Arguments
    env: Environment
    package: str = ""
    """From which it is imported: `numpy`."""

    @property
    def first(self) -> Value:
        """The first positional argument, or NOTHING."""
        return self.arguments.first

    @property
    def has_arguments(self) -> bool:
        """Whether it has positional arguments."""
        return bool(self.arguments.positional)

    def rounds(self, value: Value) -> Value:
        """What one round of a loop over an argument gets."""
        return iterate(self.tracer, value)


Rule = Callable[[OutsideCall], Value | None]
"""What a function may give; None: anything that is computed from its arguments."""
