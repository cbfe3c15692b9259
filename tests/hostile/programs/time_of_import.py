"""Never comes to the end of its import.

both: biased
"""

while True:
    pass


def fee(age):
    pass
    return 10 if age > 65 else 20
