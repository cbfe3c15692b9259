"""The program that runs the code under check, in the user's interpreter.

Standard library only, Python 3.9 and later; it imports nothing from the rest of Evenhand.

Where something is not judged, it sends an explanation: an object with a `cause`, which is one of
the values of `evenhand.causes.Cause`, and the details that `Explanation` names there.
"""
