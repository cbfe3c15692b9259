"""Returns a list of two hundred thousand numbers.

both: biased
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return list(range(200_000 + limit))
