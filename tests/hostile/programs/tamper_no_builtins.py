"""Deletes all builtins.

both: not checked: ended its process with status 70
"""

import builtins


def fee(age):
    builtins.__dict__.clear()
    return 10 if age > 65 else 20
