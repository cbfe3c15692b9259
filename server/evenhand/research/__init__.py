"""The papers' experiments: their tasks, and what is made of the answers.

Each module of a paper is pure: answers in, figures out. Where answers come from, and how figures
are shown, is said elsewhere.
"""
