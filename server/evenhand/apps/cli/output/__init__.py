"""How results are printed, for people and for other programs."""
