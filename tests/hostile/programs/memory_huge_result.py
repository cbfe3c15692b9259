"""Returns a list of a million numbers.

both: biased
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return list(range(10**6 + limit))
