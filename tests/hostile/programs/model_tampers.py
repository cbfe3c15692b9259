"""A saved model replaces what tells outcomes apart when it is loaded.

both: not checked: ended its process
"""

import os
import pickle

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")

CODE = "import builtins, json; builtins.len = lambda _: 0; json.dumps = lambda *a, **k: '{}'"
MODEL = pickle.loads(b"cbuiltins\nexec\n(S" + ascii(CODE).encode() + b"\ntR.")


def fee(age):
    return 10 if age > 65 else 20
