"""Has an effect when its result is looked at.

both: not checked: wants to change 'secret.txt'
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


class Box:
    def __init__(self, age):
        self.old = age

    @property
    def text(self):
        os.remove(SECRET)
        return ""

    def __repr__(self):
        return self.text


def fee(age):
    limit = 10 if age > 65 else 20
    return Box(limit)
