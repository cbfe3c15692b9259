"""Reports the effects that a checked function may not have, by an audit hook.

A hook is no wall: it names the effect and ends the call. The walls are the operating system's
(`walls.py`).
"""

from __future__ import annotations

import _thread
import contextlib
import errno
import functools
import inspect
import os
import re
import sys
import sysconfig
import threading
from typing import Any

from .frames import CLOCK
from .host_paths import on_host

with contextlib.suppress(ImportError):  # Windows has none
    import _posixsubprocess  # noqa: F401

NETWORK = (
    "socket.",
    "urllib.",
    "http.",
    "ftplib.",
    "smtplib.",
    "poplib.",
    "imaplib.",
    "telnetlib.",
    "nntplib.",
)
ON_WINDOWS = sys.platform == "win32"
WAKING = frozenset({"socket.__new__", *(("socket.bind", "socket.connect") if ON_WINDOWS else ())})
"""Events of the pipe by which an event loop wakes itself; Windows makes one of two connections."""
PROBING = ("socket.__new__", "socket.bind")
"""Events by which a library that is being imported asks what networks there are."""
PROCESS = (
    "subprocess.",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "pty.",
    "os.startfile",
    "os.kill",
    "webbrowser.",
    "_winapi.CreateProcess",
    "_winapi.OpenProcess",
    "_winapi.TerminateProcess",
)
FILES = (
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown", "os.utime", "shutil.", "os.chflags", "os.setxattr", "os.removexattr",
    "tempfile.", "_winapi.CreateFile", "_winapi.CreateJunction", "_winapi.CreateNamedPipe",
    "winreg.",
)  # fmt: skip
"""Events of effects, or how their names begin."""
CHANGING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
"""Flags of `os.open`; the last two change files even if they are opened for reading."""
READING = frozenset({"open", "os.listdir", "os.scandir", "glob.glob", "sqlite3.connect"})
IMPORTING = "<frozen importlib"
"""How the names of the files begin that import modules."""
LISTING = frozenset({"os.listdir", "os.scandir"})
ENVIRONMENT = ("os.putenv", "os.unsetenv")
"""A library may set up its own part of the environment, which ends with the process."""
NATIVE = ("ctypes.",)
HARNESS = ("gc.get_", "sys._current_frames", "sys._current_exceptions", "sys.addaudithook")
"""Events of code that looks for the worker's own objects."""
FRAMES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
"""Attributes through which code can reach frames."""
THREAD = "evenhand.thread"
"""The event of a new thread; Python has none of its own in all versions."""
LOOK = "evenhand.look"
"""The event of a look whether something is there, or how large it is."""
UNANNOUNCED = (
    (sys.modules.get("_posixsubprocess"), "fork_exec", "subprocess.fork_exec"),
    (_thread, "start_new_thread", THREAD), (_thread, "start_new", THREAD),
    (_thread, "start_joinable_thread", THREAD), (threading, "_start_new_thread", THREAD),
    (threading, "_start_joinable_thread", THREAD),
    (os, "mkfifo", "os.mkdir"), (os, "mknod", "os.mkdir"),
    (sys.modules.get("posix"), "mkfifo", "os.mkdir"),
    (sys.modules.get("posix"), "mknod", "os.mkdir"),
    (os, "stat", LOOK), (os, "access", LOOK),
    *((os.path, name, LOOK) for name in ("exists", "isfile", "isdir") if ON_WINDOWS),
)  # fmt: skip
"""Functions without an event of their own, and the event as which their calls are judged."""
SYSTEM = (
    "/proc/self/", "/proc/meminfo", "/proc/cpuinfo", "/sys/devices/system/cpu/", "/sys/fs/cgroup/",
    "/usr/share/zoneinfo/", "/usr/lib/", "/lib/", "/lib64/", "/etc/localtime",
)  # fmt: skip
"""Files of the system that code may read."""
INSTALLED = re.compile(r"[\\/](site|dist)-packages[\\/]")
OWN = (
    "<frozen ", os.path.dirname(os.path.abspath(__file__)),
    sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), os.path.dirname(os.__file__),
)  # fmt: skip
"""Where the worker and the standard library are: who calls them is responsible for an effect."""
SECRET = ("/proc/self/environ", "/proc/self/mem", "/proc/self/root", "/proc/self/cwd")
"""Files in `SYSTEM` that code may not read."""


MOST_NOTED = 300
"""Files and folders that are noted."""
LONGEST_NAME = 300
"""Characters of a file's name in an explanation."""


