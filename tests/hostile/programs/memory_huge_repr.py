"""Returns an object that describes itself in a gigabyte.

both: not checked
"""


class Huge:
    def __repr__(self):
        return "x" * 10**9


def fee(age):
    limit = 10 if age > 65 else 20
    return Huge() if limit else None
