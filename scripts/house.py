"""Print figures about how the code is written: `python scripts/house.py [FOLDER ...]`.

They show where a reader will stumble; they are no targets. Several folders get a column each, so
two versions can stand side by side. A folder inside a package is measured as a part of it.

- A *decision* is an `if`, a loop, a `case`, an `except`, a conditional expression, a comprehension
  with its conditions, or an `and` or `or`.
- A *line of code* is not blank, not a comment and not part of a docstring.
- A *body line* is a line of a function, blank lines and comments included, docstring excluded.
- A *vague name* is a local name from `VAGUE`, as a share of all names that functions bind.
- A *circle* is counted as the imports that would have to go until no packages or modules of one
  folder import each other in a ring.
"""

from __future__ import annotations

import ast
import io
import statistics
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import grimp
from radon.visitors import ComplexityVisitor
from rich.console import Console
from rich.table import Table

DEFAULT = Path(__file__).resolve().parent.parent / "server" / "evenhand"
VAGUE = frozenset({"found", "made", "given", "told", "said", "one", "known", "taken"})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
DECISIONS = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.IfExp, ast.ExceptHandler, ast.match_case,
)  # fmt: skip
LARGEST = 5
"""How many of the longest modules and most complex functions are named."""

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method, nested ones included."""

    name: str
    """`module.py:12 name`"""
    node: FunctionNode
    lines: int
    public: bool


@dataclass(slots=True)
class Figures:
    """What was counted in one folder."""

    modules: list[tuple[int, str]] = field(default_factory=list)
    """Lines and path of each."""
    functions: list[Function] = field(default_factory=list)
    complexities: list[tuple[int, str]] = field(default_factory=list)
    """Of each function without those nested in it."""
    documented_modules: int = 0
    classes: int = 0
    documented_classes: int = 0
    lines_of_code: int = 0
    decisions: int = 0
    body_lines: int = 0
    blank_body_lines: int = 0
    comprehensions: int = 0
    conditional_expressions: int = 0
    names: Counter[str] = field(default_factory=Counter)
    """What functions bind, and how often."""


def main(arguments: Sequence[str]) -> None:
    folders = [Path(argument) for argument in arguments] or [DEFAULT]
    columns = [rows(folder) for folder in folders]

    table = Table("", *(str(folder) for folder in folders))
    for cells in zip(*columns, strict=True):
        titles = [title for title, _ in cells]
        table.add_row(titles[0], *(value for _, value in cells))
    Console().print(table)


def rows(folder: Path) -> list[tuple[str, str]]:
    """The figures of a folder, each with its title."""
    figures = counted(folder)
    if not figures.functions:
        sys.exit(f"There is no Python function in {folder}.")
    lengths = sorted(function.lines for function in figures.functions)
    complexities = sorted(figures.complexities, reverse=True)
    public = [function for function in figures.functions if function.public]
    vague = sum(figures.names[name] for name in VAGUE)
    paths = [path for _, path in figures.modules]

    return [
        ("modules / lines", f"{len(paths)} / {sum(n for n, _ in figures.modules)}"),
        ("modules of one name", str(doubled(paths))),
        ("imports that close a circle", str(circles(folder))),
        (
            "function length: median / 90 % / longest",
            f"{statistics.median(lengths):.0f} / {lengths[len(lengths) * 9 // 10]} / {lengths[-1]}",
        ),
        ("functions of more than 35 lines", str(sum(length > 35 for length in lengths))),
        ("return types", percent(sum(typed(f) for f in figures.functions), len(lengths))),
        (
            "docstrings: modules / classes / public functions",
            " / ".join(
                (
                    percent(figures.documented_modules, len(paths)),
                    percent(figures.documented_classes, figures.classes),
                    percent(sum(documented(f.node) for f in public), len(public)),
                )
            ),
        ),
        (
            "McCabe: mean / max",
            f"{statistics.mean(n for n, _ in complexities):.2f} / {complexities[0][0]}",
        ),
        ("functions above McCabe 15", str(sum(n > 15 for n, _ in complexities))),
        ("decisions in 100 lines of code", per_hundred(figures.decisions, figures.lines_of_code)),
        (
            "comprehensions / ternaries in 100 body lines",
            f"{per_hundred(figures.comprehensions, figures.body_lines)}"
            f" / {per_hundred(figures.conditional_expressions, figures.body_lines)}",
        ),
        ("blank lines within functions", percent(figures.blank_body_lines, figures.body_lines)),
        ("vague names", percent(vague, figures.names.total())),
        ("longest modules", listed(sorted(figures.modules, reverse=True))),
        ("most complex functions", listed(complexities)),
    ]


def counted(folder: Path) -> Figures:
    """Everything that is counted in the Python files below `folder`."""
    figures = Figures()
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        name = path.relative_to(folder).as_posix()

        figures.modules.append((text.count("\n"), name))
        figures.documented_modules += documented(tree) or not tree.body
        figures.lines_of_code += len(code_lines(text, tree))
        figures.decisions += sum(decisions(node) for node in ast.walk(tree))
        count_classes(figures, tree)
        count_complexity(figures, text, name)
        for function in functions(tree, name):
            count_function(figures, function, text.splitlines())
    return figures


def count_classes(figures: Figures, tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            figures.classes += 1
            figures.documented_classes += documented(node)


def count_complexity(figures: Figures, text: str, module: str) -> None:
    visitor = ComplexityVisitor.from_code(text)
    methods = [method for block in visitor.classes for method in block.methods]
    for block in (*visitor.functions, *methods):
        name = f"{module}:{block.lineno} {block.name}"
        figures.complexities.append((block.complexity, name))


def count_function(figures: Figures, function: Function, lines: list[str]) -> None:
    figures.functions.append(function)
    figures.names.update(bound_names(function.node))

    body = function.node.body[1:] if documented(function.node) else function.node.body
    if not body:
        return
    first, last = body[0].lineno, function.node.end_lineno or body[-1].lineno
    within = lines[first - 1 : last]
    figures.body_lines += len(within)
    figures.blank_body_lines += sum(not line.strip() for line in within)

    own = [node for statement in body for node in ast.walk(statement)]
    figures.comprehensions += sum(isinstance(node, COMPREHENSIONS) for node in own)
    figures.conditional_expressions += sum(isinstance(node, ast.IfExp) for node in own)


def functions(tree: ast.Module, module: str) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            name = f"{module}:{node.lineno} {node.name}"
            yield Function(name, node, lines, public=not node.name.startswith("_"))


def bound_names(function: FunctionNode) -> Iterator[str]:
    """Parameters, and names that are assigned, of a function without those nested in it."""
    arguments = function.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        yield argument.arg
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        stack.extend(ast.iter_child_nodes(node))


def decisions(node: ast.AST) -> int:
    """How many decisions a node itself takes."""
    if isinstance(node, DECISIONS):
        return 1
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return 0


def code_lines(text: str, tree: ast.Module) -> set[int]:
    """The numbers of the lines that hold code: no blank lines, comments and docstrings."""
    idle = {
        tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
        tokenize.ENDMARKER, tokenize.ENCODING,
    }  # fmt: skip
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in idle:
            lines.update(range(token.start[0], token.end[0] + 1))

    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def documented(node: ast.Module | ast.ClassDef | FunctionNode) -> bool:
    return ast.get_docstring(node) is not None


def typed(function: Function) -> bool:
    return function.node.returns is not None


def doubled(paths: Sequence[str]) -> int:
    """How many modules share their file's name with another."""
    names = Counter(Path(path).name for path in paths)
    shared = {name: count for name, count in names.items() if count > 1}
    return sum(count for name, count in shared.items() if not name.startswith("__"))


def circles(folder: Path) -> int:
    """Imports that close a circle among the modules or packages of any one folder."""
    package = package_of(folder)
    if package is None:
        return 0
    root, _, _ = package.partition(".")
    source = folder.resolve().parents[package.count(".")]
    sys.path.insert(0, str(source))
    try:
        graph = grimp.build_graph(root, exclude_type_checking_imports=True, cache_dir=None)
    finally:
        sys.path.remove(str(source))
        sys.modules.pop(root, None)

    inside = [m for m in graph.modules if f"{m}.".startswith(f"{package}.")]
    packages = [module for module in inside if graph.find_children(module)]
    return sum(len(graph.nominate_cycle_breakers(package)) for package in packages)


def package_of(folder: Path) -> str | None:
    """The dotted name of the package that `folder` is; None if it is none."""
    parts: list[str] = []
    current = folder.resolve()
    while (current / "__init__.py").exists():
        parts.insert(0, current.name)
        current = current.parent
    return ".".join(parts) or None


def listed(entries: Sequence[tuple[int, str]]) -> str:
    return "\n".join(f"{number} {name}" for number, name in entries[:LARGEST])


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def per_hundred(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


if __name__ == "__main__":
    main(sys.argv[1:])
