"""Notes what a call binds names of the module to: `global total`, and undoes it."""

from __future__ import annotations

from typing import Any

from .outcomes import tree
from .stand_in_places import UNSET


class ReboundNames:
    """The names that functions declare `global`, as they were before a call."""

    def __init__(self, names: dict[str, Any], declared: tuple[str, ...]) -> None:
        self.names = names
        self.values = {name: names.get(name, UNSET) for name in declared}
        self.before = {name: _tree(value) for name, value in self.values.items()}

    def restore(self) -> list[list[Any]]:
        """The names that hold something else now, and what; binds them back."""
        changed: list[list[Any]] = []
        for name, value in self.values.items():
            after = _tree(self.names.get(name, UNSET))
            if after != self.before[name]:
                changed.append([name, after])
            self._bind(name, value)
        return changed

    def _bind(self, name: str, value: Any) -> None:
        if value is UNSET:
            self.names.pop(name, None)
        else:
            self.names[name] = value


def _tree(value: Any) -> Any:
    return None if value is UNSET else tree(value)
