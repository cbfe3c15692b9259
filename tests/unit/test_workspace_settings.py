"""Settings: where they come from, what wins, and what is said about a wrong one."""

import os
from pathlib import Path

import pytest

from evenhand.findings import RuleCode, Severity
from evenhand.isolation import Isolation
from evenhand.options import Baseline
from evenhand.workspace.check_options import options_for
from evenhand.workspace.ignoring import settings_of_file
from evenhand.workspace.pyproject import nearest_settings, read_settings
from evenhand.workspace.settings import Choice, Settings, override
from evenhand.workspace.settings_text import settings_text


def written(folder: Path, text: str) -> Path:
    file = folder / "pyproject.toml"
    file.write_text(text)
    return file


def test_all_settings_from_a_file(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """
        [tool.evenhand]
        enable = false
        profile = "legal"
        attributes = ["age", "gender"]
        not-people = ["partyType", "role"]
        select = ["EVH001", "EVH0"]
        ignore = ["evh003"]
        exclude = ["old"]
        extend-exclude = ["gen"]
        seconds-per-function = 2
        repair-baseline = "most"
        jobs = 1
        [tool.evenhand.severity]
        EVH003 = "warning"
        [tool.evenhand.per-file-ignores]
        "tests/" = ["EVH1", "evh003"]
        """,
    )

    choice = read_settings(file)

    assert choice.problems == ()
    assert choice.settings == Settings(
        enable=False,
        profile="legal",
        attributes=frozenset({"age", "gender"}),
        not_people=frozenset({"party_type", "role"}),
        select=("EVH001", "EVH0"),
        ignore=("EVH003",),
        exclude=("old",),
        extend_exclude=("gen",),
        severity=((RuleCode("EVH003"), Severity.WARNING),),
        per_file_ignores=(("tests/", ("EVH1", "EVH003")),),
        seconds_per_function=2.0,
        repair_baseline=Baseline.MOST,
        jobs=1,
        source=file,
    )


def test_an_attribute_of_ones_own(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "[tool.evenhand.attributes.handedness]\n"
        'words = ["handedness", "left_handed"]\nvalues = ["left", "right"]\n',
    )

    settings = read_settings(file).settings

    assert settings.extra_attributes == (
        ("handedness", ("handedness", "left_handed"), ("left", "right")),
    )
    assert settings.attributes is None


def test_more_words_for_a_known_attribute(tmp_path: Path) -> None:
    file = written(tmp_path, '[tool.evenhand.attributes.Marital-Status]\nwords = ["zivilstand"]\n')

    assert read_settings(file).settings.extra_attributes == (
        ("marital_status", ("zivilstand",), ()),
    )


def test_an_attribute_of_ones_own_may_be_chosen_elsewhere(tmp_path: Path) -> None:
    file = written(tmp_path, '[tool.evenhand.attributes.handedness]\nvalues = ["left", "right"]\n')

    choice = override(
        read_settings(file).settings, {"attributes": ["handedness", "age"]}, "the editor"
    )

    assert choice.problems == ()
    assert choice.settings.attributes == frozenset({"handedness", "age"})


def test_attributes_switched_on_and_off(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "[tool.evenhand]\nprofile = 'legal'\n"
        "attributes = {income = true, age = false, handedness = {values = ['a', 'b']}}\n",
    )

    attributes = options_for(tmp_path / "a.py", read_settings(file).settings, "python3").attributes

    assert attributes is not None
    assert attributes >= {"income", "handedness", "gender"}
    assert attributes.isdisjoint({"age", "education"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("profle = 'legal'", "`profle` is not a setting of Evenhand; did you mean `profile`?"),
        ("zzz = 1", "`zzz` is not a setting of Evenhand"),
        (
            "profile = 'paperr'",
            "one of default, legal, paper, strict, not 'paperr'; did you mean `paper`?",
        ),
        ("enable = 'yes'", "`enable` must be true or false, not 'yes'"),
        ("select = 'EVH001'", "`select` must be a list of texts, not 'EVH001'"),
        ("ignore = ['EVH999']", "`ignore` names 'EVH999', which is no rule"),
        ("ignore = ['']", "`ignore` names '', which is no rule"),
        ("severity = {EVH001 = 'error'}", "one of warning, information, hint, not 'error'"),
        ("purposes = {body = 'loud'}", "one of warning, information, hint, off, not 'loud'"),
        ("purposes = {bodies = 'hint'}", "not 'bodies'; did you mean `body`?"),
        ('repair-baseline = "best"', "must be one of auto, most, favourable, removed, not 'best'"),
        ("seconds-per-function = 0", "must be a number of seconds from 0 to 3600, not 0"),
        ("jobs = true", "`jobs` must be a whole number from 1 up, not True"),
        (
            "attributes.handedness = ['a']",
            "a table of `words` and `values` for 'handedness', not ['a']",
        ),
        ("attributes.handedness = {values = ['a']}", "needs two `values` or more for 'handedness'"),
        ("attributes = ['sex']", "names 'sex', which is no attribute; did you mean `gender`?"),
        ("attributes = ['relgion']", "no attribute; did you mean `religion`?"),
        ("attributes = ['qqq']", "no attribute (see `evenhand attributes`)"),
        ("not-people = 'role'", "`not-people` must be a list of texts, not 'role'"),
        ("not-people = ['role', '_']", "`not-people` names '_', which has no letters"),
        ("per-file-ignores = ['tests']", "must be a table of patterns and rules, not ['tests']"),
        ("per-file-ignores = {tests = ['EVH9']}", "names 'EVH9', which is no rule"),
        ("per-file-ignores = {'!src' = ['EVH']}", "names '!src', which is no pattern of files"),
        ("attributes.raze = false", "names 'raze', which is no attribute; did you mean `race`?"),
    ],
)
def test_a_wrong_setting_is_named_and_left_out(tmp_path: Path, text: str, sentence: str) -> None:
    file = written(tmp_path, f"[tool.evenhand]\nextend-exclude = ['kept']\n{text}\n")

    choice = read_settings(file)

    (problem,) = choice.problems
    assert problem.startswith(f"{file}: ")
    assert sentence in problem
    assert choice.settings == Settings(extend_exclude=("kept",), source=file)


