"""The pages of the reference that are written by the code itself."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import tomlkit

from evenhand.apps.api import entry_points, report
from evenhand.apps.cli.program import evenhand
from evenhand.check.catalogue import PROFILES, Attribute, default_catalogue
from evenhand.check.catalogue.purposes import manners
from evenhand.check.judging.scorecard import counting_signals
from evenhand.check.rules.interface import Rule, VerdictRule
from evenhand.check.rules.registry import all_rules
from evenhand.findings import Purpose
from evenhand.workspace.setting_values import READERS
from evenhand.workspace.settings import USER_ONLY, Settings

ROOT = Path(__file__).parents[2]
TABLES = frozenset({"severity", "purposes", "per-file-ignores"})
"""Keys whose value is a table."""
MOST_WORDS = 8
"""Of an attribute that the page names; `evenhand` knows more."""


def generated_pages() -> dict[str, str]:
    """Each page in Markdown, by its path."""
    pages: dict[str, Callable[[], Iterable[str]]] = {
        "reference/command-line.md": _command_line,
        "reference/settings.md": _settings,
        "reference/rules.md": _rules,
        "reference/attributes.md": _attributes,
        "reference/purposes.md": _purposes,
        "reference/python.md": _python,
    }
    return {path: "\n".join(lines()) + "\n" for path, lines in pages.items()}


def _command_line() -> Iterator[str]:
    yield "# The command line\n"
    yield "All commands and options, as `--help` prints them.\n"
    yield from _command(click.Context(evenhand, info_name="evenhand", **evenhand.context_settings))


def _command(context: click.Context) -> Iterator[str]:
    command = context.command
    yield f"## {context.command_path}\n"
    yield f"{_paragraphs(command.help)}\n"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```\n{usage}\n```\n"

    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    rows = ((_code(record[0]), record[1]) for record in records if record and record[1])
    yield from _table(("option", "meaning"), rows)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _command(click.Context(below, info_name=name, parent=context))


def _settings() -> Iterator[str]:
    yield "# All settings\n"
    yield "Keys of `[tool.evenhand]` in `pyproject.toml`; see [Settings](../settings.md).\n"
    meanings = _meanings(Settings)
    keys = [key for key in (*READERS, "attributes", "not-people") if key not in USER_ONLY]
    rows = ((_code(key), _default(key), _meaning(meanings, key)) for key in sorted(keys))
    yield from _table(("key", "default", "meaning"), rows)

    yield "## In VS Code\n"
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    offered = manifest["contributes"]["configuration"]["properties"]
    yield from _table(("setting", "default", "meaning"), map(_editor_row, offered.items()))


def _meaning(meanings: Mapping[str, str], key: str) -> str:
    """What a key means, in the words of who writes a file."""
    return meanings[key.replace("-", "_")].replace("None:", "not set:")


def _default(key: str) -> str:
    value = {} if key in TABLES else getattr(Settings(), key.replace("-", "_"))
    if isinstance(value, frozenset | tuple):
        value = sorted(value)
    if value is None:
        return ""
    if isinstance(value, list) and len(value) > 3:
        return f"{', '.join(map(_code, value[:3]))}, ..."
    return _code(tomlkit.item(value).as_string())


def _editor_row(entry: tuple[str, Mapping[str, Any]]) -> tuple[str, str, str]:
    name, setting = entry
    default = "" if "default" not in setting else _code(json.dumps(setting["default"]))
    meaning = setting.get("markdownDescription") or setting.get("description", "")
    return _code(name), default, meaning.replace("`#", "`").replace("#`", "`")


def _rules() -> Iterator[str]:
    yield "# All rules\n"
    rows = (
        (f"[{rule.code}](../rules/{rule.code}.md)", rule.title, *_of_rule(rule))
        for rule in all_rules()
    )
    yield from _table(("rule", "says", "severity", "can be repaired"), rows)


def _of_rule(rule: Rule) -> tuple[str, str]:
    severity = getattr(rule, "severity", None)
    if isinstance(rule, VerdictRule) and severity is None:
        severity = "that of the attribute"
    return str(severity), "yes" if rule.repairable else ""


def _attributes() -> Iterator[str]:
    catalogue = default_catalogue()
    yield "# Protected attributes\n"
    yield "The law that each rests on, and how loudly each profile shows a difference.\n"
    severities = {profile: catalogue.profile(profile) for profile in PROFILES}
    for attribute in catalogue.attributes:
        yield f"## {attribute.name}\n"
        yield f"{attribute.legal_basis or 'No law that the catalogue knows of.'}\n"
        shown = (
            str(severities[profile].get(attribute.name, "not checked")) for profile in PROFILES
        )
        yield from _table(PROFILES, [tuple(shown)])
        yield f"Some of its words: {', '.join(map(_code, _words(attribute)))}.\n"


def _words(attribute: Attribute) -> list[str]:
    words = dict.fromkeys("_".join(phrase.words) for phrase in attribute.phrases)
    return list(words)[:MOST_WORDS]


def _purposes() -> Iterator[str]:
    yield "# All purposes\n"
    yield "What a difference may be for, and how loudly it is shown at most; "
    yield "see [Purposes](../purposes.md).\n"
    meanings = _meanings(Purpose)
    rows = (
        (
            _code(purpose),
            meanings[purpose.name],
            str(manners()[purpose].severity or "off"),
            ", ".join(sorted(manners()[purpose].rests_on)) or "any attribute",
        )
        for purpose in Purpose
    )
    yield from _table(("purpose", "means", "shown as", "may rest on"), rows)
    yield "## Signals\n"
    yield "Each speaks for one purpose; a veto decides alone. "
    yield "`money in name` is a list of words in `lexicon.toml`, and where one of them stands.\n"
    yield from _table(("signal", "for", "points", "an example"), _signals())


def _signals() -> Iterator[tuple[str, ...]]:
    for signal, points in counting_signals().items():
        code = " / ".join(signal.example.split("\n"))
        example = _code(code) if code else "a word of the list"
        weight = "veto" if signal.is_plain else f"{points:.2f}"
        yield signal.name, signal.towards, weight, example


def _python() -> Iterator[str]:
    yield "# The Python interface\n"
    yield "What `import evenhand` has; [From Python](../api.md) shows how to use it.\n"
    for function in (entry_points.check, entry_points.fix, entry_points.assert_evenhanded):
        yield from _callable("##", f"evenhand.{function.__name__}", function)
    for kind in (report.Report, report.Answer, entry_points.Fixed):
        yield f"## evenhand.{kind.__name__}\n"
        yield f"{_paragraphs(inspect.getdoc(kind))}\n"
        yield from _members(kind)


def _members(kind: type) -> Iterator[str]:
    meanings = _meanings(kind)
    yield from _table(
        ("field", "meaning"), ((_code(name), text) for name, text in meanings.items())
    )
    for name, member in vars(kind).items():
        if name.startswith("_") or not inspect.getdoc(member):
            continue
        if isinstance(member, property):
            yield f"### {kind.__name__}.{name}\n\n{_paragraphs(inspect.getdoc(member))}\n"
        elif inspect.isfunction(member):
            yield from _callable("###", f"{kind.__name__}.{name}", member)


def _callable(heading: str, name: str, function: Callable[..., object]) -> Iterator[str]:
    yield f"{heading} {name}\n"
    yield f"```python\n{name.rpartition('.')[2]}{_signature(function)}\n```\n"
    yield f"{_paragraphs(inspect.getdoc(function))}\n"


def _signature(function: Callable[..., object]) -> str:
    return str(inspect.signature(function)).replace("'", "")


def _meanings(kind: type) -> dict[str, str]:
    """The texts below the fields of a class, or below the members of an enumeration."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)
    meanings: dict[str, str] = {}
    for field, text in pairwise(definition.body):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(meaning))),
            ):
                meanings[name] = " ".join(meaning.split())
    return meanings


def _paragraphs(text: str | None) -> str:
    return inspect.cleandoc(text or "").replace("\f", "")


def _code(text: str) -> str:
    """Text that is shown as code, also where it holds what a table or Markdown reads."""
    return f"`{text}`".replace("|", "\\|")


def _table(names: Iterable[str], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    names, cells = tuple(names), [tuple(map(_in_cell, row)) for row in rows]
    if not cells:
        return
    for row in (names, ("---",) * len(names), *cells):
        yield f"| {' | '.join(row)} |"
    yield ""


def _in_cell(text: str) -> str:
    return " ".join(text.split())
