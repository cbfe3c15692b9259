"""What findings have in common, as a setting by which a project hears of none of them."""

from __future__ import annotations

from pathlib import Path

from evenhand.check.catalogue.purposes import manners
from evenhand.check.rules.registry import rule_with_code
from evenhand.findings import Purpose, RuleCode
from evenhand.workspace.settings_file import Change, Chosen, Listed


def without_file(file: Path, settings: Path) -> Listed | None:
    """A file that is not checked any more; None if the `settings` do not hold for it."""
    if not file.is_relative_to(settings.parent):
        return None
    return Listed("extend-exclude", (f"/{file.relative_to(settings.parent).as_posix()}",))


def without_kind(
    rule: RuleCode | None, purpose: Purpose | None, attribute: str
) -> tuple[str, Change]:
    """A kind of findings in a few words, and the setting that leaves it out.

    `rule` is that of a finding on no function. Other kinds are the purpose of a difference, or the
    attribute if somebody gets or loses by it: no setting ends all that treats people differently.
    """
    if rule is not None:
        known = rule_with_code(rule)
        title = f" ({known.title})" if known is not None else ""
        return f"{rule} findings{title}", Listed("ignore", (rule,))
    if purpose in (None, Purpose.DECISION, Purpose.UNCLEAR):
        return f"findings on {attribute.replace('_', ' ')}", Chosen("attributes", attribute, False)
    label = f"findings that are {manners()[purpose].reason}"
    return label, Chosen("purposes", purpose.value, "off")
