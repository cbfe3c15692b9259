"""Changes its own source.

both: not checked: wants to write 'files_write_itself.py'
"""


def fee(age):
    open(__file__, "a").write("# changed")
    return 10 if age > 65 else 20
