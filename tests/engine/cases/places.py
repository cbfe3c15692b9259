"""Ranks people, so that the age of one decides where they are in the list."""


def rank(candidates):
    return sorted(candidates, key=points, reverse=True)


def points(candidate):
    return candidate["experience"] * 2 - (5 if candidate["age"] > 50 else 0)
