"""Has a metaclass with effects.

both: not checked: wants to change 'secret.txt'
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


class Meta(type):
    def __instancecheck__(cls, instance):
        os.remove(SECRET)
        return False


def fee(age):
    limit = 10 if age > 65 else 20
    return isinstance(limit, Meta("Made", (), {})) or limit
