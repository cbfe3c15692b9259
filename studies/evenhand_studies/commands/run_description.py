"""What is said of a run where it is published, read from its folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

from evenhand.doors.files import Unreadable, open_file
from evenhand_studies.research.dataset_card import FILES, Description
from evenhand_studies.research.generation.run_evidence import sessions_in
from evenhand_studies.research.generation.run_folder import RunError, answers_in, setup_of

CHUNK = 1 << 20
"""Bytes that are read at once."""


def described(run: Path, licence: str) -> Description:
    """Raises `RunError` if the folder holds no run."""
    sessions = (str(session.get("evenhand", "")) for session in sessions_in(run))
    return Description(
        setup_of(run),
        list(answers_in(run)),
        list(dict.fromkeys(sessions)),
        {name: digest for name in FILES if (digest := _hash_of(run / name))},
        licence,
        run.name,
    )


def _hash_of(file: Path) -> str:
    """The SHA-256 of a file; empty if it is not there."""
    opened = open_file(file)
    if isinstance(opened, Unreadable):
        if opened.absent:
            return ""
        raise RunError(f"{file} cannot be read ({opened.reason})")

    digest = hashlib.sha256()
    with opened:
        while chunk := opened.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
