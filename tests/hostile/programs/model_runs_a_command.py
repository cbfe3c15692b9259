"""A saved model runs a command when it is loaded.

both: biased
"""

import os
import pickle

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")

CODE = f"import os; os.system('touch {CANARY}/new')"
MODEL = pickle.loads(b"cbuiltins\nexec\n(S" + ascii(CODE).encode() + b"\ntR.")


def fee(age):
    return 10 if age > 65 else 20
