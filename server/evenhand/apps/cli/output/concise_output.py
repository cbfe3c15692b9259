"""One line for each finding, as linters print them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from evenhand.apps.cli.output.text_output import TextOutput, blocks
from evenhand.findings import FileReport


class ConciseOutput(TextOutput):
    """`--format concise`"""

    def blocks(self, report: FileReport, verbose: bool) -> Iterator[Text]:
        """The first line of each block, without the calls."""
        for block in blocks(report, verbose):
            yield block.split("\n")[0]
