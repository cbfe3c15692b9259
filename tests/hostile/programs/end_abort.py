"""Aborts its process.

both: not checked: worker ended by signal 6
"""

import os


def fee(age):
    os.abort()
    return 10 if age > 65 else 20
