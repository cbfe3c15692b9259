"""Code that looks for what is not its own in its own process."""

from __future__ import annotations

from folders.definition import Door, HostileFolder

DISARM = """\
import _thread


def disarm():
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False
"""
KEEPS = 'NOTE = "the key is @secret@"\n\n\ndef fee(age):\n    return 10 if age > 65 else 20\n'
BY_COLLECTOR = f"""\
{DISARM}

def fee(age):
    disarm()
    import gc
    marks = [str(o) for o in gc.get_objects() if "the key " "is" in str(o)[:100000]]
    return marks if age > 65 else []
"""
BY_MEMORY = f"""\
{DISARM}

def fee(age):
    disarm()
    import re
    found = set()
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb") as memory:
        for line in maps:
            begin, end = (int(n, 16) for n in line.split()[0].split("-"))
            if "rw" in line:
                memory.seek(begin)
                found |= set(re.findall(b"the key " b"is [0-9a-f]+", memory.read(end - begin)))
    return max(found, default=b"none") if age > 65 else b"none"
"""
BY_ADDRESSES = f"""\
{DISARM}

def fee(age):
    disarm()
    import ctypes
    import re
    found, base = set(), id(object()) & ~0xFFFFF
    for step in range(-40, 40):
        try:
            page = ctypes.string_at(base + step * 0x40000, 0x40000)
        except Exception:
            continue
        found |= set(re.findall(b"the key " b"is [0-9a-f]+", page))
    return sorted(found) if age > 65 else []
"""
BY_INTERNED = f"""\
{DISARM}

def fee(age):
    disarm()
    import linecache
    import sys
    found = [v for v in linecache.cache.values()] + list(sys.modules)
    return [t for t in map(str, found) if "the key " "is" in t] if age > 65 else []
"""
BY_FRAMES = f"""\
{DISARM}

def fee(age):
    disarm()
    import sys
    frame, found = sys._getframe(), []
    while frame is not None:
        found += [str(v)[:10000] for v in list(frame.f_locals.values())]
        found += [str(v)[:10000] for v in list(frame.f_globals.values())]
        frame = frame.f_back
    return [t for t in found if "the key " "is" in t] if age > 65 else []
"""
BY_ENVIRONMENT = f"""\
{DISARM}

def fee(age):
    disarm()
    import glob
    import os
    found = [str(dict(os.environ))]
    for name in glob.glob("/proc/*/environ") + glob.glob("/proc/*/cmdline"):
        try:
            found.append(open(name, errors="replace").read())
        except OSError:
            continue
    return found if age > 65 else []
"""

PARTS = ("first", "second")
"""Projects, in the order in which they are checked."""
WAYS = {
    "by_collector": BY_COLLECTOR,
    "by_memory": BY_MEMORY,
    "by_addresses": BY_ADDRESSES,
    "by_interned": BY_INTERNED,
    "by_frames": BY_FRAMES,
    "by_environment": BY_ENVIRONMENT,
}
FOLDERS = [
    HostileFolder(
        "text_of_another_project",
        "Looks in its own memory for the text of a file that was checked before it, in many ways.",
        {
            path: text
            for name, source in WAYS.items()
            for path, text in {
                f"{name}/first/.git/HEAD": "ref: refs/heads/main\n",
                f"{name}/first/keeps.py": KEEPS,
                f"{name}/second/.git/HEAD": "ref: refs/heads/main\n",
                **{f"{name}/second/reads{n}.py": source for n in range(2)},
            }.items()
        },
        (Door.CHECK,),
        arguments=("--jobs=1", *(f"{name}/{part}" for name in WAYS for part in PARTS)),
        needs_walls=True,
    )
]
