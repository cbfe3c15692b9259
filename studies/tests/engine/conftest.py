"""What the tests of engines share: `tests/engine/engine_fixtures.py`."""

from engine_fixtures import checker, engine_here

__all__ = ["checker", "engine_here"]
