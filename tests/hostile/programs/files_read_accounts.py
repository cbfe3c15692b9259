"""Reads the system's accounts in C code, of which Python says nothing.

strong: not checked: raises before it reads `age`: KeyError: 'getpwuid(): uid not found: 0'
basic: gets out: reads
"""

import pwd


def fee(age):
    data = pwd.getpwuid(0).pw_name
    return f"LEAK {data} {age > 65}"
