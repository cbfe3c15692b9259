"""Whole folders."""
