"""Commands `evenhand.server.*`; a client offers them to people under names of its own."""
