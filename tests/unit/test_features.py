"""Protected columns among the features of a model, read from the source."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.checking import Checker
from evenhand.check.reading.source import parse
from evenhand.check.rules.model_features import features
from evenhand.findings import Remark, Severity
from evenhand.options import CheckOptions

FOUND = {
    "a list": 'model.fit(df[["visits", "age"]], df["y"])',
    "a name": 'cols = ["visits", "age"]\nmodel.fit(df[cols], df["y"])',
    "a sum of names": 'a = ["visits"]\nb = a + ["age"]\nX = df[b]\nmodel.fit(X, df["y"])',
    "split": (
        'X = df[["visits", "age"]]\ny = df["y"]\n'
        "X_train, X_test, y_train, y_test = train_test_split(X, y)\nmodel.fit(X_train, y_train)"
    ),
    "loc": 'model.fit(df.loc[:, ["visits", "age"]], df["y"])',
    "filled": 'model.fit(df[["visits", "age"]].fillna(0).values, df["y"])',
    "keyword": 'model.fit(X=df[["visits", "age"]], y=df["y"])',
    "scaled": ('X = StandardScaler().fit_transform(df[["visits", "age"]])\nmodel.fit(X, df["y"])'),
    "dummies": 'model.fit(pd.get_dummies(df[["visits", "age"]]), df["y"])',
    "transformer": (
        'prepare = ColumnTransformer([("n", StandardScaler(), ["visits", "age"])])\n'
        'pipe = Pipeline([("p", prepare), ("m", LogisticRegression())])\n'
        'pipe.fit(df, df["y"])'
    ),
    "kept": (
        'df = pd.DataFrame({"visits": [1], "age": [2], "y": [0]})\n'
        'model.fit(df.drop(columns=["y"]), df["y"])'
    ),
    "kept of a table that it is given": (
        'df["age"] = df["age"].fillna(40)\nX = df.drop("y", axis=1)\nmodel.fit(X, df["y"])'
    ),
    "formula": 'smf.ols("pay ~ visits + age", data=df).fit()',
    "selected": 'model.fit(df.select("visits", pl.col("age")).to_numpy(), df["y"])',
    "selected by a list": 'model.fit(df.select(["visits", "age"]).to_numpy(), df["y"])',
    "pair": 'X, y = df[["visits", "age"]], df["y"]\nmodel.fit(X, y)',
}
NOT_FOUND = {
    "another column": 'model.fit(df[["visits", "page"]], df["y"])',
    "the target": 'model.fit(df[["visits"]], df["age"])',
    "the target of a formula": 'smf.ols("age ~ visits", data=df).fit()',
    "selected without it": 'model.fit(df.select("visits").to_numpy(), df.select("age"))',
    "dropped": (
        'df = pd.DataFrame({"visits": [1], "age": [2], "y": [0]})\n'
        'model.fit(df.drop(columns=["y", "age"]), df["y"])'
    ),
    "dropped before": (
        'print(df["age"])\ndf = df.drop(columns=["age"])\nmodel.fit(df.drop("y", axis=1), df["y"])'
    ),
    "only scaled": 'scaler = StandardScaler()\nscaler.fit(df[["visits", "age"]])',
    "only encoded": 'LabelEncoder().fit(df["age"])',
    "never fitted": 'X = df[["visits", "age"]]\nprint(X)',
    "fit of something else": "window.fit(width, height)",
}


def columns(body: str) -> list[str]:
    inside = "def train(df, model):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    catalogue = default_catalogue()
    inner = [f.column for f in features(parse(inside), catalogue)]
    assert inner == [f.column for f in features(parse(body), catalogue)]
    return inner


@pytest.mark.parametrize("way", FOUND)
def test_a_protected_column_that_reaches_a_fit_is_found(way: str) -> None:
    assert columns(FOUND[way]) == ["age"]


@pytest.mark.parametrize("way", NOT_FOUND)
def test_nothing_else_is(way: str) -> None:
    assert columns(NOT_FOUND[way]) == []


async def remarks(code: str, **options: object) -> tuple[Remark, ...]:
    async with Checker() as checker:
        chosen = CheckOptions(sys.executable, not_run="a test", **options)  # type: ignore[arg-type]
        return (await checker.check(code, Path("train.py"), chosen)).remarks


TRAIN = 'def train(df, model):\n    model.fit(df[["visits", "age"]], df["y"])\n'


async def test_it_is_an_information_and_runs_nothing() -> None:
    (found,) = await remarks(TRAIN)

    assert found.code == "EVH201"
    assert found.severity is Severity.INFORMATION
    assert found.message.startswith("`age` is a feature of the model that is fitted on line 2")
    assert (found.location.line, found.location.column) == (2, 28)


async def test_an_attribute_that_is_off_is_not_reported() -> None:
    assert await remarks(TRAIN, attributes=frozenset({"gender"})) == ()


@pytest.mark.parametrize(
    "code",
    [
        f"# evenhand: allow(age) dosage\n{TRAIN}",
        TRAIN.replace("    model", "    # evenhand: allow(age) dosage\n    model"),
        TRAIN.rstrip() + "  # evenhand: allow(age) dosage\n",
    ],
)
async def test_it_can_be_allowed(code: str) -> None:
    assert await remarks(code) == ()
