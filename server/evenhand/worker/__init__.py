"""The program that runs the code under check, in the user's interpreter.

Standard library only, Python 3.9 and later; it imports nothing from the rest of Evenhand.
"""
