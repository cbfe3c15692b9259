"""Which loans are repaid: a model that learns from past loans."""

import pandas as pd
from sklearn.linear_model import LogisticRegression

FEATURES = ["income", "late_payments", "gender"]


def train(loans: pd.DataFrame) -> LogisticRegression:
    return LogisticRegression().fit(loans[FEATURES], loans["repaid"])
