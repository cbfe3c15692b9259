"""An endpoint that speaks OpenAI's chat protocol: where it is, and how to ask it."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from evenhand.models.language_model import ModelError, Remedy

OPENAI = "https://api.openai.com/v1"
SECONDS = 300.0
"""A model on the user's own machine may need minutes."""
RENAMED_LIMIT = ("openai.com", "azure.com")
"""Where `max_tokens` is called `max_completion_tokens`; all others know it by the old name."""
_CHAT = "/chat/completions"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is and how to ask it; no folder may choose any of this."""

    model: str
    base_url: str = OPENAI
    key: str = field(default="", repr=False)
    seconds: float = SECONDS
    """For one answer, retries included."""
    retries: int = 3
    temperature: float | None = None
    top_p: float | None = None
    """The share of the likeliest tokens from which each is drawn; None: the endpoint's own."""
    tokens: int | None = None
    """The length at which the endpoint is to cut off an answer."""

    @property
    def name(self) -> str:
        """`gpt-4o at api.openai.com`."""
        return f"{self.model} at {self.host}"

    @property
    def host(self) -> str:
        """The address without the path; all of it if it has no host."""
        return urlsplit(self.base_url).netloc or self.base_url

    @property
    def limit_name(self) -> str:
        """How the protocol there calls the most tokens of an answer."""
        host = urlsplit(self.base_url).hostname or ""
        is_renamed = any(host == end or host.endswith(f".{end}") for end in RENAMED_LIMIT)
        return "max_completion_tokens" if is_renamed else "max_tokens"


def base_url_of(written: str) -> str:
    """A base URL as people write it, with its scheme and without what the protocol appends.

    Raises `ModelError` if it is none.
    """
    text = written.strip()
    if "://" not in text:
        text = f"{_scheme_for(text)}://{text}"

    try:
        parts = urlsplit(text)
        is_web = parts.scheme.lower() in {"http", "https"} and bool(parts.hostname)
        _ = parts.port  # raises if it is no number
    except ValueError:
        is_web = False
    if not is_web or any(c.isspace() for c in text):
        example = "http://localhost:11434/v1"
        raise ModelError(f"{written!r} is no base URL; write it like {example}", Remedy.ENDPOINT)
    return text.rstrip("/").removesuffix(_CHAT).rstrip("/")


def _scheme_for(address: str) -> str:
    """`http` for a machine of one's own, `https` for all others."""
    try:
        host = urlsplit(f"//{address}").hostname or ""
    except ValueError:
        return "https"
    return "http" if _is_own(host) else "https"


def _is_own(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".internal"))
