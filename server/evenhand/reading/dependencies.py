"""What a function's verdict depends on: its text, and the text of all that it uses."""

from __future__ import annotations

import ast
import hashlib

from evenhand.reading.source import Function, Source


def fingerprint(function: Function, source: Source, options: object) -> str:
    """A key that changes whenever the function's verdict may change."""
    digest = hashlib.sha256(f"{function.name}\0{options!r}\0".encode())
    for part in _parts(function, source):
        digest.update(part.encode(errors="surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()


def complexity(function: Function, source: Source) -> int:
    """Cyclomatic complexity of the function and the helpers of the file that it calls."""
    from radon.complexity import ComplexityVisitor

    total = 0
    for node in _closure(function, source):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            visitor = ComplexityVisitor.from_ast(ast.Module([node], []))
            total += sum(b.complexity for b in (*visitor.functions, *visitor.classes))
    return min(max(total, 1), 40)


def _parts(function: Function, source: Source) -> list[str]:
    if isinstance(function.node, ast.Module):
        return [source.text]
    return [ast.unparse(n) if not hasattr(n, "lineno") else ast.dump(n) for n in _closure(function, source)]


def _closure(function: Function, source: Source) -> list[ast.AST]:
    """The function, its class, and every definition of the file that they reach by name."""
    loose = [
        n
        for n in source.tree.body
        if not isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign))
    ]
    reached: dict[int, ast.AST] = {}
    todo: list[ast.AST] = [function.node, *loose]
    todo.extend(n for n in (function.owner, function.outer) if n is not None)
    while todo:
        node = todo.pop()
        if id(node) in reached:
            continue
        reached[id(node)] = node
        for child in ast.walk(node):
            name = child.id if isinstance(child, ast.Name) else ""
            if name in source.symbols:
                todo.append(source.symbols[name])
    return list(reached.values())
