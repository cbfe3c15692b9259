"""What a difference is for, and whether it is worth showing."""

from evenhand.check.judging.judge import is_harmless, judge

__all__ = ["is_harmless", "judge"]
