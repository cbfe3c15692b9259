"""Tables of pandas, numpy and polars: what is read in them, and how a difference is shown.

All functions of a library are checked as one file; polars is skipped where it is not installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.findings import FunctionReport, Verdict, VerdictKind
from evenhand.options import CheckOptions

PANDAS = """
    import numpy as np
    import pandas as pd

    GROUP, COLUMN, FEATURES, LIMIT = "female", "gender", ["age", "visits"], 60

    def masked(df):  # age gender
        return df[(df["age"] > 40) & (df["gender"] == "female")]["name"].tolist()

    def written_by_loc(df):  # age
        df.loc[df["age"] >= 45, "fare"] = 0.5
        return df

    def read_by_iloc(df):  # age
        return df.iloc[0]["age"] > 70

    def first_of_column(df):  # age
        best = df.sort_values("visits", kind="mergesort", na_position="last")
        return "senior" if best["age"].iloc[0] > 44 else "standard"

    def last_of_column(df, rates):  # gender
        priced = df.merge(rates, on="plan", how="left", suffixes=("_own", "_rate"))
        return priced["price"].iloc[-1] * (2 if priced["gender"].iat[-1] == "female" else 1)

    def read_by_at(df, label):  # gender
        return 1 if df.at[label, "gender"] == "female" else 2

    def chosen_by_function(df):  # gender
        return df.set_index("id").loc[lambda rows: rows["gender"] == "male", "score"]

    def queried(df, gender):  # age
        return df.query("age > @LIMIT and gender == @gender")

    def queried_with_parts(df, limit: int):  # gender
        return df.query(f"score > {limit} and gender != '{GROUP}'")

    def evaluated(df):  # age
        return df.eval("bonus = 10 * (age < 30)")["bonus"].sum()

    def points(row):
        return 5 if row.race == "white" else 0

    def applied_to_rows(df):  # race
        df["points"] = df.apply(points, axis=1)
        return df.sort_values("points")

    def applied_to_column(df):  # age
        return df["age"].apply(lambda age: "no" if age < 25 else "yes")

    def mapped(df):  # gender
        return df["gender"].map({"male": 1.0, "female": 1.2}) * df["base"]

    def replaced(df):  # race
        return df["race"].replace({"white": 1, "black": 0, "asian": 1}) * df["score"]

    def merged(people: pd.DataFrame, rates: pd.DataFrame):  # gender
        joined = people.merge(rates, on="plan")
        return joined["price"] * np.where(joined["gender"] == "female", 1.2, 1.0)

    def merged_by_name(people: pd.DataFrame, rates: pd.DataFrame):  # gender
        joined = people.merge(on="plan", right=rates)
        return joined["price"] * np.where(joined["gender"] == "female", 1.2, 1.0)

    def assigned(df):  # age
        return df.assign(points=lambda rows: np.where(rows["age"] < 35, 10, 0))

    def where(df):  # gender
        return df["salary"].where(df["gender"] == "male", df["salary"] * 0.9)

    def mask(df):  # age
        return df["limit"].mask(df["age"] < 21, 0)

    def selected(df):  # age gender
        return np.select([df["age"] < 25, df["gender"] == "male"], [3, 2], default=1)

    def cut(df):  # age
        band = pd.cut(df["age"], [0, 25, 65, 120], labels=["young", "mid", "old"])
        return band.map({"young": 1.5, "mid": 1.0, "old": 1.3}).astype(float) * df["base"]

    def spread(df):  # gender
        wide = pd.get_dummies(df, columns=["gender"])
        return wide.get("gender_female", 0) * 2 + 1

    def isin(df):  # religion
        return df[~df["religion"].isin(["muslim", "jewish"])]

    def between(df):  # age
        return df[df["age"].between(30, 50)]

    def texts(df):  # gender
        return df[df["gender"].str.lower().str.startswith("f")]["id"].tolist()

    def dates(df):  # age
        return df[2026 - df["birth_date"].dt.year >= 47]

    def parsed_dates(residents: pd.DataFrame, day: str):  # age
        born = pd.to_datetime(residents["birth_date"], format="%Y%m%d")
        return residents[born <= pd.Timestamp(day) - pd.DateOffset(years=18)]

    def itertuples(df):  # nationality
        return [row.name for row in df.itertuples() if row.nationality not in ("German", "French")]

    def iterrows(df):  # marital_status
        return sum(row["premium"] for _, row in df.iterrows() if row["marital_status"] == "single")

    def records(df):  # disability
        return [record["id"] for record in df.to_dict("records") if not record["disability"]]

    def zipped(df):  # gender
        return [s + 1 if g == "male" else s for g, s in zip(df["gender"], df["score"])]

    def columns_by_name(df):  # gender age
        score = (df[COLUMN] == GROUP).astype(int)
        for column in FEATURES:
            score = score + (df[column] > 50)
        return score

    def column_alone(ages: pd.Series) -> pd.Series:  # age
        return ages.apply(lambda age: 0 if age > 40 else 1)

    def best(df: pd.DataFrame, n: int = 20):  # age
        return df.query("age < 40").nlargest(n, "score")

    def groups_of_frames(df):  # gender
        means = {}
        for gender, part in df.groupby("gender"):
            means[gender] = part["score"].mean() * (0.9 if gender == "female" else 1)
        return means

    class Report:
        def __init__(self, df):
            self.df = df

        def seniors(self):  # age
            return self.df[self.df["age"] > 40]["name"].tolist()

    class Poll:
        def __init__(self, module):
            self.module = module

        def women(self):  # gender age
            df = self.module.population.props
            return df.index[(df.sex == "F") & df.age_years.between(15, 49)].tolist()

    def of_a_dict(tables):  # age
        df = tables["people"]
        return df.loc[df.age > 40, "name"].tolist()

    def read_from_file(path):  # gender
        df = pd.read_csv(path)
        return df[df["gender"] == "female"].shape[0]

    def mean_by_group(df):  # -
        return df.groupby("gender")["score"].mean()

    def ranked_groups(df):  # -
        means = df.groupby("gender")["score"].agg(["mean", "count"])
        return means.sort_values("mean", ascending=False, kind="stable")

    def ranked_with_one_ahead(df):  # gender
        means = df.groupby("gender")["score"].mean().reset_index()
        means["rank"] = means["score"] + (means["gender"] == "male")
        return means.sort_values("rank", ascending=False, kind="stable")["gender"].tolist()

    def table_of_groups(df):  # -
        return pd.crosstab(df["gender"], df["region"])

    def wanted(df, min_age: int, genders):  # -
        return df[(df["age"] >= min_age) & df["gender"].isin(genders)]

    def shown(df):  # -
        return df[["name", "gender", "age"]]

    def dropped(df):  # -
        return df.drop(columns=["gender", "age"])
