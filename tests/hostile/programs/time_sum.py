"""Never returns from C code: a sum.

both: not checked: out of time: ran longer than 2 s
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return sum(range(10**12)) > limit
