"""What employees get beside their salary: rules as data, and a function that goes through them."""

RULES = [
    {"bonus": "car", "field": "years_of_service", "at_least": 10},
    {"bonus": "course", "field": "age", "at_most": 45},
    {"bonus": "sabbatical", "field": "years_of_service", "at_least": 5},
]


def benefits(employee: dict) -> list[str]:
    granted = []
    for rule in RULES:
        value = employee[rule["field"]]
        if rule.get("at_least", value) <= value <= rule.get("at_most", value):
            granted.append(rule["bonus"])
    return granted


def birthday_greeting(employee: dict) -> str:
    return f"Happy birthday, {employee['name']}! {employee['age']} is a good age."
