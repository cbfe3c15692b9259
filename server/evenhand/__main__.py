"""`python -m evenhand`."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the current folder: its modules are checked, not imported

from evenhand.apps.cli import main

if __name__ == "__main__":
    main()
