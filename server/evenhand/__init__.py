"""Evenhand finds functions that treat people differently because of who they are."""

__version__ = "0.1.0"
