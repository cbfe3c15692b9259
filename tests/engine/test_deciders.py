"""Models and language models that are given another input, though nobody has them."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.check.outcomes.deciders import LANGUAGE_MODEL, MODEL, decider_of
from evenhand.findings import Severity, Verdict, VerdictKind
from evenhand.options import CheckOptions

ASKED = {
    "a saved model": """
        import joblib
        model = joblib.load("loans.joblib")
        def approve_loan(applicant):
            row = [[applicant["income"], 1 if applicant["gender"] == "male" else 0]]
            return bool(model.predict_proba(row)[0][1] > 0.5)
        """,
    "a chat": """
        from openai import OpenAI
        client = OpenAI()
        def screen_candidate(candidate):
            text = f"Shall we hire somebody of gender {candidate['gender']}?"
            said = client.chat.completions.create(messages=[{"role": "user", "content": text}])
            return said.choices[0].message.content
        """,
    "a client that an object is made with": """
        class Desk:
            def __init__(self, client):
                self.client = client
            def screen_candidate(self, candidate):
                text = f"Shall we hire somebody of gender {candidate['gender']}?"
                return self.client.responses.create(model="m", input=text).output_text
        """,
    "an address at which a language model answers": """
        import requests
        URL = "https://models.example.com/v1/chat/completions"
        def screen_candidate(candidate):
            text = f"Shall we hire somebody of gender {candidate['gender']}?"
            said = requests.post(URL, json={"messages": [{"role": "user", "content": text}]})
            return said.json()["choices"][0]["message"]["content"]
        """,
    "a script that asks what it has loaded": """
        import pickle
        import streamlit as st
        model = pickle.load(open("loans.pkl", "rb"))
        encoder = pickle.load(open("encoder.pkl", "rb"))
        income = st.slider("Income", 0, 90000)
        loan = st.slider("Loan", 0, 90000)
        gender = st.selectbox("Gender", ["Male", "Female"])
        if st.button("Decide"):
            st.success(model.predict([[income, loan, encoder.transform([gender])[0]]])[0])
        """,
    "a script with many encoders": """
        import joblib
        import streamlit as st
        model = joblib.load("loans.pkl")
        scaler = joblib.load("scaler.pkl")
        encoders = joblib.load("encoders.pkl")
        income = scaler.transform([[st.number_input("Income")]])[0][0]
        gender = st.selectbox("Gender", ["Male", "Female"])
        code = encoders["Gender"].transform([gender])[0]
        st.write("loan" if model.predict([[income, code]])[0] else "no loan")
        """,
}
NOT_ASKED = {
    "a model that is given something else": """
        import joblib
        model = joblib.load("loans.joblib")
        def approve_loan(applicant):
            print(applicant["gender"])
            return bool(model.predict([[applicant["income"]]])[0])
        """,
    "what is prepared for nobody": """
        import joblib
        encoder = joblib.load("encoder.joblib")
        def coded(applicant):
            return encoder.transform([applicant["gender"]])[0]
        """,
    "an address at which nothing decides": """
        import requests
        def keep(applicant):
            requests.post("https://people.example.com/contacts", json={"sex": applicant["gender"]})
        """,
    "a method that decides nothing": """
        from app import store
        def keep(applicant):
            return store.describe(applicant["gender"])
        """,
}


async def verdict_on(checker: Checker, code: str, attribute: str) -> Verdict:
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(textwrap.dedent(code), Path("subject.py"), options)
    verdicts = [verdict for function in report.functions for verdict in function.verdicts]
    (verdict,) = (each for each in verdicts if each.attribute == attribute)
    return verdict


@pytest.mark.parametrize("code", ASKED.values(), ids=ASKED)
async def test_another_input_is_a_finding_that_shows_both(checker: Checker, code: str) -> None:
    verdict = await verdict_on(checker, code, "gender")

    assert (verdict.kind, verdict.code) == (VerdictKind.DELEGATES, "EVH005")
    assert verdict.severity is Severity.WARNING
    assert verdict.witness is not None
    first, second = verdict.witness.outcomes
    assert first.startswith("asks ")
    assert first != second


async def test_a_script_runs_with_what_stands_for_the_files_that_it_opens(
    checker: Checker, tmp_path: Path
) -> None:
    code = ASKED["a script that asks what it has loaded"]
    witness = (await verdict_on(checker, code, "gender")).witness
    assert witness is not None

    (tmp_path / "subject.py").write_text(textwrap.dedent(code))
    for call in witness.calls:
        program = [sys.executable, "-c", call]
        ran = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr


async def test_what_was_not_checked_is_still_given_to_the_model(checker: Checker) -> None:
    code = """
        from flask import request
        from nobodys_model import predict

        def decide():
            age = request.form["age"]
            if age.isdigit():
                features = [int(age), int(request.form["income"])]
                return "credit granted" if predict(features) == 0 else "credit refused"
            return "again"
        """
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(textwrap.dedent(code), Path("subject.py"), options)

    (verdict,) = report.functions[0].verdicts
    assert verdict.kind is VerdictKind.NOT_CHECKED
    assert [(remark.code, remark.attribute) for remark in report.remarks] == [("EVH201", "age")]


@pytest.mark.parametrize("code", NOT_ASKED.values(), ids=NOT_ASKED)
async def test_what_the_decider_does_not_see_is_none(checker: Checker, code: str) -> None:
    assert (await verdict_on(checker, code, "gender")).kind is not VerdictKind.DELEGATES


@pytest.mark.parametrize(
    ("call", "decider"),
    [
        ("model.predict_proba", MODEL),
        ("joblib.load().predict", MODEL),
        ("client.chat.completions.create", LANGUAGE_MODEL),
        ("openai.ChatCompletion.create", LANGUAGE_MODEL),
        ("anthropic.Anthropic().messages.create", LANGUAGE_MODEL),
        ("llm.invoke", LANGUAGE_MODEL),
        ("requests.post", ""),
        ("frame.transform", ""),
        ("store.create", ""),
    ],
)
def test_deciders_are_known_by_what_is_called(call: str, decider: str) -> None:
    assert decider_of(call) == decider
