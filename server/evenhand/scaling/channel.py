"""A channel between two processes of one program, for messages that are Python objects.

Both ends are Evenhand's own code, so that what comes is believed.
"""

from __future__ import annotations

import asyncio
import pickle
import socket
import struct
from dataclasses import dataclass
from typing import Any

_LENGTH = struct.Struct("!Q")


@dataclass(frozen=True, slots=True)
class Channel:
    """One end of it, in the event loop that opened it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def over(cls, end: socket.socket) -> Channel:
        """A channel over one end of a pair of sockets."""
        return cls(*await asyncio.open_connection(sock=end))

    def send(self, message: object) -> None:
        """Send a message, soon; it is lost if the other end is gone."""
        data = pickle.dumps(message)
        self.writer.write(_LENGTH.pack(len(data)) + data)

    async def receive(self) -> Any:
        """The next message; raises EOFError if the other end is gone."""
        try:
            (length,) = _LENGTH.unpack(await self.reader.readexactly(_LENGTH.size))
            return pickle.loads(await self.reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError) as error:
            raise EOFError from error

    def close(self) -> None:
        """Hear and say nothing more."""
        self.writer.close()
