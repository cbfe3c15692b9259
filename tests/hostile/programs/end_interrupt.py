"""Pretends that the user interrupted.

both: biased
"""


def fee(age):
    limit = 10 if age > 65 else 20
    raise KeyboardInterrupt(limit)
