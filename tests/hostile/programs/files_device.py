"""Writes to the terminal's device.

both: biased
"""


def fee(age):
    open("/dev/tty", "w").write("hello")
    return 10 if age > 65 else 20
