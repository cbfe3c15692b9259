"""Check files and print what is found, let a person go through it, or allow all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evenhand.apps.cli.commands.check_files import check_files, check_request


def check_or_review(
    paths: tuple[str, ...], options: Mapping[str, Any], since: str | None = None
) -> int:
    """Check, show the findings as the options say, and return the exit status."""
    if options["add_allowances"] is not None:
        from evenhand.apps.cli.commands.added_allowances import add_allowances, refuse_additions

        refuse_additions(paths, options)
        return add_allowances(check_request(paths, options, since), options["add_allowances"])
    if not options["review"]:
        return check_files(check_request(paths, options, since))

    from evenhand.apps.cli.commands.review_findings import refuse_review, review_files

    refuse_review(paths, options)
    return review_files(check_request(paths, options, since))
