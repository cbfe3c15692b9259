"""Have a second reader look at the findings about a file, where the user has chosen one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from evenhand.apps.cli.file_checks import FileJob
from evenhand.check.cache.report_cache import user_cache
from evenhand.findings import FileReport
from evenhand.workspace.decoding import NotTextError

if TYPE_CHECKING:
    from evenhand.second_reader.reading import SecondReader


def second_reader_of(options: Mapping[str, Any]) -> SecondReader | None:
    """The reader that a command's options choose; None if none. Raises `UsageError`."""
    if not options.get("second_reader"):
        return None

    # Without a reader nothing that reaches a network is imported.
    from evenhand.apps.cli.input.endpoint import endpoint
    from evenhand.models.openai_model import OpenAIModel
    from evenhand.second_reader.reading import SecondReader

    model = OpenAIModel(endpoint(options["model"], options["base_url"]))
    return SecondReader(model, None if options["no_cache"] else user_cache())


async def read_again(
    reader: SecondReader, report: FileReport, jobs: Iterable[FileJob]
) -> FileReport:
    """A report as the reader leaves it; code in rows of data sets, which no job is, is not read."""
    job = next((job for job in jobs if str(job.path) == report.path), None)
    data = job.read() if job is not None else None
    if job is None or not isinstance(data, bytes):
        return report
    try:
        text = job.source(data).text
    except NotTextError:
        return report
    return await reader.read(report, text, job.path.absolute(), job.options)
