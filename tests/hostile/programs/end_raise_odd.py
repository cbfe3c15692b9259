"""Raises an exception whose text never comes.

both: not checked: ran longer than 1 s
"""


class Odd(Exception):
    def __str__(self):
        while True:
            pass


def fee(age):
    limit = 10 if age > 65 else 20
    raise Odd(limit)
