"""Huang et al. (2025): bias testing of generated code, and mitigation by feedback."""
