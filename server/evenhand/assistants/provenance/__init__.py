"""Where code came from: whether a person made an edit, or an assistant. Pure.

`edit_shapes` tells what a single edit looks like, `line_authors` which edit wrote each line,
`changed_functions` which functions a text has gained or changed, `origins` what follows from all
of them, and `confidences` how sure that is.
"""
