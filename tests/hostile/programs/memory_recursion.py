"""Calls itself without end.

both: not checked: no arguments were found that it accepts: RecursionError
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return fee(age + limit)
