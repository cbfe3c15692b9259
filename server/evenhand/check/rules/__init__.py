"""The rules: what each code means, and the checks for which nothing has to run."""
