"""What decides outside of the code: fitted models and language models that are asked.

A call of one that nobody has answers nothing, but what it is asked is seen. Each family is a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.tree_texts import arguments, from_difference

MODEL, LANGUAGE_MODEL, QUERY = "model", "language model", "query"
"""What kinds of deciders are called in messages."""


@dataclass(frozen=True, slots=True)
class Family:
    """Calls that ask one kind of decider."""

    decider: str
    asked_by: re.Pattern[str]
    """A dotted name of such a call, from its beginning, without the parentheses of calls in it."""


FAMILIES = (
    # scikit-learn, XGBoost, LightGBM, CatBoost, Keras, and whatever has their methods
    Family(
        MODEL,
        re.compile(
            r".*\.(predict|predict_proba|predict_log_proba|predict_classes|decision_function|"
            r"score_samples|predict_on_batch|predict_step)$"
        ),
    ),
    # Spark ML, ONNX
    Family(
        MODEL,
        re.compile(
            r".*(model|pipeline|classifier)\w*\.transform$|.*session\w*\.run$", re.IGNORECASE
        ),
    ),
    # OpenAI and what speaks as it does, Anthropic, Google, Mistral, Cohere, Ollama, Bedrock
    Family(
        LANGUAGE_MODEL,
        re.compile(
            r".*(chat\.completions|ChatCompletion|\.completions|Completion|\.responses|\.messages)"
            r"\.(a?create|parse|stream)$|.*\.generate_content(_async)?$|.*\.chat\.(complete|stream)$|"
            r"(co|cohere\w*|ollama\w*)\.(chat|generate)$|.*\.(invoke_model|converse|rerank)$|"
            r"(litellm\.)?a?completion$"
        ),
    ),
    # LangChain, LlamaIndex, pipelines of transformers
    Family(
        LANGUAGE_MODEL,
        re.compile(
            r".*(llm|chain|chat|agent|gpt|gemini|claude|mistral|query_engine|generator)\w*"
            r"\.(a?invoke|a?predict|run|a?call|generate|query|complete|send_message)$"
            r"|.*(generator|pipeline|pipe|summarizer)$",
            re.IGNORECASE,
        ),
    ),
)
POSTING = frozenset({"post", "request"})
"""Functions that send something to an address."""
AT_ADDRESS = (
    (
        LANGUAGE_MODEL,
        re.compile(r"/(?:completions|api/(?:generate|chat)|v1/(?:messages|responses))\b"),
    ),
    (MODEL, re.compile(r"/predict", re.IGNORECASE)),
)
"""What kinds of deciders answer there."""
PREPARED_BY = re.compile(r".*\.transform")
"""What puts values into the form that a model was fitted to: a saved encoder or scaler."""
LONGEST_ARGUMENT = 80
"""Characters of what is asked that are shown."""
_CALLS = re.compile(r"\([^()]*\)")


@lru_cache(maxsize=1024)
def decider_of(call: str) -> str:
    """What kind of decider a call asks, by its dotted name; empty if it asks none."""
    name = _CALLS.sub("", call)
    return next((each.decider for each in FAMILIES if each.asked_by.fullmatch(name)), "")


def decider_at(address: str) -> str:
    """What kind of decider answers at an address; empty if nothing says that one does."""
    return next((kind for kind, place in AT_ADDRESS if place.search(address)), "")


def asking(outcome: Outcome) -> Outcome:
    """An outcome in which all that is done to the world is what deciders are asked."""
    return replace(outcome, effects=tuple(_asked(outcome)))


def deciders_asked(first: Outcome, second: Outcome) -> tuple[str, str]:
    """What two calls ask otherwise: the name of the call, and the kind; empty if nothing."""
    other = list(_asked(second))
    own = list(_asked(first))
    apart = [call for call in own if call not in other]
    apart += [call for call in other if call not in own]
    apart.sort(key=lambda call: not _decider(call))
    return (apart[0][0], _decider(apart[0]) or MODEL) if apart else ("", "")


def asked_texts(first: Outcome, second: Outcome) -> tuple[str, str]:
    """What each of two calls asks, from just before the first place at which they differ."""
    asked, others = list(_asked(first)), list(_asked(second))
    for (name, tree), (other_name, other_tree) in zip(asked, others, strict=False):
        if (name, tree) != (other_name, other_tree):
            own, of_other = (arguments(_entries(each)) for each in (tree, other_tree))
            return (
                f"asks {name}({from_difference(own, of_other, LONGEST_ARGUMENT)})",
                f"asks {other_name}({from_difference(of_other, own, LONGEST_ARGUMENT)})",
            )
    return _missing(asked, others), _missing(others, asked)


def _missing(asked: list[tuple[str, Any]], others: list[tuple[str, Any]]) -> str:
    """What is asked beyond what another call asks, too."""
    return f"asks {asked[len(others)][0]}" if len(asked) > len(others) else "asks nothing more"


def _asked(outcome: Outcome) -> Iterator[tuple[str, Any]]:
    """What deciders are asked, and what is prepared for them by others that nobody has."""
    calls = (*outcome.guesses, *outcome.effects)
    if any(map(_decider, calls)):
        yield from (call for call in calls if _decider(call) or PREPARED_BY.fullmatch(call[0]))


def _decider(call: tuple[str, Any]) -> str:
    """What kind of decider a call asks, by its name or by the address that it sends to."""
    name, tree = call
    if name.rpartition(".")[2] not in POSTING:
        return decider_of(name)
    texts = (value for _, value in _entries(tree) if isinstance(value, str))
    return next(filter(None, map(decider_at, texts)), "")


def _entries(tree: Any) -> list[tuple[str, Any]]:
    """The arguments of a call, each with its name."""
    return tree.get("v", []) if isinstance(tree, dict) else []
