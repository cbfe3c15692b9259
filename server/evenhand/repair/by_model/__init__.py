"""Repairs that a language model writes."""
