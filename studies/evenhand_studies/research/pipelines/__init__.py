"""Bui et al., "From If-Statements to ML Pipelines: Revisiting Bias in Code-Generation" (ACL 2026).

Which attributes models choose as features of machine learning, and which in conditions.
"""
