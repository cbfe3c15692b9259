"""Every study. A new one is a folder of its own, and a line here."""

from __future__ import annotations

from typing import Any

from evenhand_studies.research.faircoder.faircoder_study import FAIRCODER
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.liu.liu_study import LIU
from evenhand_studies.research.pipelines.pipelines_study import PIPELINES
from evenhand_studies.research.solar.solar_study import SOLAR
from evenhand_studies.research.study_interface import Study

STUDIES: tuple[Study[Any], ...] = (
    HUANG,
    LIU,
    PIPELINES,
    FAIRCODER,
    SOLAR,
)


def study_named(name: str) -> Study[Any]:
    """The study of a name; raises KeyError if there is none."""
    return {study.name: study for study in STUDIES}[name]
