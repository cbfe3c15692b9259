"""Never returns and catches whatever would end it.

both: not checked: takes more than 200,000 steps
"""


def fee(age):
    limit = 10 if age > 65 else 20
    while True:
        try:
            while limit:
                pass
        except BaseException:
            continue
