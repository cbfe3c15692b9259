"""Requests of the client; each is answered at once from what is known."""
