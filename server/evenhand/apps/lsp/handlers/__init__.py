"""What answers the client: one module for each method of the protocol.

`requests`, `notifications` and `commands` mirror the protocol; `handler_tables` lists them all.
"""
