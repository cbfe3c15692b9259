"""Closes every descriptor.

both: not checked
"""

import os


def fee(age):
    os.closerange(0, 1024)
    return 10 if age > 65 else 20
