"""The language server; the only folder that knows the Language Server Protocol.

`python -m evenhand.lsp` serves one client over standard input and output.
"""
