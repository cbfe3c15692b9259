"""pygal without what its import leaves behind, which would disturb later imports."""

from __future__ import annotations

import sys

import pygal

# A finder of plug-ins, of a form that Python 3.11 warns of at every import.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]

__all__ = ["pygal"]
