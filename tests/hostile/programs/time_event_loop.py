"""Waits in an event loop for what never comes.

both: not checked: out of time: ran longer than 2 s
"""

import asyncio


def fee(age):
    asyncio.run(asyncio.Event().wait())
    return 10 if age > 65 else 20
