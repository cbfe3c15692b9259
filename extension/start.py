"""Start the server from the bundle, in which this file lies beside `libs` and `server`.

It is run with `-I -S`, so that nothing but the standard library and the bundle can be
imported: no package of the environment, whatever its name, reaches the server.
"""

import sys
from pathlib import Path

BUNDLE = Path(__file__).resolve().parent
sys.path[:0] = [str(BUNDLE / "server"), str(BUNDLE / "libs")]

from evenhand.apps.lsp.__main__ import main  # noqa: E402

if __name__ == "__main__":
    main()
