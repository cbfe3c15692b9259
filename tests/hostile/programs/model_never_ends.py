"""A saved model is never loaded to its end.

both: biased or not checked: out of time: ran longer than 2 s
"""

import os
import pickle

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")

CODE = "while True: pass"
MODEL = pickle.loads(b"cbuiltins\nexec\n(S" + ascii(CODE).encode() + b"\ntR.")


def fee(age):
    return 10 if age > 65 else 20
