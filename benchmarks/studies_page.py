"""Make the tables of docs/studies.md from the answers that the papers' authors published.

    python -m benchmarks.studies_page FOLDER            # prints them in Markdown
    python -m benchmarks.studies_page FOLDER --check    # says which rows the page has otherwise

FOLDER has a file for each model, named as in `LIU` and `FAIRCODER`, such as `codegen-350M.jsonl`:
the completions of theNamek/Code-Bias (with their label column) and the answers of
YongkDu/FairCoder. Models without a file are left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "studies.md"

LIU = {
    "InCoder": ("incoder", "InCoder 6.7B"),
    "CodeGen 350M": ("codegen-350M", "CodeGen 350M"),
    "CodeGen 2.7B": ("codegen-2.7B", "CodeGen 2.7B"),
    "CodeGen 6.1B": ("codegen-6.1B", "CodeGen 6.1B"),
}
"""By the page's name of a model, its file, and its name in the paper."""
SETTINGS = {
    "InCoder": "",
    "CodeGen 350M": " (temperature 0.8, top-p 0.9)",
    "CodeGen 2.7B": " (0.8, 0.9)",
    "CodeGen 6.1B": " (0.5, 0.6)",
}
FAIRCODER = {
    "GPT-4o-mini": "gpt-4o-mini",
    "GPT-4o": "gpt-4o",
    "Llama3": "llama3",
    "Qwen2": "qwen2",
    "QwenCoder": "qwencoder",
}
"""By the paper's name of a model, its file."""
WORDS = {"parents_education": "parents' degree", "parents_income": "parents' income"}
"""How the page calls attributes."""
GROUPS = ("white", "black", "asian", "hispanic", "american")

Row = Mapping[str, str]
Cells = tuple[str, ...]


@dataclass(frozen=True)
class Printed:
    """The tables that a command printed: their rows, with cells by column."""

    tables: Mapping[str, Sequence[Row]]

    def rows(self, *title: str) -> Sequence[Row]:
        """The rows of the first table whose title has all these words; none without it."""
        named = (rows for own, rows in self.tables.items() if all(word in own for word in title))
        return next(named, ())

    def row(self, label: str, *title: str) -> Row:
        """The first row with a label; empty without it."""
        return next((row for row in self.rows(*title) if row["row"] == label), {})

    def below(self, label: str, *title: str) -> Row:
        """The row with the interval of another."""
        rows = iter(self.rows(*title))
        for row in rows:
            if row["row"] == label:
                return next((own for own in rows if own["row"] == "95 %"), {})
        return {}


@dataclass(frozen=True)
class PageTable:
    """A table as the page has it."""

    columns: Cells
    rows: Sequence[Cells]

    def lines(self) -> Iterator[str]:
        """As Markdown, the way in which the page writes it."""
        yield _line(self.columns)
        yield f"|{'---|' * len(self.columns)}"
        yield from map(_line, self.rows)


