"""Where code came from: whether a person made an edit, or an assistant. Pure.

`edit_shapes` tells what a single edit looks like, `changed_functions` which functions a text
has gained or changed, and `origins` what follows from both.
"""
