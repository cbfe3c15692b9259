"""`evenhand.server.debugInformation`: what a maintainer would ask for first."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from evenhand import __version__
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.server import EvenhandServer


async def debug_information(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Versions, settings and the state of every open document."""
    session, settings = server.session, server.session.settings
    return {
        "evenhand": __version__,
        "server": {"python": sys.executable, "version": platform.python_version()},
        "platform": platform.platform(),
        "trusted": settings.trusted,
        "status": asdict(session.status.current),
        "folders": {uri: str(path) for uri, path in settings.folders.items()},
        "interpreters": dict(settings.configuration.interpreters),
        "documents": [
            _described(document, settings.of(document.path).python)
            for document in session.documents.values()
        ],
    }


def _described(document: Document, python: str | None) -> dict[str, Any]:
    return {
        "uri": document.uri,
        "version": document.version,
        "checking": bool(document.jobs),
        "functions": len(document.findings.functions),
        "python": python,
    }
