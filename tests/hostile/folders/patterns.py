"""Patterns that take for ever to match, or that are none."""

from __future__ import annotations

from amounts import amount
from folders.definition import EVERYWHERE, Door, HostileFolder, together

LONG = "a" * 200 + ".txt.py"
BACKTRACKING = "*a" * 16 + "*b\n"
FEE = "def fee(age):\n    return 10 if age > 65 else 20\n"
NESTED = "/".join(["a"] * 40)


def _excluding(name: str, what: str, *patterns: str, key: str = "exclude") -> HostileFolder:
    listed = ", ".join(f"'''{pattern.strip()}'''" for pattern in patterns)
    settings = f"[tool.evenhand]\n{key} = [{listed}]\n"
    return HostileFolder(
        name, what, {"pyproject.toml": settings, LONG: FEE}, (Door.CHECK, Door.SERVER)
    )


PATTERNS = [
    HostileFolder(
        "ignored_by_backtracking",
        "A .gitignore of 32 characters, and a name of 200.",
        {".gitignore": BACKTRACKING, LONG: FEE},
        (Door.CHECK, Door.SERVER),
        unread=(LONG,),
    ),
    HostileFolder(
        "ignored_by_nested_stars",
        "A .gitignore with a pattern of many `**`, and many folders.",
        {".gitignore": "**/a" * 20 + "/**/b\n", f"{NESTED}/own.py": FEE, LONG: FEE},
        (Door.CHECK, Door.SERVER),
        unread=(LONG, f"{NESTED}/own.py"),
    ),
    HostileFolder(
        "ignored_by_classes",
        "A .gitignore of character classes that overlap.",
        {".gitignore": "*[a-z]*[a-y]" * 12 + "!\n" + "?*" * 30 + "!\n", LONG: FEE},
        (Door.CHECK, Door.SERVER),
        unread=(LONG,),
    ),
    HostileFolder(
        "ignored_by_all_of_these",
        "A .gitignore of 200,000 patterns.",
        {".gitignore": "".join(f"/x{n}/*/y{n}\n" for n in range(200_000)), "own.py": FEE},
        (Door.CHECK, Door.SERVER),
        unread=("own.py",),
    ),
    HostileFolder(
        "ignored_by_long_patterns",
        "A .gitignore of one line of a million characters.",
        {".gitignore": "*a" * 500_000 + "\n", LONG: FEE},
        (Door.CHECK, Door.SERVER),
        unread=(LONG,),
    ),
    HostileFolder(
        "ignored_by_nonsense",
        "A .gitignore whose patterns are none.",
        {
            ".gitignore": b"[z-a]\n[\n[[:bogus:]]\n\\\n!\n/\n\0b*\n\xff\xfe\n!!!a_\n(?:\n" * 3,
            "own.py": FEE,
        },
        (Door.CHECK, Door.SERVER),
        unread=("own.py",),
    ),
    _excluding("excluded_by_backtracking", "An exclusion of 32 characters.", BACKTRACKING),
    _excluding(
        "also_excluded_by_backtracking",
        "Many exclusions that backtrack.",
        *(f"{'*a' * n}*b" for n in range(12, 18)),
        key="extend-exclude",
    ),
    _excluding("excluded_by_nonsense", "Exclusions that are no patterns.", "[z-a]", "\\", "!"),
]
FOLDERS = [
    together("patterns", "Every kind of costly pattern, each in a folder.", PATTERNS, EVERYWHERE),
    *(folder for folder in PATTERNS if "_by_backtracking" in folder.name),
    HostileFolder(
        "allowance_that_backtracks",
        "Comments that look like allowances, but for their last character.",
        {
            "own.py": "".join(
                f"def fee{n}(age):  # evenhand: allow{' ' * 3000}[{'age, ' * 2000}\n"
                f"    return 10 if age > 65 else 20\n"
                for n in range(amount(4, 20))
            )
            + "#" * 100_000
            + " evenhand:" * 20_000
            + "\n",
        },
        (Door.CHECK, Door.SERVER),
    ),
    HostileFolder(
        "documentation_that_backtracks",
        "Docstrings that nearly have the form of a list of parameters.",
        {
            "own.py": "".join(
                f'def fee{n}(age):\n    """{text}"""\n    return 10 if age > 65 else 20\n'
                for n, text in enumerate(
                    (
                        ":param age" * 20_000,
                        " " * 200_000,
                        "age (" * 50_000,
                        ">>> fee(" * 20_000,
                        "``" * 100_000,
                        "'a' or " * 30_000,
                        "{" + '"age": ' * 30_000,
                        "\n    age :" * 20_000,
                    )
                )
            )
        },
        (Door.CHECK, Door.SERVER),
    ),
]
