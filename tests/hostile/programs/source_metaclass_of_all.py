"""Replaces the class of every class that it makes.

both: biased
"""


class Meta(type):
    def __call__(cls, *args):
        raise SystemExit


class Made(metaclass=Meta):
    pass


MADE = [Made]


def fee(age):
    limit = 10 if age > 65 else 20
    return limit
