"""Adds the whole disk to where it imports from, and imports the secret.

both: not checked: wants to list 'canary'
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    sys.path.insert(0, CANARY)
    import secret_module

    data = secret_module.KEY
    return f"LEAK {data} {age > 65}"
