"""Writes to the terminal's device.

both: not checked: wants to write 'tty'
"""


def fee(age):
    open("/dev/tty", "w").write("hello")
    return 10 if age > 65 else 20
