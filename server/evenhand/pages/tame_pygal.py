"""Import pygal, and undo what its import does to later imports."""

from __future__ import annotations

import sys

import pygal

# pygal finds plug-ins through a deprecated hook, of which Python 3.11 warns at every import.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]

__all__ = ["pygal"]
