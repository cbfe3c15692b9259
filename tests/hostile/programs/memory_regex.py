"""Fills the memory in a regular expression.

both: not checked
"""

import re


def fee(age):
    limit = 10 if age > 65 else 20
    return re.findall("(?=(.*))", "a" * 10**6) and limit
