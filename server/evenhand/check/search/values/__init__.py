"""The values to try for one access path, and ways to choose among them."""