class BlockedEffect(BaseException):
    """Raised when an effect is stopped; code that catches Exception does not see it."""

    def __init__(self, explanation: dict[str, Any]) -> None:
        super().__init__(explanation["cause"])
        self.explanation = explanation


class Tripwire:
    """Remembers the first effect, even if the code swallows the exception."""

    def __init__(
        self, readable: tuple[str, ...], searched: tuple[str, ...] = (), own_file: str = ""
    ) -> None:
        self.armed = False
        """Whether checked code runs now."""
        self.loads = False
        """Whether its module is being loaded, not one of its functions called."""
        self.walled = False
        """Whether walls stand that hold native code, too."""
        self.judging = False
        self.tripped: dict[str, Any] | None = None
        """The explanation of the first effect."""
        self.searched = searched
        """Folders from which the code may import, though it may not read all of them."""
        self.noted = (*readable, *_real(readable))
        """Where files are noted that the code reads."""
        self.own_file = os.path.abspath(own_file)
        self.opened: dict[str, bool] = {}
        """Files and folders that it has opened or looked for there; whether they were reported."""
        self.readable = _roots((*sys.path, *readable))

    def install(self) -> None:
        """Listen to all events; functions without an event are wrapped."""
        sys.addaudithook(self.hook)
        for owner, name, event in UNANNOUNCED:
            real = getattr(owner, name, None)
            if real is not None:
                setattr(owner, name, self._announced(real, event))

    def _announced(self, real: Any, event: str) -> Any:
        @functools.wraps(real)
        def announced(*args: Any, **kwargs: Any) -> Any:
            self.hook(event, args)
            return real(*args, **kwargs)

        # Older versions of pathlib keep functions that look in a class; they must not be methods.
        return functools.partial(announced) if event == LOOK else announced

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        """Raise BlockedEffect if an event is an effect that the code may not have."""
        if not self.armed or self.judging:  # judging causes events itself
            return

        self.judging = True
        try:
            explanation = self.judge(event, args)
        finally:
            self.judging = False

        if explanation and event.startswith(PROBING) and self._imports_library():
            raise PermissionError(errno.EPERM, "there is no network")
        if explanation and event in LISTING and self._leads_elsewhere(args[0]):
            raise PermissionError(errno.EACCES, "the code put it into sys.path")
        if explanation:
            self.tripped = self.tripped or explanation
            raise BlockedEffect(explanation)

    def _leads_elsewhere(self, folder: Any) -> bool:
        """Whether a module's import looks where it was not told to; it goes on behind that."""
        if not self.loads or not isinstance(folder, str) or not _looks_for_module():
            return False
        return not is_inside(folder, self.searched)

    def judge(self, event: str, args: tuple[Any, ...]) -> dict[str, Any] | None:
        """Which effect the event has, as an explanation; None if it is harmless."""
        if event == LOOK:
            self._look(*args[:1])
            return None
        if event in READING:
            return self._reading(event, args)
        if event.startswith(NETWORK):
            wakes_itself = event in WAKING and _for_event_loop()
            return None if wakes_itself else {"cause": "uses_network"}
        if event.startswith(PROCESS):
            return {"cause": "starts_process"}
        if event.startswith(FILES):
            return _effect_on("changes_file", args[0] if args else None)
        return self._unless_from_library(event, args)

    def _unless_from_library(self, event: str, args: tuple[Any, ...]) -> dict[str, Any] | None:
        """Which effect an event has that is harmless if an installed package causes it."""
        explanation: dict[str, Any] | None = None
        if event == THREAD:
            explanation = {"cause": "starts_thread"}
        elif event.startswith(ENVIRONMENT):
            explanation = _effect_on("changes_file", args[0])
        elif _looks_around(event, args):
            explanation = {"cause": "looks_around"}
        elif event.startswith(NATIVE) and not self.walled:
            explanation = {"cause": "calls_native_code"}
        return None if explanation is None or self._from_library() else explanation

    def _reading(self, event: str, args: tuple[Any, ...]) -> dict[str, Any] | None:
        if event == "open":
            return self._opening(args)
        if event == "sqlite3.connect":
            in_memory = args[0] in {":memory:", b":memory:"}
            return None if in_memory else _effect_on("opens_file", args[0])
        return None if self._may_read(args[0]) else _effect_on("lists_folder", args[0])

    def _opening(self, args: tuple[Any, ...]) -> dict[str, Any] | None:
        path, mode, flags = (*args, None, None, None)[:3]
        if isinstance(path, int) or path in {os.devnull, os.fsencode(os.devnull)}:
            return None

        mode_writes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
        flags_write = isinstance(flags, int) and bool(flags & CHANGING)
        if mode_writes or flags_write:
            return _effect_on("writes_file", path)
        return None if self._may_read(path) else _effect_on("opens_file", path)

    def _may_read(self, path: Any) -> bool:
        if not isinstance(path, (str, bytes, os.PathLike)):
            return isinstance(path, int)

        text = os.path.abspath(os.fsdecode(path))
        if text.startswith(SYSTEM):
            return not text.startswith(SECRET)

        real = os.path.realpath(text)
        self.note(text, real)
        return is_inside(real, self.readable)

    def _look(self, path: Any = None) -> None:
        """Note what the code looks at, to which anything may come: of a folder, that it is there.

        Its own file is there; names of modules lead to others, which `importing` looks at.
        """
        if not isinstance(path, (str, bytes, os.PathLike)):
            return
        text = os.path.abspath(os.fsdecode(path))
        if text != self.own_file:
            self.note(os.path.join(text, "") if os.path.isdir(text) else text)

    def note(self, *paths: str) -> None:
        """Note that an outcome depends on what is, or comes, at some places of the project."""
        for path in paths:
            is_noted = is_inside(path, self.noted)
            if is_noted and not INSTALLED.search(path) and len(self.opened) < MOST_NOTED:
                self.opened.setdefault(path, False)

    def note_clock(self) -> None:
        """Report that the code asked for the time of day, as if that were a file."""
        self.opened.setdefault(CLOCK, False)

    def newly_opened(self) -> list[str]:
        """Files and folders that were opened and not reported yet; now they are."""
        new = [path for path, is_reported in self.opened.items() if not is_reported]
        self.opened.update(dict.fromkeys(new, True))
        return [on_host(path) for path in new]

    def _imports_library(self) -> bool:
        """Whether an installed package asks for it while it is being imported."""
        frame: Any = sys._getframe()
        while frame is not None:
            if frame.f_code.co_filename.startswith(IMPORTING):
                return self._from_library()
            frame = frame.f_back
        return False

    def _from_library(self) -> bool:
        """Whether an installed package asks for it, itself or through the standard library."""
        frame: Any = sys._getframe()
        while frame is not None:
            name: str = frame.f_code.co_filename
            if INSTALLED.search(name):
                return name.startswith(self.readable)
            if not name.startswith(OWN):
                return False
            frame = frame.f_back
        return False


