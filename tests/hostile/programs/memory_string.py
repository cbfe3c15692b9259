"""Makes a string of many gigabytes.

both: not checked: no arguments were found that it accepts: MemoryError
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return "ab" * 10**11 + str(limit)
