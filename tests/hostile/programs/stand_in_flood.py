"""Floods every list that comes of stand-ins: names, effects, paths, arguments.

both: not checked: gave a result too large to compare
"""

import a_package_that_nobody_has as missing

globals().update({f"name{n}": missing.x for n in range(50_000)})
globals()["y" * 100_000] = missing.x


def fee(age):
    part = missing
    for _ in range(4_000):
        part = part.x
    for n in range(1_000):
        part.send([["x" * 1_000] * 100, n] * 100)
        setattr(part, "y" * 100_000, part)
        part["z" * 100_000] = {part: part}
    return 10 if age > 65 else 20
