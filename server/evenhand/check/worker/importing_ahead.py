"""Imports large packages before anybody needs them, outside of the walls."""

from __future__ import annotations

import importlib
import os
import sys

from .using_ahead import use_ahead

HEAVY = (
    "asyncio", "numpy", "pandas", "polars", "sklearn", "scipy", "torch", "pydantic", "attrs",
    "attr", "pydantic_settings", "msgspec", "sqlalchemy", "fastapi", "flask", "django",
    "requests", "urllib3", "httpx", "aiohttp", "jinja2", "botocore", "boto3", "matplotlib",
    "seaborn", "networkx", "statsmodels", "sympy", "plotly", "openai",
)  # fmt: skip
"""Packages that take long to import."""


def import_ahead(packages: list[str], folders: list[str]) -> bool:
    """Import large installed packages, so that no function waits for them; whether any is new."""
    before = len(sys.modules)
    for name in packages:
        first = name.partition(".")[0]
        if first not in HEAVY or name in sys.modules or _is_local(first, folders):
            continue

        try:
            importlib.import_module(name)
        except BaseException:  # the process of the code says what is missing
            continue
        use_ahead(name)
    return len(sys.modules) > before


def _is_local(name: str, folders: list[str]) -> bool:
    paths = [os.path.join(folder, name) for folder in folders]
    return any(os.path.exists(path) or os.path.exists(f"{path}.py") for path in paths)
