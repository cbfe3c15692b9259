"""The formats of `--format`, by name. A new format is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evenhand.apps.cli.output.output_format import OutputFormat

FORMATS: Mapping[str, str] = {
    "text": "evenhand.apps.cli.output.text_output:TextOutput",
    "json": "evenhand.apps.cli.output.json_output:JsonOutput",
    "sarif": "evenhand.apps.cli.output.sarif_output:SarifOutput",
    "github": "evenhand.apps.cli.output.github_output:GitHubOutput",
    "junit": "evenhand.apps.cli.output.junit_output:JUnitOutput",
}
"""Classes by module, so that only the format that is used is imported."""


def format_named(name: str) -> OutputFormat:
    """A new instance of a format; raises `KeyError` if there is none of that name."""
    module, _, class_name = FORMATS[name].partition(":")
    output_format: OutputFormat = getattr(import_module(module), class_name)()
    return output_format
