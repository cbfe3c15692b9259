"""The site of the documentation: it is whole, its links lead somewhere, and its lesson is true."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.rules.registry import all_rules
from evenhand.findings import Purpose
from evenhand.workspace.setting_values import READERS
from evenhand.workspace.settings import USER_ONLY

ROOT = Path(__file__).parents[2]


def build(output: Path, *docs: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", str(ROOT / "scripts" / "documentation"), output, *docs]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("site")
    done = build(output)
    assert (done.returncode, done.stderr) == (0, "")
    return output


def test_every_page_can_be_read_without_anything_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert text.count("<h1") == text.count("<main") == 1
        assert 'aria-current="page"' in text or page.parent.name == "rules" or page.stem == "index"
        assert "<script" not in text
        assert re.findall('(?:src|rel="stylesheet" href)="https?:', text) == []


@pytest.mark.parametrize(
    ("page", "entries"),
    [
        ("settings", sorted({*READERS, "attributes", "not-people"} - USER_ONLY)),
        ("settings", ["evenhand.profile", "evenhand.repair.advanced"]),
        ("rules", [rule.code for rule in all_rules()]),
        ("attributes", [attribute.name for attribute in default_catalogue().attributes]),
        ("purposes", list(Purpose)),
        ("command-line", ["evenhand study solar", "--add-allowances REASON", "FILE.py:23"]),
        ("python", ["evenhand.assert_evenhanded", "Report.to_frame", "Fixed.diff"]),
    ],
)
def test_the_reference_has_everything_with_its_meaning(
    site: Path, page: str, entries: list[str]
) -> None:
    text = (site / "reference" / f"{page}.html").read_text(encoding="utf-8")

    assert [entry for entry in entries if entry not in text] == []
    assert re.findall(r"<td></td>\s*</tr>", text) == [] or page == "rules"


def test_what_leads_nowhere_is_named(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", docs)
    with (docs / "review.md").open("a") as page:
        page.write("\n[a](gone.md) [b](repair.md#gone) [c](../gone.py) [d](images/gone.png)\n")

    done = build(tmp_path / "site", docs)

    assert done.returncode == 1
    ends = [line.partition("the link ")[2] for line in done.stderr.splitlines()]
    home = "https://github.com/evenhand/evenhand/blob/main/"
    broken = ["gone.html", "repair.html#gone", f"{home}gone.py", "images/gone.png"]
    assert ends == [f"{link} leads nowhere" for link in broken]


def test_a_page_that_nothing_leads_to_is_named(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", docs)
    (docs / "new.md").write_text("# New\n")
    (docs / "review.md").unlink()

    done = build(tmp_path / "site", docs)

    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "new.md: is in no section of page_tree.py",
        "review.md: is named in page_tree.py, and not there",
    ]
