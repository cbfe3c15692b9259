"""The record of what assistants suggested: what was found in it, and what became of it.

One SQLite file for each machine. Several editors and commands write to it at once; whoever is
killed loses nothing that was committed.
"""
