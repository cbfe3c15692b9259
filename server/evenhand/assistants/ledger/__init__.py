"""The record of what assistants suggested: the verdicts on it, and what became of it.

One SQLite file for each user of a machine. Several editors and commands may write to it at
once; a process that is killed loses nothing that it has committed.
"""
