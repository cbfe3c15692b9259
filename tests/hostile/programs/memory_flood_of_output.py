"""Prints without end.

both: not checked
"""


def fee(age):
    limit = 10 if age > 65 else 20
    while limit:
        print("x" * 10**5)
