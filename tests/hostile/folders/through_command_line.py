"""Points the real command line at a hostile folder, and says what went wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree

from folders.definition import Door, HostileFolder
from folders.world import NEIGHBOURS, World

EVENHAND = str(Path(sys.executable).with_name("evenhand"))
BASH = shutil.which("bash") or "/bin/bash"
PATIENCE_SECONDS = 400
"""A safety net, far above what any of them takes; who is stuck is stuck for ever."""
ADDRESS_SPACE_KIB = 6_000_000
MOST_MEGABYTES = 2_500
"""In memory, for any one process."""
ARGUMENTS = {
    Door.CHECK: ("check", "--format", "json", "."),
    Door.FIX: ("fix", "--write", "."),
    Door.AUDIT: ("audit", "--format", "json", "--since", "HEAD", "."),
    Door.DOCTOR: ("doctor",),
}
LIMITED = 'ulimit -v "$1"; [ "$2" = 0 ] || ulimit -f "$2"; shift 2; exec "$@"'


@dataclass(frozen=True)
class Result:
    """What came of one folder at one door."""

    wrong: tuple[str, ...]
    """What should not have happened, one sentence each; empty if it held."""
    seconds: float
    said: str = ""


@dataclass(frozen=True)
class _Run:
    status: int
    stdout: str
    stderr: str
    seconds: float
    megabytes: int

    @property
    def ended(self) -> bool:
        return self.status != -signal.SIGKILL


def attack_by_shell(world: World, folder: HostileFolder, door: Door) -> Result:
    """Lay the folder and run one command in it, as a user would."""
    world.clear()
    world.lay(folder, door)
    with _going_on(folder, world.project):
        run = _run(world, folder, door)
    said = run.stdout + run.stderr
    written = _sources(folder) if door is Door.FIX and "--diff" not in folder.arguments else ()

    wrong = [*_how_it_ended(run)]
    if run.ended:
        wrong += [
            *world.seen(said, written, folder.moving),
            *world.left(),
            *_ABOUT[door](world, folder, run),
        ]
    return Result(tuple(wrong), run.seconds, said)


def attack_side_by_side(
    world: World, folders: Sequence[HostileFolder], door: Door
) -> tuple[Result, Mapping[str, Result]]:
    """Run one command over many folders: what came of the run, and of each folder by name.

    It is started in a folder that has nothing to do with any of them.
    """
    beside = [replace(folder, place=folder.name) for folder in folders]
    start = world.root / "start"
    world.lay_side_by_side(beside, door)
    start.mkdir()
    places = [str(world.root / folder.place) for folder in beside]
    arguments = [*ARGUMENTS[door][:-1], *places]
    keep = {"EVENHAND_NO_CACHE": ""}  # what one door has checked, the next need not
    run = _started(world, arguments, start, keep, patience=2 * PATIENCE_SECONDS)
    said = run.stdout + run.stderr
    written = [f"{world.root}/{f.place}/{os.fsdecode(n)}" for f in beside for n in _sources(f)]

    wrong = [*_how_it_ended(run)]
    wrong += world.seen(said, tuple(written) if door is Door.FIX else ())
    wrong += world.left()
    results = {}
    for folder in beside:
        world.turn_to(folder)
        amiss = tuple(_ABOUT[door](world, folder, _part(run, folder, door)))
        results[folder.name] = Result(amiss, run.seconds, said)
    return Result(tuple(wrong), run.seconds, said), results


def _part(run: _Run, folder: HostileFolder, door: Door) -> _Run:
    """What a run over many folders says of one, as if it had been started there."""
    mark = re.compile(rf"[^ \n:]*/{re.escape(folder.place)}/")
    told = "\n".join(mark.sub("", each) for each in run.stderr.splitlines() if mark.search(each))
    if door is not Door.CHECK:
        return replace(run, stderr=told)

    document = json.loads(run.stdout)
    functions = [each for each in document["functions"] if mark.match(each["path"])]
    problems = [each for each in document["summary"]["problems"] if mark.search(each)]
    part = {
        "functions": [{**each, "path": mark.sub("", each["path"])} for each in functions],
        "summary": {"problems": [mark.sub("", each) for each in problems]},
    }
    return replace(run, status=2 if problems else 1, stdout=json.dumps(part), stderr=told)


def _run(world: World, folder: HostileFolder, door: Door) -> _Run:
    usual = [
        each for each in ARGUMENTS[door] if each != "--write" or "--diff" not in folder.arguments
    ]
    more = {name: world.filled(value) for name, value in folder.environment.items()}
    arguments = [*usual, *map(world.filled, folder.arguments)]
    return _started(world, arguments, world.project, more, folder.file_blocks)


def _started(
    world: World,
    arguments: Sequence[str],
    where: Path,
    variables: Mapping[str, str] = MappingProxyType({}),
    file_blocks: int = 0,
    patience: int = PATIENCE_SECONDS,
) -> _Run:
    command = [
        *(BASH, "-c", LIMITED, "bash", str(ADDRESS_SPACE_KIB), str(file_blocks)),
        *(EVENHAND, *arguments),
    ]
    began = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command,
            cwd=where,
            env={**world.environment, **variables},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        net = threading.Timer(patience, os.killpg, (process.pid, signal.SIGKILL))
        net.start()
        _, status, used = os.wait4(process.pid, 0)
        net.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = [_text(file) for file in (out, err)]
    seconds = time.monotonic() - began
    return _Run(process.returncode, *texts, seconds, used.ru_maxrss // 1024)


def _text(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode(errors="surrogateescape"))


@contextmanager
def _going_on(folder: HostileFolder, project: Path) -> Iterator[None]:
    """Do what the folder does meanwhile, over and over."""
    ended = threading.Event()

    def go_on() -> None:
        while folder.meanwhile is not None and not ended.is_set():
            folder.meanwhile(project)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _how_it_ended(run: _Run) -> Iterator[str]:
    if not run.ended:
        yield f"had not ended after {run.seconds:.0f} seconds"
    elif run.status not in (0, 1, 2):
        yield f"ended with {run.status}"
    if "Traceback" in run.stderr:
        yield f"a traceback: {run.stderr.strip().splitlines()[-1][:200]!a}"
    if found := re.search(r"a bug in Evenhand.*", run.stdout + run.stderr):
        yield f"it calls itself wrong: {found[0][:200]}"
    if run.megabytes > MOST_MEGABYTES:
        yield f"took {run.megabytes} MB"


def _about_check(world: World, folder: HostileFolder, run: _Run) -> Iterator[str]:
    """Whether the report is whole: both neighbours, all other files, and the status."""
    if any("--format" in argument for argument in folder.arguments):
        yield from _about_format(folder, run)
        return
    try:
        document = json.loads(run.stdout)
    except ValueError:
        refused = folder.may_refuse and run.status == 2 and "Error: " in run.stderr
        if not refused:
            yield f"no report: {run.stderr.strip()[-300:]!a}"
        return

    found = _verdicts(document)
    for name in NEIGHBOURS:
        kinds = found.get(f"{name}:score_{name[0]}", set())
        if "biased" not in kinds and (folder.runs or not kinds):
            yield f"{name} is not reported, but {sorted(kinds)}"

    problems = document["summary"]["problems"]
    if bool(problems) is not (run.status == 2):
        yield f"status {run.status} with the problems {problems}"
    yield from _unsaid(folder, document)
    yield from _verdicts_amiss(folder, found)
    said = " ".join([*problems, *_reasons(document), run.stderr])
    if folder.says and not re.search(folder.says, said):
        yield f"does not say {folder.says!r}, but {said[:300]!a}"


def _about_format(folder: HostileFolder, run: _Run) -> Iterator[str]:
    """Whether the neighbours are in a document of another format, and its form is right."""
    for name in NEIGHBOURS:
        if f"score_{name[0]}" not in run.stdout:
            yield f"{name} is not reported: {run.stderr[-300:]!a}"
    lines = run.stdout.splitlines()
    if "--format=github" in folder.arguments:
        own = "::(warning|notice|error) (file=|title=Evenhand::)"
        odd = [line for line in lines if not re.match(own, line)]
        yield from (f"a command of its own: {line!a}" for line in odd)
    if "--format=junit" in folder.arguments:
        ElementTree.fromstring(run.stdout)
    if {"--format=sarif", "--format=json"} & {*folder.arguments}:
        json.loads(run.stdout)


def _about_fix(world: World, folder: HostileFolder, run: _Run) -> Iterator[str]:
    if "--diff" in folder.arguments:
        yield from _about_format(folder, run)
        return
    for name in (*NEIGHBOURS, *folder.repaired):
        text = (world.project / name).read_bytes()
        if b'"male"' in text and folder.runs:
            yield f"{name} is not repaired: {run.stderr[-300:]!a}"
    for name in (*folder.repaired, *folder.intact):
        yield from _damage(world, folder, name)
    if folder.says and not re.search(folder.says, run.stderr):
        yield f"does not say {folder.says!r}, but {run.stderr[-300:]!a}"
    for name, entry in folder.entries.items():
        is_source = isinstance(entry, str | bytes) and os.fsencode(name).endswith(b".py")
        if is_source and name not in folder.moving:
            assert isinstance(entry, str | bytes)
            before = world.filled(entry).encode() if isinstance(entry, str) else entry
            path = os.path.join(os.fsencode(world.project), os.fsencode(name))
            if _parses(before) and not _parses(Path(os.fsdecode(path)).read_bytes()):
                yield f"{name!r} no longer parses"


def _sources(folder: HostileFolder) -> tuple[str | bytes, ...]:
    """What `fix` may write: files of this very folder, and nothing that only looks like one."""
    own = [n for n, e in folder.entries.items() if isinstance(e, str | bytes)]
    sources = [n for n in own if os.fsencode(n).endswith(b".py") and n not in folder.unchanged]
    return (*NEIGHBOURS, *sources)


def _damage(world: World, folder: HostileFolder, name: str) -> Iterator[str]:
    """What changed in a repaired file besides the line with `"male"`."""
    entry = folder.entries[name]
    before = world.filled(entry).encode() if isinstance(entry, str) else entry
    assert isinstance(before, bytes)
    begin, _, end = before.partition(b'"male"')
    after = (world.project / name).read_bytes()
    head = re.split(rb"[^\r\n]*\Z", begin)[0]
    _, *tail = re.split(rb"\r\n|\r|\n", end, maxsplit=1)
    if not after.startswith(head) or not after.endswith(b"".join(tail)):
        yield f"{name} is damaged: {after[:300]!r}"
    if not tail and after.endswith((b"\n", b"\r")):
        yield f"{name} got a last line end"


def _parses(source: bytes) -> bool:
    try:
        compile(source, "neighbour", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _about_doctor(world: World, folder: HostileFolder, run: _Run) -> Iterator[str]:
    if str(world.project) in run.stdout and not re.search(folder.says or "trust", run.stdout):
        yield f"does not say that it is not trusted: {run.stdout[:300]!a}"


def _verdicts(document: Any) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for function in document["functions"]:
        key = f"{function['path'].removeprefix('./')}:{function['name']}"
        found.setdefault(key, set()).update(v["verdict"] for v in function["verdicts"])
    return found


def _reasons(document: Any) -> list[str]:
    verdicts = [v for function in document["functions"] for v in function["verdicts"]]
    return [str(verdict["reason"]) for verdict in verdicts]


def _verdicts_amiss(folder: HostileFolder, found: dict[str, set[str]]) -> Iterator[str]:
    for key, right in folder.verdicts.items():
        kinds = found.get(key, set())
        if not kinds or not kinds <= set(right.split(" or ")):
            yield f"{key} is {sorted(kinds)}, not {right}"


def _unsaid(folder: HostileFolder, document: Any) -> Iterator[str]:
    """Sources of which the report says nothing."""
    if folder.odd_names:
        return
    told = {function["path"].removeprefix("./") for function in document["functions"]}
    problems = " ".join(document["summary"]["problems"])
    for name, entry in folder.entries.items():
        is_source = isinstance(name, str) and name.endswith(".py") and ".." not in name
        has_functions = not isinstance(entry, str) or "def " in entry
        is_told = name in told | {*folder.unread} or str(name) in problems
        if is_source and has_functions and not is_told:
            yield f"nothing is said of {name!r}"


_ABOUT = {
    Door.CHECK: _about_check,
    Door.AUDIT: _about_check,
    Door.FIX: _about_fix,
    Door.DOCTOR: _about_doctor,
}
