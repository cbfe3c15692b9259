"""Connects to a server.

both: not checked: wants the network
"""

import os
import socket

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")

PORT = int(open(os.path.join(HERE, "port.txt")).read())


def fee(age):
    socket.create_connection(("127.0.0.1", PORT), 1).send(b"hello")
    return 10 if age > 65 else 20
