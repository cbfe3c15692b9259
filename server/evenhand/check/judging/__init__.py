"""What differences are for, and whether they are worth showing. Pure; `judge` is the one door."""

from evenhand.check.judging.judge import is_harmless, judge

__all__ = ["is_harmless", "judge"]
