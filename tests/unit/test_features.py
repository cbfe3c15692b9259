"""Protected columns among the features of a model, read from the source."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.checking import Checker
from evenhand.check.reading.source import parse
from evenhand.check.rules.model_features import features
from evenhand.findings import Purpose, Remark, Severity
from evenhand.options import CheckOptions

FOUND = {
    "a list": 'model.fit(df[["visits", "age"]], df["y"])',
    "a name": 'cols = ["visits", "age"]\nmodel.fit(df[cols], df["y"])',
    "a sum of names": 'a = ["visits"]\nb = a + ["age"]\nX = df[b]\nmodel.fit(X, df["y"])',
    "split": (
        'X = df[["visits", "age"]]\ny = df["y"]\n'
        "X_train, X_test, y_train, y_test = train_test_split(X, y)\nmodel.fit(X_train, y_train)"
    ),
    "split for another file": 'X = df[["visits", "age"]]\ntrain_test_split(X, df["y"])',
    "columns of a file that are taken": (
        'df = pd.read_csv("people.csv", usecols=["visits", "age", "y"])\n'
        'model.fit(df.drop(columns=["y"]), df["y"])'
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
    "a setting": ('CONFIG = {"features": ["age"]}\nmodel.fit(df[CONFIG["features"]], df["y"])'),
    "all but the target": (
        'print(df["age"])\ncols = [c for c in df.columns if c != "y"]\nmodel.fit(df[cols], df["y"])'
    ),
    "appended": 'cols = ["visits"]\ncols.append("age")\nmodel.fit(df[cols], df["y"])',
    "derived": (
        'df["group"] = pd.cut(df["age"], [0, 40, 120])\nmodel.fit(df[["visits", "group"]], df["y"])'
    ),
    "transformed before": (
        'prepare = ColumnTransformer([("n", StandardScaler(), ["age"])])\n'
        'X = prepare.fit_transform(df)\nmodel.fit(X, df["y"])'
    ),
    "assembled by stages": (
        'cols = ["visits", "age"]\nstages = [StringIndexer(inputCol="town", outputCol="t")]\n'
        'stages.append(VectorAssembler(inputCols=[c + "_ix" for c in cols], outputCol="x"))\n'
        "Pipeline(stages=stages).fit(df)"
    ),
    "assembled before": (
        'rows = VectorAssembler(inputCols=["visits", "age"], outputCol="x").transform(df)\n'
        "forest.fit(rows)"
    ),
    "one pipeline of several": (
        'prepare = ColumnTransformer([("n", StandardScaler(), ["age"])])\n'
        'models = {"a": Pipeline([("p", prepare), ("m", LogisticRegression())])}\n'
        'for name, each in models.items():\n    each.fit(df, df["y"])'
    ),
    "asked": 'X = df[["visits", "age"]]\nprint(model.predict(X))',
    "asked with a row": "age = int(input())\nmodel.predict([[visits, age]])",
    "asked with a dict": (
        'row = {"visits": 3, "age": 4}\nmodel.predict_proba(pd.DataFrame([row])[names])'
    ),
    "asked with a flag": (
        'if age == "old":\n    flag = 1\nelse:\n    flag = 0\nmodel.predict([[visits, flag]])'
    ),
    "asked elsewhere": "salary = predict_salary(visits, age)\nsalary = predict_salary([age])",
    "a table behind settings": (
        'table = lgb.Dataset(df[["visits", "age"]], label=df["y"])\nlgb.train({"depth": 3}, table)'
    ),
    "tensors for a loop": (
        'x = torch.tensor(df[["visits", "age"]].values)\n'
        "for rows, y in DataLoader(TensorDataset(x, y)):\n    network(rows)"
    ),
    "an input by its name": 'loans.session.run(None, {"x": np.array([[visits, age]])})',
    "a short name for a session": (
        'loans = InferenceSession("loans.onnx")\nloans.run(None, {"x": [[visits, age]]})'
    ),
    "a prompt": (
        'text = f"Shall we hire {age}?"\n'
        'client.chat.completions.create(messages=[{"role": "user", "content": text}])'
    ),
    "facts of a prompt": (
        'facts = [f"{key}: {person[key]}" for key in ("visits", "age")]\n'
        'chat = ChatOpenAI()\nchat.invoke("\\n".join(facts))'
    ),
    "a function that asks": 'completion(model="m", messages=[{"role": "user", "content": age}])',
    "a prompt that is sent": (
        'URL = "http://localhost/api/generate"\nrequests.post(URL, json={"prompt": f"{age}?"})'
    ),
    "a service is asked": 'requests.post(f"{URL}/predict", json={"visits": 3, "age": 4})',
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
    "left out of all": (
        'print(df["age"])\ncols = [c for c in df.columns if c not in ["age", "y"]]\n'
        'model.fit(df[cols], df["y"])'
    ),
    "taken out again": (
        'cols = ["visits", "age"]\ncols.remove("age")\nmodel.fit(df[cols], df["y"])'
    ),
    "dropped in place": (
        'print(df["age"])\ndf.drop(columns=["age"], inplace=True)\nmodel.fit(df, df["y"])'
    ),
    "deleted": 'print(df["age"])\ndel df["age"]\nmodel.fit(df, df["y"])',
    "transformed without it": (
        'print(df["age"])\nprepare = ColumnTransformer([("n", StandardScaler(), ["visits"])])\n'
        'Pipeline([("p", prepare), ("m", LogisticRegression())]).fit(df, df["y"])'
    ),
    "a service of another kind": 'requests.post(f"{URL}/users", json={"visits": 3, "age": 4})',
    "who says something in a chat": (
        'said = [{"role": "user", "content": visits}]\n'
        "client.chat.completions.create(messages=said)\nprint(age)"
    ),
    "a pipeline of steps": "make_pipeline(StandardScaler(), age)",
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


PARTS_OF_FILES = {
    "a helper chooses": (
        'def chosen(df):\n    return df[["visits", "age"]]\n\n\n'
        'def train(df, model):\n    model.fit(chosen(df), df["y"])\n'
    ),
    "a caller chooses": (
        "def train(X, y, model):\n    model.fit(X, y)\n\n\n"
        'train(df[["visits", "age"]], df["y"], model)\n'
    ),
    "a class chooses": (
        "class Score:\n    def __init__(self):\n        self.features = ['visits', 'age']\n\n"
        "    def train(self, df):\n        self.model.fit(df[self.features], df['y'])\n"
    ),
    "a class names them": (
        "class Score:\n    FEATURES = ['visits', 'age']\n\n"
        "    def train(self, df):\n        self.model.fit(df[self.FEATURES], df['y'])\n"
    ),
    "a record of a request": (
        "class Person(BaseModel):\n    visits: int\n    age: int\n\n\n"
        "def predict(person: Person):\n    row = pd.DataFrame([person.dict()])\n"
        "    return model.predict(row[names])\n"
    ),
}


@pytest.mark.parametrize("way", PARTS_OF_FILES)
def test_columns_are_followed_through_functions_and_classes(way: str) -> None:
    found = features(parse(PARTS_OF_FILES[way]), default_catalogue())
    assert [feature.column for feature in found] == ["age"]


@pytest.mark.parametrize("way", NOT_FOUND)
def test_nothing_else_is(way: str) -> None:
    assert columns(NOT_FOUND[way]) == []


async def remarks(code: str, **options: object) -> tuple[Remark, ...]:
    async with Checker() as checker:
        chosen = CheckOptions(sys.executable, not_run="a test", **options)  # type: ignore[arg-type]
        return (await checker.check(code, Path("train.py"), chosen)).remarks


TRAIN = 'def train(df, model):\n    model.fit(df[["visits", "age"]], df["y"])\n'
LOANS = TRAIN.replace("train", "train_loan_approval")
CALORIES = TRAIN.replace("train", "train_calories").replace("visits", "body_fat")


async def test_it_says_what_reaches_which_model_and_runs_nothing() -> None:
    (found,) = await remarks(TRAIN)

    assert found.code == "EVH201"
    assert found.message.startswith("`age` is a feature of the model that is fitted on line 2")
    assert (found.location.line, found.location.column) == (2, 28)


async def test_it_is_as_loud_as_what_the_model_is_for() -> None:
    (of_loans,) = await remarks(LOANS)
    (of_calories,) = await remarks(CALORIES)

    assert (of_loans.severity, of_loans.purpose) == (Severity.WARNING, Purpose.DECISION)
    assert of_loans.message.endswith(": what it learns may treat people differently")
    assert (of_calories.severity, of_calories.purpose) == (Severity.INFORMATION, Purpose.BODY)
    assert of_calories.message.endswith("on line 2 (a formula of the body)")


SHARED = (
    'FEATURES = ["visits", "age"]\n\n'
    "def fit_small(df, model):\n    model.fit(df[FEATURES], df['loan'])\n\n"
    "def fit_large(df, model):\n    model.fit(df[FEATURES], df['loan'])\n"
)


async def test_a_column_that_several_functions_hand_on_is_one_finding() -> None:
    (shared,) = await remarks(SHARED)

    assert shared.message == (
        "`age` is a feature of the models that are fitted on lines 4 and 7: "
        "what they learn may treat people differently"
    )
    assert shared.decided_on == 4


OF_A_FILE = (
    "from pathlib import Path\n\nimport pandas as pd\n\nDATA = Path('data') / 'loans.csv'\n"
    "loans = pd.read_csv(DATA)\nmodel.fit(loans.drop(columns=['repaid']), loans['repaid'])\n"
)


@pytest.mark.parametrize(
    ("first_line", "columns_of_people"),
    [
        ("id,Gender,Income,repaid", ["Gender"]),
        ('"Age";"Marital status";"repaid"', ["Age", "Marital status"]),
        ("1,Male,3000,yes", []),
        ("Gender", []),
    ],
)
async def test_a_file_of_the_project_names_its_columns(
    tmp_path: Path, first_line: str, columns_of_people: list[str]
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "loans.csv").write_text(f"{first_line}\n1,2,3,4\n")
    options = CheckOptions(sys.executable, search_path=(str(tmp_path),), not_run="a test")

    async with Checker() as checker:
        report = await checker.check(OF_A_FILE, tmp_path / "train.py", options)

    assert [remark.name for remark in report.remarks] == columns_of_people


async def test_a_file_elsewhere_is_not_looked_into(tmp_path: Path) -> None:
    inside = tmp_path / "project"
    inside.mkdir()
    (tmp_path / "loans.csv").write_text("Gender,repaid\nM,1\n")
    code = OF_A_FILE.replace("Path('data') / 'loans.csv'", "'../loans.csv'")
    options = CheckOptions(sys.executable, search_path=(str(inside),), not_run="a test")

    async with Checker() as checker:
        assert (await checker.check(code, inside / "train.py", options)).remarks == ()


async def test_what_runs_have_found_is_said_once() -> None:
    asked = "import joblib\n\nmodel = joblib.load('loans.bin')\n\n\n" + (
        "def approve_loan(age, income):\n    return model.predict([[age, income]])[0]\n"
    )
    async with Checker() as checker:
        ran = await checker.check(asked, Path("loans.py"), CheckOptions(sys.executable))
    (read,) = await remarks(asked)

    assert [v.code for f in ran.functions for v in f.verdicts if v.shown] == ["EVH005"]
    assert ran.remarks == ()
    assert read.code == "EVH201"
    assert read.message.startswith("`age` is given to the model that is asked on line 7")


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
