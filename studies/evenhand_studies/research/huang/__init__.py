"""Huang et al., "Bias Testing and Mitigation in LLM-based Code Generation" (TOSEM 2025).

How often answers to sensitive tasks are biased, and how far asking for unbiased code helps.
"""