"""
NUMPY = """
    import numpy as np

    def array(age: np.ndarray, income: np.ndarray):  # age
        return np.where(age > 40, income * 0.5, income)

    def records(people: np.ndarray):  # age
        return people[people["age"] > 40]["score"]

    def list_as_array(age, score):  # age
        return np.asarray(score)[np.asarray(age) < 40].mean()

    def in_place(cp: np.array, age: np.array):  # age
        for i in range(len(age)):
            if age[i] == 2:
                cp[i] = cp[i] * 3
        return cp

    def logical(age: np.ndarray, female: np.ndarray):  # age gender
        return np.logical_and(age > 40, female).sum()
"""
POLARS = """
    import polars as pl

    def filtered(df: pl.DataFrame):  # age gender
        return df.filter((pl.col("age") > 40) & (pl.col("gender") == "female")).select("name")

    def by_keyword(df: pl.DataFrame):  # gender
        return df.filter(gender="male")

    def by_attribute(df: pl.DataFrame):  # age
        return df.filter(pl.col.age >= 18)

    def when(df: pl.DataFrame):  # gender
        factor = pl.when(pl.col("gender") == "M").then(pl.lit(1.0)).otherwise(pl.lit(0.9))
        return df.with_columns((pl.col("salary") * factor).alias("pay"))

    def of_no_type(df):  # age
        return df.filter(pl.col("age") > 40).height

    def lazy(frame: pl.LazyFrame) -> pl.DataFrame:  # religion
        return frame.filter(~pl.col("religion").is_in(["muslim", "jewish"])).collect()

    def scanned(path: str):  # age
        return pl.scan_csv(path).filter(pl.col("age") > 40).collect()

    def rows(df: pl.DataFrame):  # nationality
        return [r["name"] for r in df.iter_rows(named=True) if r["nationality"] != "German"]

    def dicts(df: pl.DataFrame):  # disability
        return [record["id"] for record in df.to_dicts() if not record["disability"]]

    def elements(df: pl.DataFrame):  # age
        accepted = pl.col("age").map_elements(lambda age: age <= 40, return_dtype=pl.Boolean)
        return df.with_columns(accepted.alias("ok"))

    def struct(df: pl.DataFrame):  # gender age
        person = pl.struct(["gender", "age"])
        points = lambda p: 3 if p["gender"] == "male" and p["age"] < 40 else 1
        return df.with_columns(person.map_elements(points, return_dtype=pl.Int64).alias("points"))

    def replaced(df: pl.DataFrame):  # race
        points = pl.col("race").replace_strict({"white": 1, "black": 0}, default=1)
        return df.with_columns(points.alias("points"))

    def column(df: pl.DataFrame):  # gender
        return df.filter(df["gender"] == "female")["score"].sum()

    def column_alone(ages: pl.Series):  # age
        return (ages > 40).to_list()

    def counted(df: pl.DataFrame):  # -
        return df.group_by("gender").agg(pl.len(), pl.col("score").mean()).sort("gender")

    def wanted(df: pl.DataFrame, min_age: int):  # -
        return df.filter(pl.col("age") >= min_age)
