"""The values that a search tries for each access path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from evenhand.check.catalogue import Catalogue
from evenhand.check.outcomes.date_forms import DateForm
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.arguments.path_shapes import is_unknown_collection
from evenhand.check.search.input_state import InputState
from evenhand.check.search.values.domains import context_domain, protected_domain, unique
from evenhand.scalars import Scalar

LARGEST_DOMAIN = 24
"""Values of a path beyond which no more are learned."""
MOST_OF_OTHER = 3
"""Values of a path that are tried for what it is compared with or looked for in."""


@dataclass(frozen=True, slots=True)
class PathValues:
    """The values of every path; the state of a protected input keeps those of its own."""

    states: list[InputState]
    catalogue: Catalogue
    also: Mapping[str, tuple[Scalar, ...]]
    """More values for paths, by what the source calls them."""
    forms: dict[int, DateForm] = field(default_factory=dict)
    """The forms of dates, by the identity of the path, where more than one was possible."""
    known: dict[int, tuple[Scalar, ...]] = field(default_factory=dict)
    """The values of other paths, by the identity of the path."""

    def state_of(self, path: AccessPath | None) -> InputState | None:
        """What is known of a protected input; None if the path is no such input."""
        return next((s for s in self.states if s.input.path is path), None)

    def of(self, path: AccessPath) -> tuple[Scalar, ...]:
        """The values to try for any path; a protected one has those of its state."""
        state = self.state_of(path)
        if state is not None:
            return tuple(state.domain)

        if id(path) not in self.known:
            also = self.also.get(path.text, ())
            usual = context_domain(path, self.forms.get(id(path)))
            columns = [other for other in path.linked if other.is_column_of_frame]
            people = [other for other in columns if self.state_of(other) is not None]
            compared = self._likeliest(people)  # perhaps where nothing of it is watched
            values = [*self._values_searched(path), *usual, *also, *compared]
            self.known[id(path)] = unique(values)
        return self.known[id(path)]

    def _values_searched(self, path: AccessPath) -> list[Scalar]:
        """What is looked for in a collection of which nothing is known: `country in BLOCKED`."""
        if not is_unknown_collection(path):
            return []
        others = [other for other in path.linked if not other.shows(Evidence.SEARCHED)]
        values = self._likeliest(others)
        in_text = any(other.shows(Evidence.TEXT) for other in path.linked)  # as of `.upper()`
        texts = [value for value in values if isinstance(value, str) and in_text]
        return [*values, *(text.upper() for text in texts), *(text.lower() for text in texts)]

    def _likeliest(self, paths: Iterable[AccessPath]) -> list[Scalar]:
        """The first values of each path."""
        return [value for path in paths for value in self.of(path)[:MOST_OF_OTHER]]

    def learn(self, path: AccessPath, value: Scalar) -> None:
        """Add a value that a path that is no protected input was compared with."""
        values = self.of(path)
        if len(values) < LARGEST_DOMAIN:
            self.known[id(path)] = unique([*values, value])

    def forget(self, path: AccessPath) -> None:
        """Work out the values of a path anew, after its kind was corrected."""
        self.known.pop(id(path), None)
        state = self.state_of(path)
        if state is not None:
            form, match = self.forms.get(id(path)), state.input.match
            state.try_instead(protected_domain(path, match, self.catalogue, form))
