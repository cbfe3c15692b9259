"""Asking a model many questions, within a budget, so that nothing is asked twice."""
