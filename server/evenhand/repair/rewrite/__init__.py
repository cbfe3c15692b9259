"""Edits source text: an attribute becomes one of its values, and what became constant is folded."""
