"""Decisions of a small lender. This text is only in your editor: change it as you like."""


def credit_score(income, late_payments, gender, age):
    """Points; above 60 the loan is granted."""
    score = 50
    if income > 60_000:
        score += 20
    score -= 5 * late_payments
    if gender == "male":
        score += 10
    if 25 <= age <= 55:
        score += 5
    return max(0, min(100, score))


def yearly_rate(amount, years):
    """Percent."""
    rate = 5.5
    if amount > 50_000:
        rate -= 0.3
    return rate + 0.4 if years > 15 else rate
