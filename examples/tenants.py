"""Flats are offered to those who are on the waiting list."""

import sqlite3


def candidates(database: sqlite3.Connection, rent: int) -> list[str]:
    """Who may come to see a flat, best first."""
    rows = database.execute(
        "SELECT name, income, nationality FROM tenants WHERE income >= ? AND age < 60", (3 * rent,)
    )
    return sorted((name for name, *_ in rows), key=str.lower)


def deposit(rent: int, tenant: dict) -> int:
    """Euros to pay before somebody moves in."""
    months = 2 if tenant["years_of_references"] >= 3 else 3
    if tenant["nationality"] != "German":
        months += 1
    return months * rent


def count(database: sqlite3.Connection, gender: str) -> int:
    """How many tenants of a gender there are, as the census asks."""
    rows = database.execute("SELECT count(*) FROM tenants WHERE gender = ?", (gender,))
    return rows.fetchone()[0]
