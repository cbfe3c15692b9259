"""Puts stand-ins in the place of modules that the worker uses, and of its clock.

both: biased
"""

import sys

import a_package_that_nobody_has as missing


def fee(age):
    for name in ("json", "os", "re", "traceback", "ast", "random", "uuid", "time", "datetime"):
        sys.modules[name] = missing
    return 10 if age > 65 else 20
