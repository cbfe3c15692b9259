"""Ling et al., "Bias Unveiled: Investigating Social Bias in LLM-Generated Code" (AAAI 2025).

The framework is called Solar: a model completes methods that decide about a person with seven
demographic dimensions, and the measures say for which the code is biased, and towards whom.
"""