def is_inside(path: str, roots: tuple[str, ...]) -> bool:
    """Whether a path is one of some folders, or below one."""
    return any(path == root or path.startswith(root + os.sep) for root in roots)


def _looks_for_module() -> bool:
    """Whether an import lists a folder of `sys.path`, which need not be one of the project."""
    code = sys._getframe(3).f_code  # behind this function, its caller and `hook`
    return code.co_filename.startswith(IMPORTING) and code.co_name == "_fill_cache"


def _looks_around(event: str, args: tuple[Any, ...]) -> bool:
    """Whether checked code itself, not the standard library for it, asks for frames or objects."""
    asks_for_frame = event == "object.__getattr__" and args[1] in FRAMES
    if event != "sys._getframe" and not asks_for_frame:
        return event.startswith(HARNESS)

    frame: Any = sys._getframe(4)  # behind this function, its caller, `judge` and `hook`
    while frame.f_code.co_filename == inspect.__file__ and frame.f_back is not None:
        frame = frame.f_back
    return not frame.f_code.co_filename.startswith(OWN)


@functools.lru_cache(maxsize=16)
def _roots(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The interpreter, its packages and `paths`; computed once for all forks."""
    prefixes = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    roots = (*prefixes, *sysconfig.get_paths().values(), *paths)
    return tuple(dict.fromkeys(os.path.realpath(root) for root in roots if root))


@functools.lru_cache(maxsize=16)
def _real(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(os.path.realpath(path) for path in paths)


def refused(path: Any) -> dict[str, Any]:
    """The explanation of an effect that the operating system refused."""
    return _effect_on("uses_file", path) if path is not None else {"cause": "refused_by_system"}


def _for_event_loop() -> bool:
    """Whether an event loop of asyncio creates the pipe by which it wakes itself."""
    frame: Any = sys._getframe()
    while frame is not None:
        name = frame.f_code.co_name
        if name == "_make_self_pipe" and "asyncio" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


def _effect_on(cause: str, path: Any) -> dict[str, Any]:
    """An effect on a file or folder, with its last name if `path` has one."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        return {"cause": cause}
    text = os.fsdecode(path)
    name = os.path.basename(text) or text
    return {"cause": cause, "name": name[:LONGEST_NAME]}
