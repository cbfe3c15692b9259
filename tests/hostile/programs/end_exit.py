"""Ends the program.

both: biased
"""

import sys


def fee(age):
    sys.exit(age > 65)
    return 10 if age > 65 else 20
