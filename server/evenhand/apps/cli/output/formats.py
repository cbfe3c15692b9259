"""The formats of `--format`, by name. A new format is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from evenhand.apps.cli.lazy_import import imported

if TYPE_CHECKING:
    from evenhand.apps.cli.output.output_format import OutputFormat

FORMATS: Mapping[str, str] = {
    "text": "evenhand.apps.cli.output.text_output:TextOutput",
    "concise": "evenhand.apps.cli.output.concise_output:ConciseOutput",
    "json": "evenhand.apps.cli.output.json_output:JsonOutput",
    "sarif": "evenhand.apps.cli.output.sarif_output:SarifOutput",
    "github": "evenhand.apps.cli.output.github_output:GitHubOutput",
    "gitlab": "evenhand.apps.cli.output.gitlab_output:GitLabOutput",
    "junit": "evenhand.apps.cli.output.junit_output:JUnitOutput",
    "why": "evenhand.apps.cli.output.why_output:WhyOutput",
    "markdown": "evenhand.apps.cli.output.markdown_output:MarkdownOutput",
}
"""Classes by module, so that only the format that is used is imported."""


def format_named(name: str) -> OutputFormat:
    """A new instance of a format; raises `KeyError` if there is none of that name."""
    output_format: OutputFormat = imported(FORMATS[name])()
    return output_format
