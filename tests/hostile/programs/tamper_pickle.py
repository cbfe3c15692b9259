"""Loads a pickle that runs a command.

both: not checked: wants to start or signal a process
"""

import os
import pickle

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    pickle.loads(b"cos\nsystem\n(S'touch " + os.path.join(CANARY, "new").encode() + b"'\ntR.")
    return 10 if age > 65 else 20
