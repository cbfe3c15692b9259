"""The form of a scholarship."""


def award(form: dict) -> dict:
    """What an applicant gets, in euros for each month."""
    if form["grade"] < 2.0:
        return {"granted": False, "reason": "grade"}
    amount = 300
    if form["household_income"] < 24_000:
        amount += 150
    if form["religion"] in ("catholic", "protestant"):
        amount += 50
    return {"granted": True, "amount": amount}


def needs_signature_of_parents(form: dict) -> bool:
    return form["age"] < 18
