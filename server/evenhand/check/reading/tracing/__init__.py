"""Follows what a function reads through its body and its helpers."""
