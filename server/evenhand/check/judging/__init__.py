"""What a difference is for, and whether it is worth showing."""

from evenhand.check.judging.judge import is_harmless, judge
from evenhand.check.judging.learned_points import taken_points

__all__ = ["is_harmless", "judge", "taken_points"]