"""
NO_IMPORT = """
    def share(df):  # gender
        women = df[df["gender"] == "female"]
        return len(women) > len(df) / 2

    def names(table):  # nationality
        return [row["name"] for _, row in table.iterrows() if row["nationality"] != "German"]
"""
LIBRARIES = {"pandas": PANDAS, "numpy": NUMPY, "polars": POLARS, "no import": NO_IMPORT}
SHOW = """
import json
pairs = json.loads({pairs!r})
print(json.dumps([[repr(eval(call)) for call in pair] for pair in pairs]))
"""


def expected(code: str) -> dict[str, set[str]]:
    """For each function, the attributes that its comment says are held against people."""
    lines = [line.partition("  # ") for line in textwrap.dedent(code).split("\n")]
    marked = [(head, names) for head, _, names in lines if names and "def " in head]
    return {_name(head): set(names.split()) - {"-"} for head, names in marked}


def _name(head: str) -> str:
    return head.strip().removeprefix("def ").partition("(")[0]


async def reports(checker: Checker, code: str) -> list[FunctionReport]:
    options = CheckOptions(sys.executable, seconds=60)
    return list((await checker.check(code, Path("tables.py"), options)).functions)


def biased(report: FunctionReport) -> dict[str, Verdict]:
    return {v.attribute: v for v in report.verdicts if v.kind is VerdictKind.BIASED}


@pytest.mark.parametrize("library", LIBRARIES)
async def test_differences_in_tables_are_found_and_shown(
    checker: Checker, library: str, tmp_path: Path
) -> None:
    if library == "polars" and find_spec("polars") is None:
        pytest.skip("polars is not installed")
    code = textwrap.dedent(LIBRARIES[library])

    checked = await reports(checker, code)

    by_name = {report.name.rpartition(".")[2]: set(biased(report)) for report in checked}
    wanted = expected(code)
    assert {name: by_name[name] for name in wanted} == wanted
    witnesses = [v.witness for report in checked for v in biased(report).values()]
    runnable = [witness.calls for witness in witnesses if witness is not None]
    for first, second in shown_in_a_plain_interpreter(code, runnable, tmp_path):
        assert first != second


def shown_in_a_plain_interpreter(
    code: str, calls: list[tuple[str, str]], folder: Path
) -> list[list[str]]:
    """What both calls of each witness give behind the file."""
    program = folder / "shown.py"
    program.write_text(code + SHOW.format(pairs=json.dumps(calls)))
    ran = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    shown: list[list[str]] = json.loads(ran.stdout)
    return shown


async def test_a_witness_has_the_fewest_rows_that_show_it(checker: Checker) -> None:
    code = "def share(df):\n    return df[df['age'] > 40].shape[0]\n"

    [report] = await reports(checker, code)

    witness = biased(report)["age"].witness
    assert witness is not None
    assert witness.calls == (
        "share(__import__(\"pandas\").DataFrame([{'age': 30}]))",
        "share(__import__(\"pandas\").DataFrame([{'age': 66}]))",
    )


async def test_a_table_may_need_enough_rows_of_each_kind(checker: Checker) -> None:
    code = textwrap.dedent("""
        def seniors(df):
            if df["passed"].astype(int).value_counts().min() < 6:
                raise ValueError("the least populated class has too few members")
            return df[df["age"] > 40].shape[0]
    """)

    [report] = await reports(checker, code)

    assert set(biased(report)) == {"age"}
