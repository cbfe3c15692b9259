r"""Gives stand-ins names that a terminal would obey.

both: biased
"""

import a_package_that_nobody_has as missing

ESCAPE = "\x1b]0;owned\x07\x1b[2J\r::error::"


def fee(age):
    part = getattr(missing, ESCAPE)
    part(**{ESCAPE: part})
    return part[ESCAPE](age > 65)
