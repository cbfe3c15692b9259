"""Reads its own memory, in which keys of the harness might be.

both: biased
"""


def fee(age):
    with open("/proc/self/maps") as maps:
        start = int(maps.readline().partition("-")[0], 16)
    with open("/proc/self/mem", "rb") as memory:
        memory.seek(start)
        data = memory.read(4)
    return f"LEAK {data} {age > 65}"
