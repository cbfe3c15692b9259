"""From a finding to a rewrite that is proved to treat everyone alike.

`survey` finds out what a function does today. Candidates are written without a model (`rewrite`)
or by one (`by_model`), and `proof` decides about each of them in the same way. `offline` and
`by_model.conversation` are the ways in for one function, `whole_files` for a file.
"""
