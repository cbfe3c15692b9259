"""What `test_api.py` has checked: a file with few imports, all of which are read with it."""

from __future__ import annotations


def fee(age: int) -> int:
    return 1 if age > 44 else 2


def area(width: int, height: int) -> int:
    return width * height


def unknown(path: str, gender: str) -> str:
    with open(path) as file:
        return file.read() if gender == "male" else ""


class Account:
    def rate(self, religion: str) -> int:
        return 3 if religion == "hindu" else 4

    def __call__(self, religion: str) -> int:
        return self.rate(religion)


def allowance(gender: str, children: int) -> int:
    everyone = ("female", "male", "non-binary")
    return 10 * children + len(everyone) if gender in everyone else 10 * children + 3
