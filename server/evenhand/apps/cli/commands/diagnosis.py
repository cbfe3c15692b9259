"""What a check in the current folder would run in, found out by starting a worker."""

from __future__ import annotations

import asyncio
import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

from evenhand import __version__
from evenhand.apps.cli.input.consent import chosen_python
from evenhand.apps.cli.input.folder_settings import FolderSettings
from evenhand.check.sandbox import Worker, WorkerError
from evenhand.isolation import Isolation, Processes, Standing
from evenhand.workspace.interpreter import NoInterpreterError
from evenhand.workspace.settings import Settings

MEANING = {
    Isolation.STRONG: "the operating system walls code in, and a self-test could not break out",
    Isolation.WASM: "Python is WebAssembly and reaches nothing outside; it has no packages",
    Isolation.BASIC: "limits and a tripwire, but no complete wall: malicious code can get out",
    Isolation.STATIC: "nothing runs; the source is read",
}

WAYS = {
    Processes.FORK: "copies of one that has read the file (fork)",
    Processes.SPAWN: "each started anew, one for each function (spawn)",
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a check in the current folder would meet."""

    evenhand: str
    """Evenhand's version."""
    python_of_evenhand: str
    system: str
    python: str
    """Path of the Python that runs code; empty if there is none."""
    python_version: str
    """Its version; empty if it was not started."""
    isolation: Isolation
    walls: tuple[str, ...]
    isolation_problems: tuple[str, ...]
    processes: Processes
    """How those of checked code are made."""
    settings: str
    """The file they are from; empty if there is none."""
    deep: bool
    """Whether CrossHair is installed, which `--deep` needs."""
    notes: tuple[str, ...]
    """Why another Python than the folder's own runs code; empty if it does not."""
    problems: tuple[str, ...]
    """Why code cannot be checked with these options; empty if it can."""

    @property
    def meaning(self) -> str:
        """What the isolation protects from, in one clause."""
        return MEANING[self.isolation]

    @property
    def ways(self) -> str:
        """How processes are made, in one clause."""
        return WAYS[self.processes]


def diagnosis(python: str | None, isolation: str | None, *, trust: bool) -> Diagnosis:
    """Start a worker as a check would, and say what came of it; raises `UsageError`."""
    here = Path.cwd()
    folders = FolderSettings({"python": python, "isolation": isolation})
    folders.refuse_bad_overrides(here)
    settings = folders.of(here)
    return asyncio.run(_diagnosis(settings, folders.problems, trust))


def as_json(here: Diagnosis) -> str:
    """The diagnosis as a JSON object."""
    return json.dumps(asdict(here), indent=2)


async def _diagnosis(settings: Settings, problems: Sequence[str], trust: bool) -> Diagnosis:
    python, version, standing = settings.python or "", "", Standing()
    notes: tuple[str, ...] = ()
    try:
        chosen = chosen_python(settings, Path.cwd(), trust=trust)
        chosen.print_notes()
        python, notes = chosen.path, chosen.notes
        if settings.isolation is not Isolation.STATIC:
            worker = await Worker.start(python, isolation=settings.isolation)
            await worker.aclose()
            version, standing = worker.python_version, worker.standing
    except (NoInterpreterError, WorkerError) as error:
        problems = [*problems, str(error)]

    return Diagnosis(
        evenhand=__version__,
        python_of_evenhand=f"{platform.python_version()} ({sys.executable})",
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        python=python,
        python_version=version,
        isolation=standing.level,
        walls=standing.walls,
        isolation_problems=standing.problems,
        processes=standing.processes,
        settings=str(settings.source or ""),
        deep=find_spec("crosshair") is not None,
        notes=notes,
        problems=tuple(problems),
    )
