"""Proves from the source that an attribute decides no outcome."""
