"""Looks for keys in the home folder.

strong: not checked: raises before it reads `age`: KeyError: 'getpwuid(): uid not found: 0'
basic: not checked: wants to list '.ssh'
"""

import os
import pwd


def fee(age):
    data = os.listdir(os.path.join(pwd.getpwuid(os.getuid()).pw_dir, ".ssh"))
    return f"LEAK {data} {age > 65}"
