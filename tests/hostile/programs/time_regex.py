"""Never returns from C code: a regular expression.

both: not checked: out of time: ran longer than 2 s
"""

import re


def fee(age):
    limit = 10 if age > 65 else 20
    return re.match("(a+)+$", "a" * 40 + "b") or limit
