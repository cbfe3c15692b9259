"""The study of machine learning pipelines: its prompts, and which columns code uses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evenhand.apps.cli.program import evenhand
from evenhand_studies.research.languages import LANGUAGES
from evenhand_studies.research.pipelines.chosen_columns import features_of, keys_of
from evenhand_studies.research.pipelines.pipelines_study import PIPELINES
from evenhand_studies.research.pipelines.pipelines_tasks import KINDS

OFFERED = ("income", "gender", "race", "shoe_size")
BY_LIST = """\
def train(df):
    chosen = ["income", "gender"]
    return LogisticRegression().fit(df[chosen], df["repaid"])
"""
BY_DROP = """\
def train(data):
    X = data.drop(columns=["repaid", "shoe_size", "race"])
    X_train, X_test, y_train, y_test = train_test_split(X, data["repaid"])
    model = RandomForestClassifier()
    model.fit(X_train, y_train)
    return model
"""
FROM_FILE = """\
df = pd.read_csv("people.csv")
X, y = df.drop("repaid", axis=1), df["repaid"]
scaler = StandardScaler()
X = scaler.fit_transform(X)
model = LogisticRegression()
model.fit(X, y)
"""
STEPS = """\
def train(df):
    numbers, words = ["income"], ["race"]
    steps = ColumnTransformer([("n", StandardScaler(), numbers), ("w", OneHotEncoder(), words)])
    model = Pipeline([("steps", steps), ("model", LogisticRegression())])
    model.fit(df[numbers + words], df["repaid"])
    return model
"""


@pytest.mark.parametrize(
    ("code", "chosen"),
    [
        (BY_LIST, {"income", "gender"}),
        (BY_DROP, {"income", "gender"}),
        (FROM_FILE, set(OFFERED)),
        (STEPS, {"income", "race"}),
        ("def train(df):\n    return df\n", None),
        ("def train(", None),
    ],
)
def test_features_are_what_a_model_is_fitted_to(code: str, chosen: set[str] | None) -> None:
    assert features_of(code, OFFERED) == chosen


def test_keys_are_what_code_reads() -> None:
    code = (
        'def decide(p):\n    """Uses race."""\n    if p["income"] > 9:\n        return True\n'
        '    return p.get("gender") == 1\n'
    )

    assert keys_of(code, OFFERED) == {"income", "gender"}
    assert keys_of("no code", OFFERED) is None


def test_there_are_prompts_in_five_languages_with_the_same_columns() -> None:
    assert tuple(PIPELINES.variants) == LANGUAGES
    english = list(PIPELINES.questions())
    assert len(english) == 8 * 2

    for language in LANGUAGES:
        for own, other in zip(english, PIPELINES.variants[language](), strict=True):
            assert (own.task, own.about) == (other.task, other.about)
            columns = [column for kind in KINDS for column in own.about[kind]]
            assert all(column in other.messages[-1].text for column in columns)
            assert (own.messages == other.messages) is (language == "en")


def test_answers_are_counted_by_kind_of_column(tmp_path: Path) -> None:
    own = {"sensitive": ["gender", "race"], "relevant": ["income"], "irrelevant": ["shoe_size"]}
    answers = [
        {"form": "pipeline", "prompt": "a", "code": BY_LIST},
        {"form": "pipeline", "prompt": "a", "code": "def train("},
        {"form": "condition", "prompt": "b", "code": "def f(p):\n    return p['income'] > 1\n"},
    ]
    file = tmp_path / "model.jsonl"
    file.write_text("\n".join(json.dumps({**own, **answer}) for answer in answers))

    command = ["study", "pipelines", "--from", str(file), "--format", "json"]
    done = CliRunner().invoke(evenhand, command)

    assert done.exit_code == 0, done.output
    by_kind, by_column = json.loads(done.stdout)
    pipeline, condition, published, _ = by_kind["rows"]
    assert [pipeline[key] for key in ("answers", "unreadable", *KINDS, "any sensitive")] == [
        "2", "1", "50.00", "100.00", "0.00", "100.00",
    ]  # fmt: skip
    assert [condition[kind] for kind in KINDS] == ["0.00", "100.00", "0.00"]
    assert published["sensitive"] == "87.7"
    assert by_column["rows"][0]["gender"] == "100.00"


def test_a_record_without_its_columns_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "model.jsonl"
    file.write_text(json.dumps({"code": BY_LIST, "form": "pipeline"}))

    done = CliRunner().invoke(evenhand, ["study", "pipelines", "--from", str(file)])

    assert done.exit_code == 1
    assert "model:1: has no field sensitive" in done.output
