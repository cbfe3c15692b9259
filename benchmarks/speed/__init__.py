"""Evenhand's search beside the published exhaustive method.

The method is in `exhaustive.py`, and the values that it tries in `pools.py`.
"""
