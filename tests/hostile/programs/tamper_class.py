"""Returns an object that lies about its class.

both: no difference found
"""


class Liar:
    def __init__(self, age):
        self.old = age

    @property
    def __class__(self):
        return int

    @property
    def __dict__(self):
        return {}


def fee(age):
    limit = 10 if age > 65 else 20
    return Liar(limit)
