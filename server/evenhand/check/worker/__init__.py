"""The program that runs the code under check, in the user's interpreter.

Standard library only, Python 3.9 and later; it imports nothing from the rest of Evenhand.
"""

FORGED = "wrote to the channel of its results"
"""Why a call is not judged whose answer is not the worker's own."""
KILLED = "ended by signal 9"
"""Said of a process that was killed, as by a machine that is short of memory."""
