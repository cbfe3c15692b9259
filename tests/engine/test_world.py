"""What a function reads of the world is chosen, and the verdict names what was replaced."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.check.proofs.side_by_side_texts import notes
from evenhand.findings import Verdict, VerdictKind
from evenhand.options import CheckOptions

DIFFERENCES = {
    "request": (
        """
        from nobodys_web import jsonify, request

        def decide():
            data = request.get_json()
            return jsonify(accepted=data.get("religion") != "muslim")
        """,
        ("nobodys_web",),
    ),
    "record of a repository": (
        """
        class Service:
            def __init__(self, people):
                self._people = people

            def fee(self, number):
                return 5 if self._people.get(number).religion == "muslim" else 10
        """,
        (),
    ),
    "effect on a queue": (
        """
        def route(traveller, fast, slow):
            queue = slow if traveller["religion"] == "muslim" else fast
            queue.put(traveller["number"])
        """,
        (),
    ),
    "rules in a file": (
        """
        import json

        def allowed(person):
            with open("rules.json") as file:
                rules = json.load(file)
            return person["religion"] != rules["refused"]
        """,
        ("open", "json.load"),
    ),
    "a list that the module has read from a file": (
        """
        with open("refused.txt") as file:
            REFUSED = file.read().splitlines()

        def allowed(person):
            return person["town"] in REFUSED and person["religion"] != "muslim"
        """,
        ("REFUSED",),
    ),
    "a session with attributes and keys": (
        """
        import streamlit as st
        from nobodys_store import save

        def page():
            name = st.session_state.user
            faith = st.selectbox("Religion", ["muslim", "none"])
            save(name, st.session_state.get("fee", 0) + (5 if faith == "muslim" else 3))
        """,
        ("st.session_state", "st", "nobodys_store"),
    ),
    "a mixin that nothing gives its attributes": (
        """
        from nobodys_faiths import faith_of

        class Guarded:
            def check(self):
                if faith_of(self.record["religion"]) == self.rules.refused:
                    raise PermissionError

            def visit(self):
                religion = faith_of(self.record.get("number"))
                return religion == self.rules.refused
        """,
        ("nobodys_faiths",),
    ),
    "a base class that asks a project": (
        """
        from rest_framework import serializers

        class GuestSerializer(serializers.ModelSerializer):
            def to_representation(self, instance):
                shown = super().to_representation(instance)
                if instance.religion == "muslim":
                    shown["meal"] = "without pork"
                return shown
        """,
        ("serializers.ModelSerializer.to_representation",),
    ),
    "constants and a base that cannot be had": (
        """
        from nobodys_forms import MUSLIM, Form

        class Application(Form):
            def check(self):
                if self.cleaned_data["religion"] == MUSLIM:
                    return "by hand"
                return "accepted"
        """,
        ("nobodys_forms",),
    ),
}


async def verdicts(checker: Checker, code: str) -> dict[str, Verdict]:
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(textwrap.dedent(code), Path("example.py"), options)
    return {v.attribute: v for function in report.functions for v in function.verdicts}


@pytest.mark.parametrize("what", DIFFERENCES)
async def test_a_difference_behind_the_world_is_found(checker: Checker, what: str) -> None:
    code, replaced = DIFFERENCES[what]
    verdict = (await verdicts(checker, code))["religion"]

    assert verdict.kind is VerdictKind.BIASED
    assert verdict.stood_in == replaced
    assert verdict.witness is not None
    assert verdict.witness.situations is not None
    told = "\n".join(notes(verdict.witness.situations, verdict.stood_in))
    assert all(name in told for name in replaced)


async def test_what_is_only_stored_is_no_difference(checker: Checker) -> None:
    code = """
    from nobodys_web import request
    from nobodys_models import Member, session

    def create():
        form = request.form
        member = Member(name=form["name"], religion=form["religion"], age=form["age"])
        session.add(member)
        session.commit()
        return {"id": member.id}
    """
    found = await verdicts(checker, code)
    assert found
    assert not any(v.kind.unequal for v in found.values())


async def test_a_question_that_is_not_asked_is_no_difference(checker: Checker) -> None:
    code = """
    def fee(guest, window):
        if guest.age > 40 or window.member.get() == "yes":
            price = 5
        else:
            price = 5
        return price
    """
    verdict = (await verdicts(checker, code))["age"]

    assert verdict.kind is VerdictKind.NO_DIFFERENCE_FOUND


async def test_a_text_that_is_translated_asks_for_nothing(checker: Checker) -> None:
    code = """
    class Form:
        def fee(self):
            label = self._("Age")
            return 10 if label > 40 else 20
    """
    by_attribute = await verdicts(checker, code)

    assert not any(verdict.kind.unequal for verdict in by_attribute.values())
