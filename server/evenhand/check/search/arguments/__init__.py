"""The arguments of a call: built to fit what a function reads, and written out as Python."""
