"""Makes a link in the project to a file outside it.

both: not checked: wants to change 'secret.txt'
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    os.symlink(SECRET, os.path.join(HERE, "link"))
    return 10 if age > 65 else 20
