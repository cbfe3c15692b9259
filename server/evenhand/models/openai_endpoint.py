"""An endpoint that speaks OpenAI's chat protocol: where it is, and how to ask it."""

from __future__ import annotations

import re
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import SplitResult, unquote, urlsplit

from evenhand.models.language_model import ModelError, Remedy

OPENAI = "https://api.openai.com/v1"
SECONDS = 300.0
"""A model on the user's own machine may need minutes."""
RENAMED_LIMIT = ("openai.com", "azure.com")
"""Where `max_tokens` is called `max_completion_tokens`; all others know it by the old name."""
_CHAT = "/chat/completions"
_MAY_BE_SECRET = re.compile(r"(?<=://).*@|^(?!.*://).*@|[?#].*", re.DOTALL)
"""Who signs in, however the rest is written, and what a query says."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is and how to ask it; no folder may choose any of this."""

    model: str
    base_url: str = OPENAI
    """Without a user name and a password: it is shown, and written into evidence."""
    key: str = field(default="", repr=False)
    seconds: float = SECONDS
    """For one answer, retries included."""
    retries: int = 3
    temperature: float | None = None
    top_p: float | None = None
    """The share of the likeliest tokens from which each is drawn; None: the endpoint's own."""
    tokens: int | None = None
    """The length at which the endpoint is to cut off an answer."""
    sign_in: str = field(default="", repr=False)
    """`name:password`, where the address had one."""

    @property
    def name(self) -> str:
        """`gpt-4o at api.openai.com`."""
        return f"{self.model} at {self.host}"

    @property
    def host(self) -> str:
        """The address without the path; all of it if it has no host."""
        return urlsplit(self.base_url).netloc or self.base_url

    @property
    def authorization(self) -> str:
        """The header that says who asks; empty if nobody in particular does."""
        if self.sign_in:
            return f"Basic {b64encode(self.sign_in.encode()).decode()}"
        return f"Bearer {self.key}" if self.key else ""

    @property
    def limit_name(self) -> str:
        """How the protocol there calls the most tokens of an answer."""
        host = urlsplit(self.base_url).hostname or ""
        is_renamed = any(host == end or host.endswith(f".{end}") for end in RENAMED_LIMIT)
        return "max_completion_tokens" if is_renamed else "max_tokens"


def base_url_of(written: str) -> str:
    """A base URL as people write it, with its scheme and without what the protocol appends.

    Who signs in is left out. Raises `ModelError` if it is none.
    """
    text = _with_scheme(written)
    signed_in, at, _ = _parts_of(written).netloc.rpartition("@")
    return text.replace(signed_in + at, "", 1).rstrip("/").removesuffix(_CHAT).rstrip("/")


def sign_in_of(written: str) -> str:
    """`name:password`, as a base URL has it; empty if it has none. Raises `ModelError`."""
    return unquote(_parts_of(written).netloc.rpartition("@")[0])


def _parts_of(written: str) -> SplitResult:
    text = _with_scheme(written)
    is_whole = not any(c.isspace() for c in text)
    with suppress(ValueError):
        parts = urlsplit(text)
        _ = parts.port  # raises if it is no number
        is_web = parts.scheme in {"http", "https"} and bool(parts.hostname)
        is_base = not (parts.query or parts.fragment or "@" in parts.path)
        if is_web and is_base and is_whole:
            return parts

    shown = _MAY_BE_SECRET.sub("", written)
    example = "http://localhost:11434/v1"
    raise ModelError(f"{shown!r} is no base URL; write it like {example}", Remedy.ENDPOINT)


def _with_scheme(written: str) -> str:
    text = written.strip()
    return text if "://" in text else f"{_scheme_for(text)}://{text}"


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
