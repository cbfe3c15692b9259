"""Du et al., "FairCoder: Evaluating Social Bias of LLMs in Code Generation" (2025).

Whom generated functions prefer when they decide about applicants, students and patients, and who
the people are in generated tests. What a group gains from a function is found by running it for
every value of an attribute, all else being equal, not by looking for `score += 3` in its text.
"""
