"""The two calls of a witness, for readers: what differs, a program, a test."""
