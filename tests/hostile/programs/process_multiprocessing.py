"""Starts a pool of processes.

strong: not checked: wants what is not allowed
basic: no difference found or not checked
"""

import multiprocessing


def fee(age):
    multiprocessing.Pool(2).map(abs, [age])
    return 10 if age > 65 else 20
