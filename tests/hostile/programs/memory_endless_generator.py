"""Yields without end.

both: biased
"""


def fee(age):
    limit = 10 if age > 65 else 20
    while True:
        yield limit
