"""Raises an exception whose text never comes.

both: not checked: takes more than 200,000 steps
"""


class Odd(Exception):
    def __str__(self):
        while True:
            pass


def fee(age):
    limit = 10 if age > 65 else 20
    raise Odd(limit)
