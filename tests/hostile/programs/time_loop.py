"""Never returns.

both: not checked: ran longer than 1 s
"""


def fee(age):
    while age:
        pass
    return 10 if age > 65 else 20
