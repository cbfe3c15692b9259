"""What the client configures, and what follows from it for one file."""
