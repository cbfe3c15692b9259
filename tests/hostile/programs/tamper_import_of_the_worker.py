"""Imports the worker's own modules.

both: biased
"""


def fee(age):
    import _evenhand_worker.tripwire as tripwire

    tripwire.Tripwire.judge = lambda *a: ""
    return 10 if age > 65 else 20
