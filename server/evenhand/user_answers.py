"""What a user has answered to findings of one repository: labels of it, kept on this machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from evenhand.lines import lines_of


class AnswerKind(StrEnum):
    """Why a finding is of no use."""

    JUSTIFIED = "justified"
    """The difference is intended."""
    NOT_A_DECISION = "not-a-decision"
    """Nobody gets or loses anything by it."""
    NOT_A_PERSON = "not-a-person"
    """The name means no attribute of a person."""
    WRONG = "wrong"
    """What the finding says is not so."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to one finding."""

    kind: AnswerKind
    file: str
    """Its path: absolute for a check, within the project where answers are kept."""
    function: str
    """Empty if the finding is about a line of the file."""
    attribute: str
    text: str
    """The `digest` of the function or line: of another text, nobody has answered anything."""
    signals: tuple[str, ...] = ()
    """By which the difference was taken for a decision."""
    name: str = ""
    """The name in the code that means the attribute."""
    day: str = ""
    """On which it was given: 2026-05-31."""

    @property
    def is_of_file(self) -> bool:
        """Whether it says of all of a file that a name is about no person there."""
        return self.kind is AnswerKind.NOT_A_PERSON and not self.function and not self.text


def digest(text: str) -> str:
    """What tells a text from others, however it is indented."""
    lines = "\n".join(line.strip() for line in lines_of(text))
    return hashlib.sha256(lines.encode(errors="surrogatepass")).hexdigest()[:16]
