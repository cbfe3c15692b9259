"""Where code came from: whether an edit was a person's own, or an assistant's. Pure.

`shapes` tells what a single edit looks like, `functions` which functions a text has gained or
changed, and `origins` what follows from both.
"""
