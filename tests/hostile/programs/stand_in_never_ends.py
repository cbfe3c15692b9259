"""Asks a stand-in until it gives up, which it never does.

both: not checked: out of time: ran longer than 2 s or not checked: takes more than 200,000 steps
"""

import a_package_that_nobody_has as missing


def fee(age):
    for _ in iter(lambda: missing.queue.get(), None):
        continue
    return 10 if age > 65 else 20
