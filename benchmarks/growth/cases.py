"""All kinds of texts that grow, by name."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.growth import (
    around_functions,
    chains,
    functions_and_classes,
    names_and_texts,
    names_and_values,
    nesting,
)
from benchmarks.growth.case import Case

CASES: Mapping[str, Case] = {
    case.name: case
    for module in (
        nesting,
        chains,
        names_and_values,
        functions_and_classes,
        around_functions,
        names_and_texts,
    )
    for case in module.CASES
}
