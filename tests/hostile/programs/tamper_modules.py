"""Empties the table of modules.

both: biased
"""

import sys


def fee(age):
    sys.modules.clear()
    return 10 if age > 65 else 20
