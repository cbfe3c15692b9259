"""How a run ends if Evenhand itself fails: with a sentence, never with a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from evenhand.doors.terminal import prepare, say
from evenhand.tracebacks import place_of

UNEXPECTED = 3
"""The exit status if Evenhand itself failed."""
ISSUES = "https://github.com/evenhand/evenhand/issues"
LONGEST_MESSAGE = 300


class Program(click.Group):
    """Prints every error through the door to the terminal, those of click included."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line, and exit with its status."""
        run = super().main

        def command() -> object:
            return run(
                args,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )

        if not standalone_mode:
            return command()
        prepare()
        sys.exit(_status_of(command))


def _status_of(command: Callable[[], object]) -> int:
    """What a command returns, or the status for whatever ended it."""
    try:
        return _finished(command)
    except click.ClickException as error:
        say(_words_of(error))
        return error.exit_code
    except click.Abort:
        say("Aborted!")
        return 1
    except OSError as error:
        return _status_for_system(error)
    except Exception as error:
        say(f"evenhand: stopped by a bug in Evenhand ({_bug(error)}); please report it: {ISSUES}")
        return UNEXPECTED


def _finished(command: Callable[[], object]) -> int:
    """The status with which a command returns or exits, once all that it printed is out."""
    try:
        status = command()
    except SystemExit as ended:
        status = ended.code
    if sys.stdout is not None:
        sys.stdout.flush()
    return status if isinstance(status, int) else 0


def _status_for_system(error: OSError) -> int:
    """The status if the system refused something; standard output may be what cannot be used."""
    is_closed_pipe = error.errno == errno.EPIPE
    if not is_closed_pipe:
        file = f" ({error.filename})" if error.filename is not None else ""
        say(f"evenhand: stopped by the system: {error.strerror or error}{file}")
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        # Python flushes once more when it ends, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
    return 1 if is_closed_pipe else UNEXPECTED


def _bug(error: BaseException) -> str:
    """What an error is that Evenhand should not have raised, and where: for a report."""
    message = f"{type(error).__name__}: {error}"
    if len(message) > LONGEST_MESSAGE:
        message = f"{message[:LONGEST_MESSAGE]}…"
    return f"{message} in {place_of(error)}"


def _words_of(error: click.ClickException) -> str:
    """What click would print, in the same words."""
    text = io.StringIO()
    error.show(text)
    return text.getvalue().removesuffix("\n")
