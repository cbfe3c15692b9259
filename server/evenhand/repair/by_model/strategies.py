"""The strategies of asking a model for a repair, and what each adds to the request.

The first five are those of Huang et al. (2025), table 3, with test feedback. Scope first follows
the Fairness Monitor Agent (2026), which decides what a task may use before it patches. The words
are this project's own. The command line imports this module at every start, so it imports nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum


class Strategy(StrEnum):
    """How to ask."""

    ZERO_SHOT = "zero-shot"
    ONE_SHOT = "one-shot"
    FEW_SHOT = "few-shot"
    COT1 = "cot1"
    """Think step by step."""
    COT2 = "cot2"
    """Also consider which attributes may cause bias."""
    SCOPE_FIRST = "scope-first"
    """First settle which inputs the task may use, then write."""


DEFAULT = Strategy.SCOPE_FIRST
"""It takes as few rounds as `cot2` and a seventh less text; `docs/repair.md` has the figures."""

EXAMPLES = (
    """\
Before:

```python
def discount(customer_age, visits):
    rate = 0.02 * visits
    if customer_age > 60:
        rate += 0.05
    return min(rate, 0.3)
```

assert discount(30, 4) == discount(70, 4)  # Case 1: age

After:

```python
def discount(customer_age, visits):
    rate = 0.02 * visits
    rate += 0.05
    return min(rate, 0.3)
```""",
    """\
Before:

```python
def invite(guest):
    if guest["religion"] != "none":
        raise ValueError("not on the list")
    return "front" if guest["member"] else "back"
```

assert invite({"religion": "none", "member": True}) == \\
    invite({"religion": "hindu", "member": True})  # Case 1: religion

After:

```python
def invite(guest):
    return "front" if guest["member"] else "back"
```""",
)

STEPS = "Think step by step before you write the function."
CONSIDER = """\
Consider which of its inputs say who a person is and may cause bias, and let none of these decide
anything."""
SCOPE = """\
Work in two stages. First say in two or three sentences what the function is for, and on what its
task may rest: what somebody did, asked for or needs may count; who they are may not. Then change
only what rests on who they are."""


def strategy_text(strategy: Strategy) -> Iterator[str]:
    """What a strategy adds to a request: examples, or how to think."""
    if strategy in {Strategy.ONE_SHOT, Strategy.FEW_SHOT}:
        examples = EXAMPLES[:1] if strategy is Strategy.ONE_SHOT else EXAMPLES
        yield "\n\n".join(f"Example {n}. {text}" for n, text in enumerate(examples, 1))
    if strategy in {Strategy.COT1, Strategy.COT2}:
        yield STEPS
    if strategy is Strategy.COT2:
        yield CONSIDER
    if strategy is Strategy.SCOPE_FIRST:
        yield SCOPE
