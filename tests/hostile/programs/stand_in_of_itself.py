"""Ties stand-ins in circles, and gives them back as keys, values and arguments of each other.

both: biased
"""

import a_package_that_nobody_has as missing


def fee(age):
    part = missing.x
    part.x = part.y = [part]
    part["x"] = {part: part}
    part(part, part(part))
    part.self = lambda: part
    return part(10 if age > 65 else 20, part)
