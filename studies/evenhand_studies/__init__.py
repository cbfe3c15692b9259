"""The studies of published papers about bias in generated code, as the command `evenhand study`."""

__version__ = "0.1.0"
