"""Uses large packages once before anybody needs them: much of them is only made at its first use.

A process that is forked afterwards makes its first calls in half the time. Only what starts no
thread is used, since a forked process would miss it.
"""

from __future__ import annotations

import warnings

PANDAS = """
import pandas

people = pandas.DataFrame({"age": [30, 60, 45], "sex": ["f", "m", "f"], "pay": [1.5, 2.0, None]})
people["next_age"] = people.apply(lambda person: person["age"] + 1, axis=1)
people.loc[people["sex"] == "f", "pay"] = people["pay"].fillna(people["pay"].mean()).round(1)
people["band"] = pandas.cut(people["age"], [0, 40, 100], labels=["young", "old"])

groups = people.groupby("sex")["pay"].agg(["mean", "count"]).reset_index()
joined = pandas.concat([people, people]).merge(groups, on="sex").sort_values("pay")
joined = pandas.get_dummies(joined[joined["age"].isin([30, 60])], columns=["sex"])

people["sex"].map({"f": 0, "m": 1}).value_counts(normalize=True)
people["sex"].str.upper().astype(str).tolist()
people["pay"].describe()
people.select_dtypes("number").corr()
[dict(person) for _, person in people.iterrows()]
list(people.itertuples())
joined.to_dict("records")
repr(people), repr(people["pay"])
"""
PROGRAMS = {"pandas": PANDAS}
"""What uses a package, by its name."""


def use_ahead(package: str) -> None:
    """Use an imported package, if it is known how; what fails is left to its users."""
    program = PROGRAMS.get(package)
    if program is None:
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(program, {"__name__": __name__})
    except Exception:  # other versions may lack something
        return
