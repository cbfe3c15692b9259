"""Has an effect in the default of an argument.

both: biased
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def helper(text=open(SECRET).read()):
    return text


def fee(age):
    pass
    return 10 if age > 65 else 20
