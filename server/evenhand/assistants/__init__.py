"""What coding assistants suggest: where code came from, what was found in it, what became of it."""