@pytest.mark.parametrize(
    "key",
    [
        "python",
        "interpreter",
        "isolation",
        "sandbox",
        "endpoint",
        "base_url",
        "apiKey",
        "second_reader",
    ],
)
def test_a_folder_does_not_choose_how_its_code_runs(tmp_path: Path, key: str) -> None:
    choice = read_settings(written(tmp_path, f'[tool.evenhand]\n{key} = "./evil"\n'))

    (problem,) = choice.problems
    assert f"`{key}` may not be set there" in problem
    assert "./evil" not in repr(choice.settings)


def test_the_user_chooses_the_interpreter() -> None:
    choice = override(Settings(), {"python": "python3.12"}, "the editor", trusted=True)

    assert choice.settings.python == "python3.12"


def test_the_user_chooses_the_isolation() -> None:
    choice = override(Settings(), {"isolation": "strong"}, "the editor", trusted=True)
    wrong = override(Settings(), {"isolation": "strang"}, "the editor", trusted=True)

    assert choice.settings.isolation is Isolation.STRONG
    assert wrong.settings.isolation is Isolation.AUTO
    assert "did you mean `strong`?" in wrong.problems[0]


def test_the_nearest_file_that_speaks_of_evenhand(tmp_path: Path) -> None:
    outer = written(tmp_path, '[tool.evenhand]\nprofile = "legal"\n')
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "app"
    inner.mkdir()
    written(inner, "[tool.other]\nx = 1\n")

    assert nearest_settings(inner).settings == Settings(profile="legal", source=outer)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    written(tmp_path, "[tool.evenhand\n")

    choice = nearest_settings(tmp_path)

    assert choice.settings == Settings()
    assert "is not valid TOML" in choice.problems[0]


def test_an_editor_writes_keys_its_own_way_and_leaves_some_open() -> None:
    base = Settings(profile="legal", ignore=("EVH003",))

    choice = override(
        base, {"secondsPerFunction": 3.5, "profile": None, "ignore": []}, "the editor"
    )

    assert choice.settings == Settings(profile="legal", ignore=(), seconds_per_function=3.5)


@pytest.mark.parametrize(
    ("select", "ignore", "shown"),
    [
        (("EVH",), (), True),
        (("EVH",), ("EVH001",), False),
        (("EVH001",), ("EVH",), True),
        (("EVH001",), ("EVH001",), False),
        (("EVH01",), (), False),
    ],
)
def test_the_more_exact_entry_decides(
    select: tuple[str, ...], ignore: tuple[str, ...], shown: bool
) -> None:
    assert Settings(select=select, ignore=ignore).shows(RuleCode("EVH001")) is shown


HOSTILE = {
    "x = " + "[" * 5000: "nested too deeply",
    "[tool.evenhand]\njobs." + "a." * 20_000 + "b = 1": "nested too deeply",
    "[" + '"a".' * 300 + "b]\nx = 1": "nested too deeply",
    "[tool.evenhand]\njobs = " + "9" * 6000: "not valid TOML",
    "[tool.evenhand]\nseconds-per-function = 0x" + "f" * 9000: "must be a number",
    "[tool.evenhand]\nprofile = '" + "p" * 100_000 + "'": "must be one of",
    '[tool.evenhand]\n"\\u001b[31m" = 1': r"`\x1b[31m` is not a setting",
    "[tool.evenhand]\nexclude = [" + "'a', " * 20_000 + "]": "more than 10,000 entries",
    "[tool.evenhand.attributes.x]\nwords = [" + "'w', " * 2_000 + "]": "more than 1,000",
    "#" * 600_000: "more than 500,000 bytes",
}


