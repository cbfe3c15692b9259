"""Findings in files that are not open."""

from __future__ import annotations

from collections.abc import Callable, Container

from lsprotocol import types

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.documents.checks import Checks
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.shown_findings import ShownFindings, with_report
from evenhand.apps.lsp.lsp_extensions import HOVERS_OVER_DIAGNOSTICS
from evenhand.findings import FileReport

Publish = Callable[[str, int | None, list[types.Diagnostic]], None]


class UnopenedFiles:
    """The files that are not open and have diagnostics."""

    def __init__(
        self,
        checks: Checks,
        settings: WorkspaceSettings,
        open_uris: Container[str],
        publish: Publish,
    ) -> None:
        self._checks = checks
        self._settings = settings
        self._open_uris = open_uris
        self._publish = publish
        self._shown: set[str] = set()

    async def check(self, document: Document, note: str = "") -> None:
        """Check a file, and show its findings, each with `note`."""
        settings = self._settings.of(document.path)
        report = await self._checks.run(
            document.text, document.path, settings, lambda function: None
        )
        if report is None:
            report = FileReport(str(document.path))
        document.findings = with_report(ShownFindings(), report)

        names = [function.report.name for function in document.findings.functions]
        notes = dict.fromkeys(names, note) if note else {}
        diagnostics = to_lsp.diagnostics(
            document.uri,
            document.text,
            document.findings,
            notes,
            in_hovers=HOVERS_OVER_DIAGNOSTICS in self._settings.abilities,
        )
        self._show(document.uri, diagnostics)

    def opened(self, uri: str) -> None:
        """The file was opened, and shows its own findings from now on."""
        self._shown.discard(uri)

    def forget(self, uri: str) -> None:
        """Clear the diagnostics of a file or folder that has been deleted or renamed."""
        below = f"{uri}/"
        for shown in list(self._shown):
            if shown == uri or shown.startswith(below):
                self._show(shown, [])

    def _show(self, uri: str, diagnostics: list[types.Diagnostic]) -> None:
        if uri in self._open_uris:  # it was opened while it was checked
            return

        if diagnostics or uri in self._shown:
            self._publish(uri, None, diagnostics)
        if diagnostics:
            self._shown.add(uri)
        else:
            self._shown.discard(uri)
