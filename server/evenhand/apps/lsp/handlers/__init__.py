"""One module for each group of messages of the protocol."""
