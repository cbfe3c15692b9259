"""Signals of labelled differences, and the points that are fitted to them."""
