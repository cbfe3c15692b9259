"""Never returns from C code: a power.

both: not checked: out of time: ran longer than 2 s
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return pow(3, 10**9) > limit
