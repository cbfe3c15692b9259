"""Changes a file by mapping it into memory.

both: not checked: raises before it reads `age`: OSError: [Errno 22] Invalid argument
"""

import mmap
import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    with open(SECRET, "r+b") as file:
        mmap.mmap(file.fileno(), 0)[0:1] = b"X"
    return 10 if age > 65 else 20
