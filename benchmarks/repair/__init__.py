"""Repairs of labelled functions, proved: `python -m benchmarks.repair --help`."""
