"""What the tests of engines share: `engine_fixtures.py`."""

from engine_fixtures import checker, engine_here, new_checker

__all__ = ["checker", "engine_here", "new_checker"]