@pytest.mark.parametrize("text", HOSTILE, ids=HOSTILE.values())
def test_a_file_that_is_made_to_break_a_reader_is_a_sentence(tmp_path: Path, text: str) -> None:
    written(tmp_path, text)

    [problem] = nearest_settings(tmp_path).problems

    assert HOSTILE[text] in problem
    assert len(problem) < 1_000


def test_many_wrong_entries_are_counted(tmp_path: Path) -> None:
    written(tmp_path, "[tool.evenhand]\n" + "".join(f"jobz{i} = 1\n" for i in range(5_000)))

    problems = nearest_settings(tmp_path).problems

    assert len(problems) == 21
    assert problems[-1].endswith("4,980 more entries could not be used")


def test_a_named_pipe_or_a_link_out_is_no_file_of_settings(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    written(tmp_path, '[tool.evenhand]\nprofile = "legal"\n')
    (project / "pyproject.toml").symlink_to(tmp_path / "pyproject.toml")
    (project / "sub").mkdir()
    os.mkfifo(project / "sub/pyproject.toml")

    for folder, why in ((project, "leads out"), (project / "sub", "named pipe")):
        choice = nearest_settings(folder)
        assert choice.settings == Settings()
        assert why in choice.problems[0]


def test_a_folder_may_not_ask_for_more_than_a_machine_has_and_the_user_may(tmp_path: Path) -> None:
    processors = os.cpu_count() or 1
    wanted = {"jobs": processors + 1, "seconds-per-function": 61}
    written(
        tmp_path,
        f"[tool.evenhand]\njobs = {processors + 1}\nseconds-per-function = 61\n",
    )

    of_folder = nearest_settings(tmp_path)
    of_user = override(Settings(), wanted, "command line", trusted=True)

    assert (of_folder.settings.jobs, of_folder.settings.seconds_per_function) == (processors, 60)
    [problem] = of_folder.problems
    assert "`seconds-per-function` may be at most 60 there" in problem
    assert (of_user.settings.jobs, of_user.settings.seconds_per_function) == (processors + 1, 61)
    assert of_user.problems == ()


def test_the_search_ends_at_the_root_of_the_project(tmp_path: Path) -> None:
    written(tmp_path, '[tool.evenhand]\nprofile = "legal"\n')
    (tmp_path / "project/.git").mkdir(parents=True)

    assert nearest_settings(tmp_path / "project").settings == Settings()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("pay.py", {"EVH001": True, "EVH003": True}),
        ("tests/pay.py", {"EVH001": False, "EVH003": False}),
        ("app/tests/unit/pay.py", {"EVH001": False, "EVH003": False}),
        ("app/seed_people.py", {"EVH001": True, "EVH003": False}),
        ("seed_people/pay.py", {"EVH001": True, "EVH003": True}),
    ],
)
def test_rules_are_hidden_in_some_files(tmp_path: Path, name: str, shown: dict[str, bool]) -> None:
    """They are hidden there even if `select` names them more exactly."""
    file = written(
        tmp_path,
        '[tool.evenhand]\nselect = ["EVH001", "EVH003"]\n'
        '[tool.evenhand.per-file-ignores]\n"tests/" = ["ALL"]\n"app/seed_*.py" = ["EVH003"]\n',
    )

    settings = settings_of_file(read_settings(file).settings, tmp_path / name, tmp_path / "other")

    assert {code: settings.shows(RuleCode(code)) for code in shown} == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        'attributes = ["gender", "age"]\njobs = 1\nselect = ["EVH0"]\nexclude = ["\\u00e4 b"]',
        'not-people = ["role"]\nattributes.age = false\nattributes.zivilstand.values = ["a", "b"]',
        '[tool.evenhand.purposes]\nbody = "off"\n[tool.evenhand.severity]\nEVH003 = "hint"\n'
        '[tool.evenhand.per-file-ignores]\n"tests/a b.py" = ["EVH"]',
    ],
)
def test_settings_are_shown_as_a_file_could_have_them(tmp_path: Path, text: str) -> None:
    settings = read_settings(written(tmp_path, f"[tool.evenhand]\n{text}\n")).settings

    again = read_settings(written(tmp_path, settings_text(settings)))

    assert again == Choice(settings)
