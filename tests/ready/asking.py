"""Ask for a copy, hand it this process's streams, and end as it ends.

    python -I -S asking.py SOCKET -m MODULE ARGUMENT...
    python -I -S asking.py SOCKET SCRIPT ARGUMENT...

It imports next to nothing, since the time that it takes is added to each start.
"""

import marshal
import os
import sys
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_STREAM, SOL_SOCKET, socket

STREAMS = (0, 1, 2)
INT = 4
"""Bytes of a number on the way."""
LOST = 70
"""The exit status if nobody knows how the copy has ended."""


def main() -> None:
    place, *arguments = sys.argv[1:]
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        connection.connect(place)
    except ConnectionRefusedError:  # Nobody copies any more: the program starts by itself.
        os.execv(sys.executable, [sys.executable, "-P", *arguments])
    order = marshal.dumps((os.getcwdb(), dict(os.environb), arguments))
    streams = b"".join(stream.to_bytes(INT, sys.byteorder) for stream in STREAMS)
    length = len(order).to_bytes(INT, sys.byteorder)
    connection.sendmsg([length], [(SOL_SOCKET, SCM_RIGHTS, streams)])
    connection.sendall(order)

    # Whoever reads what the copy writes must see the end of it.
    for stream in STREAMS:
        os.close(stream)
    code = connection.recv(INT)
    _end_like(int.from_bytes(code, sys.byteorder, signed=True) if code else LOST)


def _end_like(code: int) -> None:
    """End with an exit status, or by a signal (below zero)."""
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)


main()
