"""Proves a candidate, whoever wrote it, or says what is wrong with it."""
