"""Asks for an address, which is a message in itself.

both: not checked: wants the network
"""

import socket


def fee(age):
    socket.getaddrinfo("secret.example.com", 80)
    return 10 if age > 65 else 20
