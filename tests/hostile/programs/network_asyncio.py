"""Connects in an event loop.

both: not checked: wants the network
"""

import asyncio


def fee(age):
    async def talk():
        _, writer = await asyncio.open_connection("127.0.0.1", 9)
        writer.write(b"hello")

    asyncio.run(talk())
    return 10 if age > 65 else 20
