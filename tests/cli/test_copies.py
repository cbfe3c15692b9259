"""The copies that the other tests start instead of programs: they are what was asked for."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from ready import copied

ABOUT_ITSELF = """\
import os, sys
print(sys.argv[1:], os.getcwd(), os.environ.get("HUE"), __name__, sys.stdin.read())
print("complaint", file=sys.stderr)
sys.exit(int(sys.argv[1]))
"""


def script(folder: Path, text: str) -> str:
    (folder / "script.py").write_text(text)
    return str(folder / "script.py")


def test_a_copy_has_its_own_arguments_folder_variables_streams_and_status(tmp_path: Path) -> None:
    command = copied([sys.executable, script(tmp_path, ABOUT_ITSELF), "7", "ä b"])
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "HUE": "grün"},
        input="typed",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.stdout == f"['7', 'ä b'] {tmp_path} grün __main__ typed\n"
    assert (done.stderr, done.returncode) == ("complaint\n", 7)


def test_an_error_is_told_as_python_tells_it(tmp_path: Path) -> None:
    command = copied([sys.executable, script(tmp_path, "1 / 0\n")])
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_a_signal_that_ends_it_is_told(tmp_path: Path) -> None:
    text = "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n"
    command = copied([sys.executable, script(tmp_path, text)])

    assert subprocess.run(command, check=False).returncode == -signal.SIGTERM


def test_it_ends_with_whoever_asked_for_it(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    text = "import sys, time\nprint('ready', flush=True)\ntime.sleep(600)\n"
    command = copied([sys.executable, script(tmp_path, text)])
    with subprocess.Popen(command, stdout=theirs) as asker, open(ours) as said:
        os.close(theirs)
        assert said.readline() == "ready\n"
        asker.kill()
        assert said.read() == ""


def test_an_asker_that_is_gone_before_it_has_said_what_it_wants_hinders_no_other(
    tmp_path: Path,
) -> None:
    command = copied([sys.executable, script(tmp_path, "print('here')\n")])
    place = command[command.index("-S") + 2]
    for beginning in (b"", b"\1", b"\1\0\0\0"):
        with socket.socket(socket.AF_UNIX) as asker:
            asker.connect(place)
            asker.send(beginning)

    assert subprocess.check_output(command) == b"here\n"


def test_an_asker_that_is_gone_as_its_copy_ends_hinders_no_other(tmp_path: Path) -> None:
    text = "import os, signal\nos.kill(int(input()), signal.SIGKILL)\n"
    command = copied([sys.executable, script(tmp_path, text)])
    for _ in range(10):
        with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as asker:
            asker.communicate(f"{asker.pid}\n")
        assert asker.returncode == -signal.SIGKILL

    command = copied([sys.executable, script(tmp_path, "print('here')\n")])
    assert subprocess.check_output(command) == b"here\n"


def test_settings_of_python_that_it_cannot_have_are_refused(tmp_path: Path) -> None:
    command = copied([sys.executable, script(tmp_path, ABOUT_ITSELF), "0"])
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)

    assert (done.returncode, done.stdout) == (70, b"")
    assert done.stderr.startswith(b"What PYTHON... variables say")
