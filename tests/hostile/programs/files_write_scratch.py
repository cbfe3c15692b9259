"""Writes into the folder that it runs in.

both: biased
"""


def fee(age):
    open("notes.txt", "w").write("x" * 1000)
    return 10 if age > 65 else 20
