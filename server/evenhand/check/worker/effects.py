"""Notes what one call does to the world through stand-ins, and undoes what it changed in them."""

from __future__ import annotations

from typing import Any, Callable

from .outcomes import Encoder
from .stand_in_places import UNSET, Arguments, Place
from .stand_ins import named

Note = list[Any]
"""What was called, and the tree of its arguments."""
MAX_EFFECTS, MAX_GUESSES, LONGEST_NAME = 200, 50, 500
HOLDING = frozenset({"jsonify", "make_response", "redirect", "render", "render_template"})
"""Functions that make a response of their arguments."""
DOING = frozenset(
    "add append apply create critical debug delay delete email emit enqueue error exception extend "
    "info insert log mail msgprint notify patch post print publish push put register remove save "
    "send set submit throw update warn warning write".split()
)
"""Verbs of calls that do something, whatever is made of their answers."""
ASKING = frozenset(
    (
        "all can checked column count current data date exists fetch find first get has index is "
        "item load one read row scalar selected size state text value"
    ).split()
)
"""Verbs of calls that only ask, if they are given nothing."""
CHECKING = frozenset("check validate verify ensure assert require enforce raise guard".split())
"""Words in the names of functions that may refuse what they are given."""
MOST_TIMES_TRUE = 50
"""How often a condition on the same stand-in holds: a loop that waits for it comes to its end."""


class Effects:
    """The effects of one call after another."""

    def __init__(self) -> None:
        self.active = self.busy = False
        self.noted: list[Note] = []
        """What was called, and the tree of its arguments."""
        self.questions: set[int] = set()
        """Those of the notes that are no effects, by their identity."""
        self.guesses: list[Note] = []
        """Whose answers nobody knows: what was called, and the tree of its arguments."""
        self.met: list[Place] = []
        """Stand-ins that were met while another was described."""
        self.followed: set[int] = set()
        """The identities of stand-ins of which it is being noted what they came of."""
        self.before: list[tuple[dict[str, Any], str, Any]] = []
        """Parts of stand-ins as they were before they changed."""
        self.times_true: dict[str, int] = {}
        self.deciding: dict[str, None] = {}
        """The stand-ins whose defaults answered a test, though nobody knows the answer."""
        self.encoder = Encoder()

    def start(self) -> None:
        """Forget the last call; note what the next one does."""
        self.noted, self.guesses, self.questions = [], [], set()
        self.before, self.times_true, self.deciding = [], {}, {}
        self.encoder, self.active = Encoder(), True

    def stop(self) -> None:
        """Note nothing from here on, and let stand-ins be as they were before the call."""
        self.active = False
        while self.before:
            parts, key, value = self.before.pop()
            if value is UNSET:
                parts.pop(key, None)
            else:
                parts[key] = value

    @property
    def effects(self) -> list[Note]:
        """What the call did, without what it only asked."""
        return [note for note in self.noted if id(note) not in self.questions]

    def called(self, place: Place, arguments: Arguments) -> Note | None:
        """A call through a stand-in."""
        path = place.path()
        if not self.active:
            return None
        note = self._note(self.noted, MAX_EFFECTS, path, named(arguments), self.seen)
        if not CHECKING.isdisjoint(path.rpartition(".")[2].lower().split("_")):
            self._guess(path, arguments, note, self.asked)  # it might have raised an error
        return note

    def answered(self, place: Place, arguments: Arguments, note: Note | None) -> None:
        """A call to which an answer was chosen: it may have been a question."""
        if not self.active:
            return
        path = place.path()
        if any(arguments):
            self._guess(path, arguments, note, self.asked)
        elif note is not None and _only_asks(path):
            self.questions.add(id(note))

    def asked(self, place: Place) -> None:
        """A default of a stand-in decides: the calls that it came of were questions."""
        for result in place.calls():
            self._guess(_called(result), result.arguments, result.note, self.asked)

    def seen(self, place: Place) -> None:
        """A stand-in is part of the outcome, with the arguments of the call that gave it.

        The same arguments need not mean the same answer; and calls before it were questions.
        """
        if self.busy:
            self.met.append(place)
            return
        for result in place.calls():
            path = _called(result)
            if not _is_data(path):
                note = None if result is place else result.note
                self._guess(path, result.arguments, note, self.seen)

    def _guess(
        self,
        path: str,
        arguments: Arguments | None,
        note: Note | None,
        follow: Callable[[Place], None],
    ) -> None:
        """Nobody knows what a call gives."""
        if arguments is None or not any(arguments):
            return
        self._note(self.guesses, MAX_GUESSES, path, named(arguments), follow)
        if note is not None and _verb(path) not in DOING:
            self.questions.add(id(note))

    def changed(self, place: Place, part: str, parts: dict[str, Any], key: str, to: Any) -> None:
        """A part of a stand-in that is about to be set, or deleted."""
        if self.active:
            self.before.append((parts, key, parts.get(key, UNSET)))
            done = f"del {place.path()}{part}" if to is UNSET else f"{place.path()}{part} ="
            values = [] if to is UNSET else [(key.strip("'"), to)]
            self._note(self.noted, MAX_EFFECTS, done, values, self.seen)

    def decides(self, place: Place) -> None:
        """A default of a stand-in answers a test."""
        if self.active and not self.busy and len(self.deciding) < MAX_GUESSES:
            self.deciding[place.path()] = None

    def is_true(self, place: Place) -> bool:
        """Conditions hold, as for a `MagicMock`, but not without end."""
        if not self.active:
            return True

        if place.calls():  # any other object is true
            self.decides(place)
        path = place.path()
        self.times_true[path] = times = self.times_true.get(path, 0) + 1
        return times <= MOST_TIMES_TRUE

    def wrote(self, what: str, values: list[tuple[str, Any]]) -> None:
        """A file that the call would have written."""
        self._note(self.noted, MAX_EFFECTS, what, values, self.seen)

    def _note(
        self, notes: list[Note], most: int, what: str, values: list[tuple[str, Any]],
        follow: Callable[[Place], None],
    ) -> Note | None:  # fmt: skip
        if self.busy or len(notes) > most:
            return None
        if len(notes) == most:
            notes.append(["...", None])
            return None

        self.busy = True  # describing a value may call stand-ins
        try:
            trees = [[name, self.encoder.tree(value)] for name, value in values]
        finally:
            self.busy = False
        met, self.met = self.met, []
        for place in met:
            self._follow(place, follow)
        note = [what[:LONGEST_NAME], {"t": "object", "c": "", "v": trees}]
        notes.append(note)
        return note

    def _follow(self, place: Place, follow: Callable[[Place], None]) -> None:
        """Note what a stand-in came of, unless that is being done: it may hold itself."""
        if id(place) in self.followed:
            return
        self.followed.add(id(place))
        try:
            follow(place)
        finally:
            self.followed.discard(id(place))


def _called(result: Place) -> str:
    """What was called for a result."""
    return result.path()[: -len("()")]


def _verb(path: str) -> str:
    """The first word of the last name in a path: `send` of `client.send_message`."""
    return path.rpartition(".")[2].lower().partition("_")[0]


def _only_asks(path: str) -> bool:
    """Whether a call that is given nothing only asks: `box.currentIndex()`, `cursor.fetchone()`."""
    name = path.rpartition(".")[2]
    first = name[: next((i for i, each in enumerate(name) if each.isupper()), len(name))]
    return _verb(path) in ASKING or first in ASKING


def _is_data(path: str) -> bool:
    """Whether a call makes something of its arguments that just holds them: `JsonResponse(...)`."""
    name = path.rpartition(".")[2]
    return name[:1].isupper() or name in HOLDING
