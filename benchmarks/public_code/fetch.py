"""Bring the files of the benchmark from Git, each at its commit, into a folder of their own.

    python -m benchmarks.public_code.fetch FOLDER [--source https://github.com/{repository}]

Files that are there already stay. The code belongs to its authors: keep it out of this repository.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import click

from benchmarks.options_and_output import tracked
from benchmarks.public_code.manifest import PublicFile, public_files

SOURCE = "https://github.com/{repository}"


def fetch(files: Iterable[PublicFile], folder: Path, source: str) -> list[str]:
    """Write what is missing of the files; a line for each that cannot be had."""
    missing = [file for file in files if not (folder / file.name).exists()]
    in_order = sorted(missing, key=attrgetter("repository", "commit", "path"))
    commits = [list(group) for _, group in groupby(in_order, attrgetter("repository", "commit"))]

    problems: list[str] = []
    for group in tracked(commits, "fetching"):
        try:
            _fetch_commit(group, folder, source.format(repository=group[0].repository))
        except subprocess.CalledProcessError as error:
            problems += [f"{file.id} {file.repository}: {_last_line(error)}" for file in group]
    return problems


def _fetch_commit(files: list[PublicFile], folder: Path, url: str) -> None:
    with tempfile.TemporaryDirectory() as repository:
        _git(repository, "init", "--quiet", "--bare")
        _git(repository, "fetch", "--quiet", "--depth", "1", url, files[0].commit)
        for file in files:
            text = _git(repository, "cat-file", "blob", f"{file.commit}:{file.path}")
            (folder / file.name).write_bytes(text)


def _git(repository: str, *arguments: str) -> bytes:
    command = ["git", "-C", repository, *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def _last_line(error: subprocess.CalledProcessError) -> str:
    complaint: str = error.stderr.decode(errors="replace").strip()
    return complaint.splitlines()[-1] if complaint else "git says nothing"


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--source", default=SOURCE, show_default=True, help="Where repositories are.")
def main(folder: Path, source: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    problems = fetch(public_files(), folder, source)
    for problem in problems:
        click.echo(problem, err=True)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
