"""Which candidates are invited: a table goes in, the best of it comes out."""

import pandas as pd


def shortlist(candidates: pd.DataFrame, places: int = 10) -> pd.DataFrame:
    points = candidates["years"] * 2 + candidates["tests_passed"]
    points[candidates["gender"] == "female"] -= 3
    return candidates.assign(points=points).nlargest(places, "points")


def applications(candidates: pd.DataFrame) -> pd.Series:
    """How many people of each gender applied, for the annual report."""
    return candidates.groupby("gender")["years"].count()
