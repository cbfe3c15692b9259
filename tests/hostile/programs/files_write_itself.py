"""Changes its own source.

both: biased
"""


def fee(age):
    open(__file__, "a").write("# changed")
    return 10 if age > 65 else 20
