"""Has the finder of stand-ins read a file for it.

both: not checked: wants to open 'secret.txt'
"""

import os
import sys

import a_package_that_nobody_has  # noqa: F401

HERE = os.path.dirname(os.path.abspath(__file__))
SECRET = os.path.join(os.path.dirname(HERE), "canary", "secret.txt")


def fee(age):
    sources = sys.meta_path[-1].world.sources
    sources.roots = (os.sep,)
    return f"LEAK {sources.of(SECRET).text} {age > 65}"
