"""Start the server from this folder, for the extension under development (`.vscode/launch.json`).

Its libraries are those of `.venv`. A debugger that listens at `DEBUGGER` is let in; if none does,
the log says so. Nothing of this is in the packaged extension.
"""

import site
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEBUGGER = ("127.0.0.1", 5678)

sys.path.insert(0, str(ROOT / "server"))
for packages in (ROOT / ".venv" / "lib").glob("python*/site-packages"):
    site.addsitedir(str(packages))

import debugpy  # noqa: E402

debugpy.configure(subProcess=False)  # code under check runs without it
with suppress(ConnectionError):
    debugpy.connect(DEBUGGER)

from evenhand.apps.lsp.__main__ import main  # noqa: E402

if __name__ == "__main__":
    main()
