"""What goes wrong between a client and an endpoint, and the sentence that the user reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum, auto
from http import HTTPStatus
from urllib.parse import urlsplit

from evenhand.doors.printable import excerpt
from evenhand.models.language_model import ModelError, Remedy, TurnedAwayError
from evenhand.models.openai_endpoint import Endpoint

LONGEST_QUOTE = 200
"""Characters of an endpoint's own words."""
MOST_NAMED = 5
"""Models of an endpoint that a sentence lists."""


class Trouble(Enum):
    """What went wrong."""

    UNREACHABLE = auto()
    """Nobody answers at the address: nothing was sent."""
    NOT_TRUSTED = auto()
    """The certificate of the address cannot be verified: nothing was sent."""
    SILENT = auto()
    BROKEN_OFF = auto()
    STATUS = auto()
    """The endpoint answers with an HTTP status that is an error."""
    FAILED = auto()
    """The endpoint reports an error in the middle of an answer."""
    GARBLED = auto()
    """What it answers is not the protocol."""
    ENDLESS = auto()
    """It sends more than an answer ever has, or packed so that it may become more."""


NOTHING_BEGUN = frozenset({Trouble.UNREACHABLE, Trouble.NOT_TRUSTED, Trouble.STATUS})
"""No answer was begun; an endpoint that was silent or broke off may have begun one."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, as a client found it."""

    trouble: Trouble
    words: str = ""
    """Of the endpoint or the system; empty if there are none."""
    status: int = 0
    code: str = ""
    """The protocol's name of the error, such as `insufficient_quota`; empty if it gives none."""
    wait: float | None = None
    """Seconds after which the endpoint wants to be asked again; None if it does not say."""


class EndpointError(Exception):
    """A client has no answer."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"{failure.trouble.name} {failure.status or ''} {failure.words}")
        self.failure = failure


def model_error(failure: Failure, endpoint: Endpoint, models: Sequence[str] = ()) -> ModelError:
    """What a failure means for a question; `models` are those that the endpoint has, if known."""
    if failure.trouble is Trouble.STATUS:
        sentence, remedy = _about_status(failure, endpoint, models)
    else:
        sentence, remedy = _about_connection(failure, endpoint)

    has_begun = failure.trouble not in NOTHING_BEGUN
    return ModelError(sentence, remedy) if has_begun else TurnedAwayError(sentence, remedy)


def _about_connection(failure: Failure, endpoint: Endpoint) -> tuple[str, Remedy]:
    host, words = endpoint.host, _in_brackets(failure.words)
    match failure.trouble:
        case Trouble.UNREACHABLE:
            problem = (
                f"{host} cannot be reached{words}: is its server running, and the address right?"
            )
            return problem, Remedy.ENDPOINT
        case Trouble.NOT_TRUSTED:
            return f"the certificate of {host} cannot be verified{words}", Remedy.ENDPOINT
        case Trouble.SILENT:
            return silence(endpoint), Remedy.TIMEOUT
        case Trouble.BROKEN_OFF:
            return f"the connection to {host} broke off{words}; try again", Remedy.NONE
        case Trouble.GARBLED:
            problem = f"{host} does not speak OpenAI's protocol{words}"
            return problem + _path_advice(endpoint), Remedy.ENDPOINT
        case Trouble.ENDLESS:
            return f"{host} sends more than an answer has{words}", Remedy.ENDPOINT
        case _:
            return f"{host} failed: {excerpt(failure.words, LONGEST_QUOTE)}", Remedy.NONE


def silence(endpoint: Endpoint) -> str:
    """That there was no whole answer in time."""
    return f"{endpoint.host} gave no answer in {endpoint.seconds:g} s; a slow model needs more time"


def _about_status(
    failure: Failure, endpoint: Endpoint, models: Sequence[str]
) -> tuple[str, Remedy]:
    host, status = endpoint.host, failure.status
    if failure.code in BY_CODE:
        problem, remedy = BY_CODE[failure.code]
        return problem.format(host=host, model=endpoint.model), remedy

    match status:
        case HTTPStatus.UNAUTHORIZED:
            refused = f"{host} does not accept the key; set another"
            return refused if endpoint.key else f"{host} wants a key; set one", Remedy.KEY
        case HTTPStatus.FORBIDDEN:
            problem = f"{host} does not allow {endpoint.model} with this key"
            return problem + quoted(failure.words), Remedy.KEY
        case HTTPStatus.NOT_FOUND:
            return _not_found(failure, endpoint, models), Remedy.MODEL
        case HTTPStatus.TOO_MANY_REQUESTS:
            retried = f", nor did after {endpoint.retries} retries" if endpoint.retries else ""
            return f"{host} takes no more requests now (429){retried}; try again later", Remedy.NONE
    if status < HTTPStatus.BAD_REQUEST:
        problem = f"{host} sends requests on to another address ({status}); name that one"
        return problem, Remedy.ENDPOINT
    remedy = Remedy.MODEL if status < HTTPStatus.INTERNAL_SERVER_ERROR else Remedy.NONE
    return f"{host} answers {status}{quoted(failure.words)}", remedy


BY_CODE: Mapping[str, tuple[str, Remedy]] = {
    "insufficient_quota": ("{host} has no credit left for this key", Remedy.KEY),
    "context_length_exceeded": ("the request is too long for {model} at {host}", Remedy.MODEL),
}
"""Sentences for errors that the protocol names."""


def _not_found(failure: Failure, endpoint: Endpoint, models: Sequence[str]) -> str:
    problem = f"{endpoint.host} has no model {endpoint.model}"
    if models:
        return f"{problem}; it has {_named(endpoint.model, models)}"
    if failure.words:
        return problem + quoted(failure.words)
    return f"{problem}, or {endpoint.base_url} is wrong{_path_advice(endpoint)}"


def _named(wanted: str, models: Sequence[str]) -> str:
    """Some of the models, those first whose names are like the wanted one's."""
    close = get_close_matches(wanted, models, MOST_NAMED, cutoff=0.5)
    names = list(dict.fromkeys([*close, *models]))
    more = len(names) - MOST_NAMED
    listed = ", ".join(names[:MOST_NAMED])
    return f"{listed} and {more} more" if more > 0 else listed


def _path_advice(endpoint: Endpoint) -> str:
    """That a path is missing, where there is none."""
    if urlsplit(endpoint.base_url).path:
        return ""
    return f"; most base URLs end in /v1: try {endpoint.base_url}/v1"


def quoted(words: str) -> str:
    """An endpoint's own words as the end of a sentence; empty if there are none."""
    return f": {excerpt(words, LONGEST_QUOTE)}" if words else ""


def _in_brackets(words: str) -> str:
    return f" ({excerpt(words, LONGEST_QUOTE)})" if words else ""
