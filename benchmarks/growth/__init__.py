"""How time and memory grow with a file, on texts that are made to be slow to read."""
