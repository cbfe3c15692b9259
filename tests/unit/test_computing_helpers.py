"""Helpers that only compute: reading and worker know the same ones."""

from __future__ import annotations

from evenhand.check.reading.tracing.outside_calls import FUNCTIONS
from evenhand.check.reading.world_names import COMPUTED, CONVERSIONS
from evenhand.check.worker import conversion_look_alikes, date_look_alikes

REPLACED = {*conversion_look_alikes.REPLACEMENTS, *date_look_alikes.REPLACEMENTS}


def test_whatever_reading_takes_for_no_input_is_computed_by_the_worker() -> None:
    assert {*CONVERSIONS, *COMPUTED} - REPLACED == set()


def test_whatever_the_worker_computes_by_a_bare_name_is_no_input() -> None:
    bare = {name for name in REPLACED if "." not in name}

    assert bare - CONVERSIONS == set()


def test_reading_knows_what_comes_of_each_conversion() -> None:
    assert CONVERSIONS - FUNCTIONS.keys() == set()
