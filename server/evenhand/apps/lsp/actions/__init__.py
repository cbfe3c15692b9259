"""Quick fixes and the commands behind them: repairs, allowances, tests."""
