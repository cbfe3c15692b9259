"""The example that a process in WebAssembly checks to warm up."""

from __future__ import annotations

import json

SOURCE = """
from dataclasses import dataclass

@dataclass
class Applicant:
    name: str
    age: int
    income: float

def points_of(applicant: Applicant, record: dict[str, str]) -> float:
    points = applicant.income / 1000
    if applicant.age > 60 and record.get("status") != "retired":
        points -= 2
    for word in ["single", "married"]:
        if record["status"] == word:
            points += len(word)
    return round(points, 2)

def decision(applicant, record):
    if "status" not in record:
        raise ValueError("no status")
    return {"name": applicant.name, "approved": points_of(applicant, record) > 30}
"""
LIMITS = {"memory_bytes": 1 << 30, "cpu_seconds": 60, "load_seconds": 10.0, "call_seconds": 2.0}
REQUEST = json.dumps(
    {
        "source": SOURCE, "path": "/example.py", "name": "example", "search_path": [],
        "readable": [], "sites": [[12, 7, 12, 25]], "watch": True, "endless": [], "walls": [],
        "limits": {**LIMITS, "output_chars": 20_000}, "now": 0.0,
    }
)  # fmt: skip
"""Opens the example."""
CALLS = [
    json.dumps({"text": text, "world": [], "measured": False, "stays": False, "watched": watched})
    for watched in (True, False)
    for text in (
        "decision(Applicant('Kim', 30, 50_000.0), {'status': 'married'})",
        "decision(Applicant('Lee', 66, income=0.0), {'status': 'retired', 'city': 'Rome'})",
        "decision(Applicant(name='', age=-1, income=1e9), {})",
        "[points_of(Applicant('Kim', age, 9.5), {'status': ''}) for age in range(60, 64)]",
    )
]
"""Calls of it, watched and not."""
