"""What surrounds a file: its settings, encoding, folders, Git history and interpreter."""
