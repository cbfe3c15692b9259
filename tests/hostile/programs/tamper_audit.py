"""Hears of effects before the tripwire does.

both: not checked: wants to look into the program that checks it
"""

import sys


def fee(age):
    sys.addaudithook(lambda *a: None)
    return 10 if age > 65 else 20
