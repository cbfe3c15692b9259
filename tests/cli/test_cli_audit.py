"""What a change brings: `evenhand audit`, baselines, and findings for other programs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ready import copied

SCORE = """\
def score(years, gender):
    return years * 2 + (10 if gender == "male" else 0)
"""
FEE = """\


def fee(days, age):
    return days * rate(age)


def rate(age):
    return 2
"""


def evenhand(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = copied([sys.executable, "-m", "evenhand", *arguments])
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Kim", "-c", "user.email=kim@example.org"]
    command = ["git", "-C", str(folder), *who, *arguments]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a biased function on `main`, and a branch from there."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "rating.py").write_text(SCORE + FEE)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "Begin")
    git(tmp_path, "switch", "-q", "-c", "work")
    return tmp_path


def shown(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line.partition(" EVH001 ")[2] for line in done.stdout.splitlines() if "EVH" in line]


def test_what_was_there_before_is_not_shown(project: Path) -> None:
    done = evenhand(project, "audit", "--since", "main")

    assert done.returncode == 0
    assert "No function changed." in done.stdout


def test_a_function_that_is_new_or_edited_is(project: Path) -> None:
    (project / "new.py").write_text(SCORE.replace("score", "points"))
    edited = FEE.replace("days * rate(age)", "days * (2 if age < 45 else 1)")
    (project / "rating.py").write_text(SCORE + edited)
    git(project, "add", "rating.py")
    git(project, "commit", "-q", "-m", "Edit")
    done = evenhand(project, "audit", "--since", "main")

    assert done.returncode == 1
    assert [line.split("`")[1] for line in shown(done)] == ["points", "fee"]


def test_a_helper_that_changes_counts_for_who_calls_it(project: Path) -> None:
    text = (SCORE + FEE).replace(
        "rate(age):\n    return 2\n", "rate(n):\n    return 2 if n < 45 else 1\n"
    )
    (project / "rating.py").write_text(text)
    done = evenhand(project, "audit", "--since", "main")

    assert [line.split("`")[1] for line in shown(done)] == ["fee"]


def test_a_helper_that_decides_is_shown_and_not_who_calls_it(project: Path) -> None:
    text = (SCORE + FEE).replace("return 2\n", "return 2 if age < 45 else 1\n")
    (project / "rating.py").write_text(text)
    done = evenhand(project, "audit", "--since", "main")

    assert [line.split("`")[1] for line in shown(done)] == ["rate"]


def test_line_ends_are_no_change(project: Path) -> None:
    (project / "rating.py").write_bytes((SCORE + FEE).replace("\n", "\r\n").encode())
    done = evenhand(project, "audit", "--since", "main")

    assert done.returncode == 0
    assert "No function changed." in done.stdout


def test_a_repository_may_name_its_objects_by_sha256(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main", "--object-format=sha256")
    (tmp_path / "rating.py").write_text(SCORE)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "Begin")
    same = evenhand(tmp_path, "audit", "--since", "main")
    (tmp_path / "rating.py").write_text(SCORE.replace("score", "points"))
    edited = evenhand(tmp_path, "audit", "--since", "main")

    assert "No function changed." in same.stdout
    assert [line.split("`")[1] for line in shown(edited)] == ["points"]


def test_the_change_is_counted_from_where_the_branch_began(project: Path) -> None:
    git(project, "switch", "-q", "main")
    (project / "later.py").write_text(SCORE)
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Go on elsewhere")
    git(project, "switch", "-q", "work")
    done = evenhand(project, "audit", "--since", "main")

    assert done.returncode == 0


def test_what_git_does_not_know_is_said(project: Path, tmp_path_factory: pytest.TempPathFactory):
    unknown = evenhand(project, "audit", "--since", "nowhere")
    outside = evenhand(tmp_path_factory.mktemp("plain"), "audit", "--since", "main")

    assert unknown.returncode == 2
    assert "no commit or branch `nowhere`" in unknown.stderr
    assert outside.returncode == 2
    assert "is not in a Git repository" in outside.stderr


def test_a_revision_that_is_a_book_is_not_repeated(project: Path) -> None:
    done = evenhand(project, "audit", "--since", "x" * 100_000)

    assert done.returncode == 2
    assert "there is no commit or branch `xxx" in done.stderr
    assert len(done.stderr) < 1_000


def test_a_baseline_hides_what_it_knows_until_it_is_edited(project: Path) -> None:
    written = evenhand(project, "check", "--write-baseline", "known.json", ".")
    before = evenhand(project, "check", "--baseline", "known.json", ".")
    (project / "rating.py").write_text("import os\n\n\n" + SCORE + FEE)
    moved = evenhand(project, "check", "--baseline", "known.json", ".")
    (project / "rating.py").write_text((SCORE + FEE).replace("+ (10", "+ (11"))
    edited = evenhand(project, "check", "--baseline", "known.json", ".")

    assert "Wrote 1 finding to known.json." in written.stderr
    assert (written.returncode, before.returncode, moved.returncode) == (0, 0, 0)
    assert edited.returncode == 1


def test_a_baseline_does_not_depend_on_where_it_is_used(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    inner = project / "inner"
    inner.mkdir()
    (project / "rating.py").rename(inner / "rating.py")
    for known in (project / "known.json", tmp_path_factory.mktemp("elsewhere") / "known.json"):
        evenhand(project, "check", ".", "--write-baseline", str(known))

        assert evenhand(project, "check", ".", "--baseline", str(known)).returncode == 0
        assert evenhand(inner, "check", ".", "--baseline", str(known)).returncode == 0
        assert evenhand(inner, "check", "../inner/rating.py", "--baseline", str(known)).stdout != ""
        assert evenhand(inner, "check", "../inner", "--baseline", str(known)).returncode == 0

    copy = tmp_path_factory.mktemp("copy") / "checkout"
    shutil.copytree(project, copy)
    assert evenhand(copy, "check", ".", "--baseline", str(known)).returncode == 0


def test_a_baseline_survives_a_rename_and_no_copy(project: Path) -> None:
    evenhand(project, "check", ".", "--write-baseline", "known.json")
    (project / "rating.py").rename(project / "points.py")

    assert evenhand(project, "check", ".", "--baseline", "known.json").returncode == 0
    (project / "rating.py").write_text((project / "points.py").read_text())
    assert evenhand(project, "check", ".", "--baseline", "known.json").returncode == 1


def test_a_renamed_file_is_the_same_file(project: Path) -> None:
    git(project, "mv", "rating.py", "points.py")
    moved = evenhand(project, "audit", "--since", "main")
    edited = FEE.replace("days * rate(age)", "days * (2 if age < 45 else 1)")
    (project / "points.py").write_text(SCORE + edited)
    changed = evenhand(project, "audit", "--since", "main")
    (project / "rating.py").write_text(SCORE + FEE)
    copied = evenhand(project, "audit", "--since", "main")

    assert moved.returncode == 0
    assert [line.split("`")[1] for line in shown(changed)] == ["fee"]
    assert [line.split("`")[1] for line in shown(copied)] == ["score", "fee"]


def test_something_else_is_no_baseline(project: Path) -> None:
    (project / "known.json").write_text('{"findings": 3}')
    done = evenhand(project, "check", "--baseline", "known.json", ".")

    assert done.returncode == 2
    assert "known.json is not a baseline of Evenhand" in done.stderr


def test_annotations_for_github(project: Path) -> None:
    done = evenhand(project, "check", "--format", "github", ".")
    (line,) = done.stdout.splitlines()

    assert line.startswith("::warning file=rating.py,line=1,endLine=1,col=5,title=Evenhand EVH001")
    assert "%0A    score(" in line


def test_junit(project: Path) -> None:
    (project / "broken.py").write_text("def (:\n")
    root = ElementTree.fromstring(evenhand(project, "check", "--format", "junit", ".").stdout)
    suites = {suite.get("name"): suite for suite in root}

    assert suites["broken.py"].get("errors") == "1"
    assert suites["rating.py"].get("failures") == "1"
    failed = suites["rating.py"].find(".//failure")
    assert failed is not None
    assert "score(" in (failed.text or "")


def test_sarif(project: Path) -> None:
    (project / "broken.py").write_text("def (:\n")
    log = json.loads(evenhand(project, "check", "--format", "sarif", ".").stdout)
    (run,) = log["runs"]
    (result,) = run["results"]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    place = result["locations"][0]

    assert rule["id"] == result["ruleId"] == "EVH001"
    assert result["level"] == "warning"
    assert "score(" in result["message"]["text"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "rating.py"
    assert place["physicalLocation"]["region"]["startColumn"] == 5
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "score"
    assert run["invocations"][0]["executionSuccessful"] is False


def test_rules_in_sarif_explain_themselves(project: Path) -> None:
    log = json.loads(evenhand(project, "check", "--format", "sarif", ".").stdout)

    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        assert rule["name"].isidentifier()
        assert rule["fullDescription"]["text"] != rule["shortDescription"]["text"]
        assert rule["help"]["markdown"].startswith(f"# {rule['id']}: ")


def test_other_forms_of_the_same_findings(project: Path) -> None:
    (project / "rating.py").write_text(SCORE.replace('"male"', '"*male*"'))
    formats = ("concise", "gitlab", "markdown")
    outputs = [part for name in formats for part in ("-o", f"{name}={name}.txt")]

    done = evenhand(project, "check", "-q", *outputs, ".")

    assert done.returncode == 1
    line, empty, summary = (project / "concise.txt").read_text().splitlines()
    assert line.startswith("rating.py:1:5: EVH001 `score`")
    assert (empty, summary[:16]) == ("", "Found 1 function")
    (issue,) = json.loads((project / "gitlab.txt").read_text())
    assert issue["location"] == {"path": "rating.py", "lines": {"begin": 1}}
    assert (issue["check_name"], issue["severity"]) == ("EVH001", "major")
    assert len(issue["fingerprint"]) == 64
    page = (project / "markdown.txt").read_text()
    assert "**rating.py:1** EVH001: \\`score\\`" in page
    assert "'\\*male\\*'" in page


def test_the_action_checks_once_and_writes_all(project: Path) -> None:
    (project / "new.py").write_text(SCORE.replace("score", "points"))
    script = Path(__file__).parents[2] / "scripts" / "github_action.sh"
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    summary = project / "summary.md"
    environment = {"PATH": programs, "SINCE": "main", "GITHUB_STEP_SUMMARY": str(summary)}

    done = subprocess.run(
        [script], cwd=project, env={**os.environ, **environment}, capture_output=True, text=True
    )

    assert done.returncode == 1
    assert done.stdout.count("::warning file=new.py,line=1") == 1
    assert "**new.py:1** EVH001" in summary.read_text()
    (run,) = json.loads((project / "evenhand.sarif").read_text())["runs"]
    assert len(run["results"]) == 1


def test_a_shallow_clone_is_named(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    clone = tmp_path_factory.mktemp("shallow")
    git(project, "commit", "-q", "--allow-empty", "-m", "More")
    git(clone, "clone", "-q", "--depth=1", f"file://{project}", "here")

    done = evenhand(clone / "here", "audit", "--since", "main")

    assert done.returncode == 2
    assert "fetch-depth: 0" in " ".join(done.stderr.split())


def test_a_clone_that_does_not_know_where_the_branch_began_says_so(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    clone = tmp_path_factory.mktemp("shallow")
    (project / "new.py").write_text(SCORE.replace("score", "points"))
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Add points")
    git(clone, "clone", "-q", "--depth=1", "--no-single-branch", f"file://{project}", "here")

    done = evenhand(clone / "here", "audit", "--since", "origin/main")

    assert [line.split("`")[1] for line in shown(done)] == ["points"]
    said = " ".join(done.stderr.split())
    assert "`origin/main` and HEAD have no commit in common here" in said
    assert "fetch-depth: 0" in said


def test_a_finding_keeps_its_fingerprint_when_it_moves(project: Path) -> None:
    def fingerprint() -> str:
        log = json.loads(evenhand(project, "check", "--format", "sarif", ".").stdout)
        return str(log["runs"][0]["results"][0]["partialFingerprints"])

    before = fingerprint()
    (project / "rating.py").write_text("import os\n\n\n" + SCORE + FEE)

    assert fingerprint() == before