def main() -> int:
    """Print the tables, or how the page differs from them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--page", type=Path, default=PAGE)
    arguments = parser.parse_args()

    tables = list(page_tables(arguments.folder))
    if arguments.check:
        return _check(tables, arguments.page)

    for table in tables:
        print(*table.lines(), sep="\n", end="\n\n")
    return 0


def page_tables(folder: Path) -> Iterator[PageTable]:
    """All tables, of the models that have a file."""
    liu = {model: own for model, own in LIU.items() if (folder / f"{own[0]}.jsonl").exists()}
    if liu:
        yield from _liu(liu, _printed("liu", folder, [stem for stem, _ in liu.values()]))

    faircoder = {
        model: stem for model, stem in FAIRCODER.items() if (folder / f"{stem}.jsonl").exists()
    }
    if faircoder:
        yield from _faircoder(faircoder, _printed("faircoder", folder, faircoder.values()))


def _printed(study: str, folder: Path, stems: Iterable[str]) -> Printed:
    files = [f"--from={folder / stem}.jsonl" for stem in stems]
    more = ["--utility"] if study == "faircoder" else []
    command = [sys.executable, "-m", "evenhand", "study", study, "--format", "json", "--trust"]
    run = subprocess.run([*command, *more, *files], stdout=subprocess.PIPE, check=True)
    return Printed({table["title"]: table["rows"] for table in json.loads(run.stdout)})


def _check(tables: Iterable[PageTable], page: Path) -> int:
    """Print the rows that the page does not have; 1 if there are any."""
    text = set(page.read_text("utf-8").splitlines())
    lines = [line for table in tables for line in table.lines()]
    other = [line for line in lines if line not in text]

    print(*other, sep="\n")
    print(f"{len(lines) - len(other)} of {len(lines)} rows are those of {page.name}")
    return 1 if other else 0


def _line(cells: Iterable[str]) -> str:
    return "".join(f"| {cell} " if cell else "| " for cell in cells).rstrip() + " |"


def _liu(models: Mapping[str, tuple[str, str]], printed: Printed) -> Iterator[PageTable]:
    names = ("RoBERTa-Neg", "Random-Neg", "Random-Pos", "Comparative", "Total")
    yield PageTable(("CBS, per cent", *names), list(_cbs(models, names, printed)))

    dimensions = tuple(printed.rows("UFS,", "published")[0])[1:]
    if "InCoder" in models:
        own = models["InCoder"][0]
        yield PageTable(("UFS, InCoder", *dimensions), _ufs(own, dimensions, printed))
        yield PageTable(("SD of counts, InCoder", *dimensions), _counts(own, dimensions, printed))

    yield PageTable(
        ("CodeGen, RoBERTa-Neg", *dimensions), list(_codegen(models, dimensions, printed))
    )
    named = [_named(model, own[0], printed) for model, own in models.items()]
    yield PageTable(("per cent", "completions", *GROUPS), named)


def _cbs(models: Mapping[str, tuple[str, str]], names: Cells, printed: Printed) -> Iterator[Cells]:
    for model, (stem, published) in models.items():
        for mode in ("search", "protocol"):
            label = f"{stem}, {mode}"
            row = printed.row(label, "CBS")
            if not row:
                continue
            total = f"{row['Total']} ({printed.below(label, 'CBS')['Total']})"
            shown = _mode_label(model, mode)
            yield (shown, *(row[name] for name in names[:-1]), total)

        row = printed.row(f"{published} (published)", "CBS")
        shown = "InCoder 6.7B, published" if model == "InCoder" else "published"
        yield (shown, *(row[name] for name in names))


def _mode_label(model: str, mode: str) -> str:
    if mode == "search":
        return f"{model}{SETTINGS[model]}, search"
    # Said once, above the others.
    return "protocol: the authors' labels" if model == "CodeGen 350M" else "protocol"


def _ufs(stem: str, dimensions: Cells, printed: Printed) -> list[Cells]:
    def own(kind: str) -> Cells:
        return _cells(printed.row(kind, "UFS,", stem), dimensions)

    def theirs(kind: str) -> Cells:
        return _cells(printed.row(kind, "UFS,", "published"), dimensions)

    return [
        ("RoBERTa-Neg, here", *own("RoBERTa-Neg")),
        ("published", *theirs("RoBERTa-Neg")),
        ("Random-Pos, here", *own("Random-Pos")),
        ("published as Random-**Neg**", *theirs("Random-Neg")),
        ("Random-Neg, here", *own("Random-Neg")),
        ("published as Random-**Pos**", *theirs("Random-Pos")),
    ]


def _counts(stem: str, dimensions: Cells, printed: Printed) -> list[Cells]:
    def own(kind: str) -> Cells:
        return _cells(printed.row(kind, "SD of counts", stem), dimensions)

    def theirs(kind: str) -> Cells:
        return _cells(printed.row(kind, "SD", "published"), dimensions)

    return [
        ("RoBERTa-Neg, here", *own("RoBERTa-Neg")),
        ("published as SD", *theirs("RoBERTa-Neg")),
        ("Random-Pos, here", *own("Random-Pos")),
        ("published as Random-**Neg**", *theirs("Random-Neg")),
    ]


def _codegen(
    models: Mapping[str, tuple[str, str]], dimensions: Cells, printed: Printed
) -> Iterator[Cells]:
    """The measures of the models for which the paper prints none."""
    for measure in ("UFS", "SD of counts"):
        for model, (stem, _) in models.items():
            if model == "InCoder":
                continue
            row = printed.row("RoBERTa-Neg", f"{measure}, {stem}")
            yield (f"{measure}, {model.split()[-1]}", *_cells(row, dimensions))


def _named(model: str, stem: str, printed: Printed) -> Cells:
    row = printed.row(stem, "Demographics", "ethnicity")
    return (model, row["biased"], *(row.get(group, "0.00") for group in GROUPS))


def _faircoder(models: Mapping[str, str], printed: Printed) -> Iterator[PageTable]:
    protocol = (
        "protocol", "asked", "not judged", "R (95 %)", "published", "E (standard error)",
        "published", "FairScore", "published",
    )  # fmt: skip
    search = ("search", "R (95 %)", "E (standard error)", "FairScore", "prefer", "gains most")
    rows = [
        (model, stem, label) for model, stem in models.items() for label in _labels(stem, printed)
    ]
    yield PageTable(protocol, [_protocol(*own, printed) for own in rows])
    yield PageTable(search, [_search(*own, printed) for own in rows])
    yield PageTable(
        ("utility", "Pylint's score (95 %)", "pass@1, per cent (95 %)"),
        [_utility(model, stem, printed) for model, stem in models.items()],
    )


def _labels(stem: str, printed: Printed) -> list[str]:
    """The rows of a model's own answers, without those that count what is not known."""
    rows = printed.rows("Function implementation, protocol", f", {stem}")
    labels = [row["row"] for row in rows if row["asked"] != "-"]
    return [label for label in labels if "names none" not in label]


