"""Quick fixes and what they start: repairs, allowances, tests."""
