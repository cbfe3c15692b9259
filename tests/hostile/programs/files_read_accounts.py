"""Reads the system's accounts in C code, of which Python says nothing.

strong: no difference found
basic: gets out: reads
"""

import pwd


def fee(age):
    data = pwd.getpwuid(0).pw_name
    return f"LEAK {data} {age > 65}"
