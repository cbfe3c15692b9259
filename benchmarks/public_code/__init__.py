"""Real public code that treats people differently, labelled by reading: facts, and no code.

`files.jsonl` names the files, `labels.jsonl` what depends on whom in them. A third was read twice:
`first_readings.jsonl` and `second_readings.jsonl`. docs/benchmark.md says how labels are made.
"""
