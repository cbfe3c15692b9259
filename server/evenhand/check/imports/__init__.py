"""Finds the definitions behind a file's imports from its own workspace."""
