"""How often Evenhand is right on labelled code."""
