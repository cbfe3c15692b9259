"""Becomes another program.

both: not checked: wants to start or signal a process
"""

import os


def fee(age):
    os.execv("/bin/true", ["true"])
    return 10 if age > 65 else 20
