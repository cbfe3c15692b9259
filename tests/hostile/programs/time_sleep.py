"""Sleeps for a day.

both: biased
"""

import time


def fee(age):
    time.sleep(86400)
    return 10 if age > 65 else 20
