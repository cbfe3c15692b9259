"""Repairs are shown to the user, and the chosen one is applied.

A text that has changed since the repair was made is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.client_edits import refusal
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.lsp_extensions import CHOOSE_REPAIR
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import (
    UnableToAskError,
    answer_of_user,
    is_taken_back,
    tell_user,
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A new text of a document, as it is shown to the user."""

    title: str
    effects: Sequence[str]
    """What changes for whom."""
    evidence: str
    text: str
    strategies: Mapping[str, str]
    """By the function's name, how it was repaired: `offline`, or how a model was asked."""
    awaits_word: bool = False
    """A person has to agree to it."""
    is_allowance: bool = False
    """A comment allows the difference: nothing is repaired."""

    @property
    def summary(self) -> str:
        """Title, effects and evidence in one line."""
        parts = (self.title, "; ".join(self.effects), self.evidence)
        return " — ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class RepairedVersion:
    """The version of a document for which repairs were made."""

    document: Document
    version: int
    text: Text

    @classmethod
    def present(cls, document: Document) -> RepairedVersion:
        """The version that the document has now."""
        return cls(document, document.version, document.text)

    def is_present(self, server: EvenhandServer) -> bool:
        """Whether the document is still open and has not changed."""
        is_open = server.session.documents.get(self.document.uri) is self.document
        return is_open and self.document.version == self.version


async def offer_repairs(
    server: EvenhandServer, repaired: RepairedVersion, offers: Sequence[Offer]
) -> dict[str, Any]:
    """Let the user choose a repair, and apply it; answers `{applied, title}` or why not."""
    chosen = await _choose(server, repaired, offers)
    if chosen is None:
        return {"applied": False, "reason": "none was chosen"}
    if not repaired.is_present(server):
        return not_applied(server, "The text has changed meanwhile, and was left as it is.")

    suggestions, uri = server.session.suggestions, repaired.document.uri
    suggestions.own_result(uri, chosen.text)
    label = f"Evenhand: {chosen.title}"
    problem = await refusal(server, repaired.document.edits_to(chosen.text), label)
    if problem is not None:
        return not_applied(server, f"The text was left as it is: {problem}.")

    suggestions.repaired(uri, chosen.strategies)
    server.later(_offer_undo(server, repaired, chosen))
    return {"applied": True, "title": chosen.title}


async def _offer_undo(server: EvenhandServer, repaired: RepairedVersion, chosen: Offer) -> None:
    """Tell what was done, and bring the old text back if the user wants that."""
    document = repaired.document
    deed = "has a comment now" if chosen.is_allowance else "was repaired"
    if not await is_taken_back(server, f"{document.path.name} {deed}. {chosen.title}."):
        return

    is_open = server.session.documents.get(document.uri) is document
    if not is_open or document.text.python != chosen.text:
        not_applied(server, f"{document.path.name} has changed since. Use the editor's own undo.")
        return
    old = repaired.text.python
    server.session.suggestions.own_result(document.uri, old)
    await refusal(server, document.edits_to(old), "Evenhand: Undo")


def not_applied(server: EvenhandServer, sentence: str) -> dict[str, Any]:
    """Tell the user why nothing was done; the command's answer."""
    tell_user(server, sentence, types.MessageType.Warning)
    return {"applied": False, "reason": message(sentence)}


async def _choose(
    server: EvenhandServer, repaired: RepairedVersion, offers: Sequence[Offer]
) -> Offer | None:
    """The repair that the user picks; None if the user wants none of them."""
    is_file = repaired.document.notebook is None
    if is_file and "chooseRepair" in server.session.settings.abilities:
        return await _choose_in_diff(server, repaired, offers)
    return await _choose_in_message(server, offers)


async def _choose_in_diff(
    server: EvenhandServer, repaired: RepairedVersion, offers: Sequence[Offer]
) -> Offer | None:
    repairs = [
        {
            "title": message(offer.title),
            "effects": [message(effect) for effect in offer.effects],
            "evidence": message(offer.evidence),
            "text": offer.text,
            "allows": offer.is_allowance,
        }
        for offer in offers
    ]
    params = {"uri": repaired.document.uri, "version": repaired.version, "repairs": repairs}
    answer = await server.ask(CHOOSE_REPAIR, params)

    number = getattr(answer, "chosen", None)
    if not isinstance(number, int) or not 0 <= number < len(offers):
        return None
    return offers[number]


async def _choose_in_message(server: EvenhandServer, offers: Sequence[Offer]) -> Offer | None:
    """The repair that the user picks; where the editor shows no question, the first, the best.

    What a person has to agree to is not taken there.
    """
    text = "\n".join(offer.summary for offer in offers)
    titles = [offer.title for offer in offers]
    try:
        title = await answer_of_user(server, text, titles)
    except UnableToAskError:
        settled = [offer for offer in offers if not offer.awaits_word]
        if not settled:
            tell_user(server, f"Not repaired, for this editor cannot ask you about it: {text}")
        return settled[0] if settled else None
    return next((offer for offer in offers if offer.title == title), None)
