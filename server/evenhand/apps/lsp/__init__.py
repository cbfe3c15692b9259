"""The language server; the only folder that knows the Language Server Protocol.

`python -m evenhand.apps.lsp` serves one client over standard input and output.
"""
