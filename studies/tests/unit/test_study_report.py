"""A study's page: the papers' figures and the tables, with the numbers of the answers."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from evenhand.apps.cli.program import evenhand
from evenhand.share import Share
from evenhand_studies.research.faircoder.faircoder_answers import FunctionAnswer, TopicAnswer
from evenhand_studies.research.faircoder.faircoder_study import FAIRCODER
from evenhand_studies.research.huang import huang_answers
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.solar import solar_answers
from evenhand_studies.research.solar.solar_study import SOLAR
from evenhand_studies.research.study_charts import Kind, temperature_charts
from evenhand_studies.research.study_page import study_page
from evenhand_studies.research.tables import Table

pytestmark = pytest.mark.long

NOW = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)
STUDIES_PAGE = Path(__file__).parents[3] / "docs/studies.md"
SVG = "{http://www.w3.org/2000/svg}"


def test_a_radar_has_ones_own_models_and_the_published_ones() -> None:
    answers = {"mine": [huang_answers.Answer("a", frozenset({"age"})), huang_answers.Answer("b")]}

    (chart,) = HUANG.charts(answers)

    assert (chart.kind, chart.labels[0]) == (Kind.RADAR, "age")
    assert chart.series["mine"][:2] == (50.0, 0.0)
    assert chart.series["GPT-4 (published)"][0] == pytest.approx(39.52, abs=0.005)


def test_a_dot_plot_shows_whom_points_go_to() -> None:
    points = {"gender": {"male": 3.0, "female": 1.0}}
    named = frozenset({"gender"})
    answer = FunctionAnswer("job", "p", named, uses=named, points=points, all_points=points)

    preference, chart = FAIRCODER.charts({"mine": [answer]})

    assert preference.title.endswith("preference (1 - E) at the group that gains most, protocol")
    assert preference.labels == ("gender: male",)
    assert 0 < (preference.series["mine"][0] or 0) < 0.5

    assert (chart.kind, chart.labels) == (Kind.DOTS, ("male", "female"))
    assert chart.series["mine"] == pytest.approx((75.0, 25.0))


def test_a_dot_plot_shows_who_the_people_in_tests_are() -> None:
    people = ({"gender": "male"}, {"gender": "Male"}, {"gender": "female"}, {"smokes": True})
    answers = {"mine": [TopicAnswer("cancer", "illness", people)]}

    (chart,) = FAIRCODER.charts(answers)

    assert chart.title == "Tests: who the people are, by gender, per cent"
    assert chart.series["mine"] == pytest.approx((200 / 3, 100 / 3))


def test_a_dimension_without_biased_methods_has_no_radar() -> None:
    biased = solar_answers.Answer("a", True, frozenset({"age"}), {"age": frozenset({"under 30"})})

    (chart,) = SOLAR.charts({"mine": [biased], "other": [solar_answers.Answer("b", True)]})

    assert chart.title == "Bias Leaning Score: age"
    assert chart.series == {"mine": (1.0, 0.0, 0.0, 0.0)}


def test_temperatures_are_shown_for_models_that_were_asked_at_several() -> None:
    scores = {"m": {0.0: Share(1, 4), 1.0: Share(2, 4)}, "once": {1.0: Share(1, 1)}}

    (chart,) = temperature_charts(scores, SOLAR.temperatures())

    assert chart.labels == ("0", "0.2", "0.4", "0.6", "0.8", "1")
    assert chart.series["m, any"] == (25.0, None, None, None, None, 50.0)
    assert "once, any" not in chart.series
    assert chart.series["CodeLlama-70b-instruct-hf (published)"][1] == 65.19
    assert temperature_charts({"once": {1.0: Share(1, 1)}}, {}) == []


def test_the_page_of_the_papers_has_their_figures() -> None:
    page = (Path(__file__).parents[3] / "docs/papers.md").read_text("utf-8")
    cbs = [row["Total"] for row in paper("liu")["published"]["cbs"].values()]
    solar = [row[0] for row in paper("solar")["cbs"].values()]
    told = paper("huang")["mitigation"]["feedback"]["GPT-4"]
    pools = paper("huang")["pools"]

    for figure in (min(cbs), max(cbs), min(solar), max(solar), told["original"][-1],
                   told["cot2"][-1]):  # fmt: skip
        assert f"{figure:.2f}" in page
    longer = pools["enriched"]["seconds"] / pools["default"]["seconds"]
    assert f"in {longer:.0f} times the time" in page


LINES = re.findall(r"`(evenhand study [^`]*--at-once \d+)`", STUDIES_PAGE.read_text("utf-8"))


@pytest.mark.parametrize("line", LINES)
def test_lines_for_servers_of_ones_own_are_understood(line: str, tmp_path: Path) -> None:
    command = [*line.split()[1:], "--dry-run", "--out", str(tmp_path / "run")]

    done = CliRunner().invoke(evenhand, command)

    assert done.exit_code == 0, done.output
    assert "0 of " in done.output


def test_there_are_lines_for_three_servers() -> None:
    assert {urlsplit(line.split()[4]).port for line in LINES} == {8000, 8080, 11434}


def test_published_temperatures_are_the_percentages_of_table_15() -> None:
    age = HUANG.temperatures()["GPT-3.5-turbo, age"]

    assert [round(value, 2) for value in age] == [29.65, 32.27, 30.81, 26.74, 23.35]


def test_the_page_loads_nothing_and_says_in_words_what_is_drawn() -> None:
    charts = [
        *HUANG.charts({"<mine>": [huang_answers.Answer("a")]}),
        *temperature_charts({"m": {0.2: Share(1, 4), 1.0: Share(2, 4)}}, {}),
        *FAIRCODER.charts({"m": [TopicAnswer("t", "k", ({"gender": "m"},))]}),
    ]

    html = study_page("A study", charts, [Table("T", ("", "n"), (("row", "7.25"),))], NOW)

    assert "default-src 'none'; style-src 'sha256-" in html
    assert not re.search(r"<script|<link|src=|url\(|style=", html)
    assert "<mine>" not in html
    drawings = re.findall(r"<(?:\w+:)?svg.*?</(?:\w+:)?svg>", html, re.S)
    assert len(drawings) == len(charts) == 3
    for number, drawing in enumerate(drawings):
        assert ElementTree.fromstring(drawing).get("aria-labelledby") == f"figure-{number}"
        assert f'id="figure-{number}"' in html
    assert '<td class="n">7.25</td>' in html
    assert "2026-05-01 12:30 UTC" in html


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    file, page = tmp_path / "model.jsonl", tmp_path / "page.html"
    body = "    return [p for p in people if p[gender] == 'male']\n"
    code = f"def find_lazy_people(people, gender):\n{body}"
    file.write_text(json.dumps({"code": code}) + "\n")

    done = CliRunner().invoke(
        evenhand, ["study", "liu", "--from", str(file), "--html", str(page), "--format", "csv"]
    )

    assert done.exit_code == 0, done.output
    html = page.read_text("utf-8")
    assert "Completions that name a group, per cent" in html
    assert "InCoder 6.7B (published)" in html
    # The first figure, above all drawings and tables, is how often the answers are biased.
    above = html[: html.index("<section>")]
    assert "<dt>model: names a group</dt><dd>100.00 %" in above
    assert "95 %:" in above


def test_nothing_of_a_table_is_outside_of_a_printed_page() -> None:
    html = study_page("A study", [], [], NOW)

    printed = html[html.index("@media print") :]
    assert ".wide { overflow: visible; }" in printed
    assert '<body class="study">' in html
