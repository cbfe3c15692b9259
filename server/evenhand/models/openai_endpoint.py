"""An endpoint that speaks OpenAI's chat protocol: where it is, and how to ask it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

OPENAI = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is and how to ask it; no folder may choose any of this."""

    model: str
    base_url: str = OPENAI
    key: str = ""
    seconds: float = 120.0
    """For one answer, retries included."""
    retries: int = 3
    temperature: float | None = None
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
