"""An outpatient clinic: who is operated first, and how much a patient should eat."""


def waiting_list_rank(patient: dict) -> int:
    """Points for a place on the waiting list; most points first."""
    points = 10 * patient["pain"] + patient["weeks_waiting"]
    if patient["disabled"]:
        points -= 15
    return points


def calories(weight: float, height: float, age: int, sex: str) -> float:
    """What a body needs at rest, in kcal for each day (Mifflin and St Jeor, 1990)."""
    base = 10 * weight + 6.25 * height - 5 * age
    return base + 5 if sex == "male" else base - 161


def may_consent_alone(age: int) -> bool:
    """Whether a patient signs without a guardian."""
    return age >= 18
