"""What a program gets from `import evenhand`: checks and repairs of functions, texts and paths.

The names are in `evenhand` itself, which imports this package when one of them is used.
"""
