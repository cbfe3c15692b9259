"""One module for each command: its options, and what it does.

A module is named after its command, unless another module of the package has that name. A command
that does more than a screenful keeps the rest in a module beside it: `check_files`, `watch_files`,
`diagnosis`, `fix_files`, `mcp_server`.
"""
