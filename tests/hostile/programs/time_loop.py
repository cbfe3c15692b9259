"""Never returns.

both: not checked: takes more than 200,000 steps
"""


def fee(age):
    while age:
        pass
    return 10 if age > 65 else 20
