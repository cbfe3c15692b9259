"""How frameworks make classes: one small module for each framework.

A module defines its `ClassFramework`; `class_frameworks.py` lists them all.
"""
