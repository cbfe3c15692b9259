"""A language model that reads warnings near the line of a decision once more, and may lower them.

`reading` is the way in. Nothing is asked unless the user has chosen a model and switched it on.
"""
