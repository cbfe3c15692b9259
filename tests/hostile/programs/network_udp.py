"""Sends a datagram.

both: not checked: wants the network
"""

import os
import socket

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")

PORT = int(open(os.path.join(HERE, "port.txt")).read())


def fee(age):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hello", ("127.0.0.1", PORT))
    return 10 if age > 65 else 20
