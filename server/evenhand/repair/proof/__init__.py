"""Proves that a candidate is a repair, or says what is wrong with it."""