def _protocol(model: str, stem: str, label: str, printed: Printed) -> Cells:
    row = _exact(label, "Function implementation, protocol", stem, printed)
    theirs = _exact(
        f"{label} ({model}, published)", "Function implementation, protocol", stem, printed
    )
    return (
        _shown(model, label),
        row["asked"],
        row["not judged"],
        _with(row["R"], row["95 % of R"]),
        _mean(theirs["R"]),
        _with(row["E"], row["SE of E"]),
        _mean(theirs["E"]),
        row["FairScore"],
        _mean(theirs["FairScore"]),
    )


def _search(model: str, stem: str, label: str, printed: Printed) -> Cells:
    row = _exact(label, "Function implementation, search", stem, printed)
    return (
        _shown(model, label),
        _with(row["R"], row["95 % of R"]),
        _with(row["E"], row["SE of E"]),
        row["FairScore"],
        row["prefer"],
        "-" if row["gains most"] == "-" else _with_article(row["gains most"]),
    )


def _utility(model: str, stem: str, printed: Printed) -> Cells:
    own = printed.row(stem, "Utility")
    passed = printed.row(stem, "Answers that pass")
    utility = _with(own["mean"], own["95 %"])
    return (model, utility, _with(passed["pass@1"], passed["95 % of pass@1"]) if passed else "-")


def _exact(label: str, title: str, stem: str, printed: Printed) -> Row:
    rows = printed.tables[f"{title}, {stem}"]
    return next(row for row in rows if row["row"] == label)


def _cells(row: Row, columns: Iterable[str]) -> Cells:
    return tuple(row[column] for column in columns)


def _shown(model: str, label: str) -> str:
    scenario, _, attribute = label.partition(": ")
    return f"{model}, {scenario.lower()}: {WORDS.get(attribute, attribute)}"


def _with(value: str, more: str) -> str:
    return value if more == "-" or value == "-" else f"{value} ({more})"


def _with_article(group: str) -> str:
    return f"a {group}" if group == "minority" else group


def _mean(text: str) -> str:
    """A published figure without its spread."""
    return text.split(" ±")[0]


if __name__ == "__main__":
    sys.exit(main())
