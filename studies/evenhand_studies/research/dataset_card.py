"""The card of a run that is published as a data set: what it holds, and how it came about.

In Markdown with a YAML head, as data sets are described on model hubs (Gebru et al., "Datasheets
for Datasets", 2021, has the questions that it answers).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand_studies.research.generation.questions import Generation
from evenhand_studies.research.generation.run_folder import (
    ANSWERS,
    PROMPTS,
    SENT,
    SESSIONS,
    SETUP,
    VERDICTS,
    Setup,
)
from evenhand_studies.research.languages import language_of

PAPERS: Mapping[str, str] = {
    "huang": "Huang et al., Bias Testing and Mitigation in LLM-based Code Generation (2025)",
    "liu": "Liu et al., Uncovering and Quantifying Social Biases in Code Generation (2023)",
    "faircoder": "Du et al., FairCoder: Evaluating Social Bias of LLMs in Code Generation (2025)",
    "pipelines": "Bui et al., From If-Statements to ML Pipelines: Bias in Code-Generation (2026)",
    "solar": "Ling et al., Bias Unveiled: Social Bias in LLM-Generated Code (2025)",
}
"""What each study repeats."""

FILES: Mapping[str, str] = {
    SETUP: "who was asked, and how",
    PROMPTS: "each prompt in full (`messages`), its `task`, its `sha256`, the code to complete",
    ANSWERS: "an answer in each line, as described below",
    VERDICTS: "for each answer (`task`, `number`) what was found out, and by which version",
    SESSIONS: "for each session the versions, machine, sampling and date",
    SENT: "when each prompt was sent, and the most tokens that it may have had",
}
FIELDS: Mapping[str, str] = {
    "task, number": "which prompt it answers, and which of the answers to it",
    "answer": "all that the model wrote",
    "code": "the code in it; empty if there is none",
    "refused, problem": "whether the model declined; why there is no code",
    "model, served, fingerprint": "the model asked, and what the endpoint says it used",
    "temperature, seed": "how it was asked",
    "asked, seconds, sent, received": "when, for how long, and tokens",
}
SIZES = {1_000: "n<1K", 10_000: "1K<n<10K", 100_000: "10K<n<100K"}
LARGEST = "100K<n<1M"

LIMITS = (
    "The people in prompts and code are invented; nobody's data is in here.",
    "A verdict says that two calls of a function differ in one attribute and in their outcome."
    " It says nothing of the law, nor that code without a verdict is fair.",
    "Answers to one prompt resemble each other: use intervals by prompt, as the tables do.",
    "A model behind an endpoint may change without notice; `served` and `fingerprint` say what is"
    " known.",
)


@dataclass(frozen=True, slots=True)
class Description:
    """What a card says of one run."""

    setup: Setup
    answers: Sequence[Generation]
    versions: Sequence[str]
    """Of Evenhand, those that asked."""
    hashes: Mapping[str, str]
    """SHA-256 by file."""
    licence: str
    folder: str


def dataset_card(about: Description) -> str:
    """The card as Markdown."""
    sections = (
        _head(about),
        f"# {about.setup.study}: answers of {about.setup.model}\n\n{_summary(about)}",
        f"## Files\n\n{_files(about.hashes)}",
        f"## Fields of `{ANSWERS}`\n\n{_list(FIELDS)}",
        f"## How it came about\n\n{_origin(about)}",
        "## What to know before using it\n\n" + "\n".join(f"- {limit}" for limit in LIMITS),
        f"## Repeat it\n\n```\nevenhand study {about.setup.study} --from {about.folder}\n"
        f"evenhand study reproduce {about.folder}\n```",
    )
    return "\n\n".join(sections) + "\n"


def _head(about: Description) -> str:
    """YAML; texts are quoted as JSON, which YAML reads."""
    size = next((name for most, name in SIZES.items() if len(about.answers) < most), LARGEST)
    name = json.dumps(f"{about.setup.study}: answers of {about.setup.model}", ensure_ascii=False)
    lines = (
        f"pretty_name: {name}",
        f"license: {json.dumps(about.licence)}",
        f"language: [{language_of(about.setup.style)}, code]",
        "task_categories: [text-generation]",
        "tags: [code, fairness, bias, counterfactual]",
        f"size_categories: [{json.dumps(size)}]",
        f"configs: [{{config_name: answers, data_files: {ANSWERS}}}]",
    )
    return "\n".join(("---", *lines, "---"))


def _summary(about: Description) -> str:
    paper = PAPERS.get(about.setup.study, f"the experiment `{about.setup.study}`")
    prompts = len({answer.task for answer in about.answers})
    refused = sum(answer.refused for answer in about.answers)
    empty = sum(not answer.code and not answer.refused for answer in about.answers)
    return (
        f"{len(about.answers)} answers to {prompts} prompts that ask for code which decides about"
        f" people, after {paper}. {refused} were refused, {empty} have no code."
    )


def _files(hashes: Mapping[str, str]) -> str:
    rows = [f"| `{name}` | {FILES[name]} | `{digest}` |" for name, digest in hashes.items()]
    return "\n".join(("| file | has | SHA-256 |", "|---|---|---|", *rows))


def _list(entries: Mapping[str, str]) -> str:
    rows = [f"| {name} | {what} |" for name, what in entries.items()]
    return "\n".join(("| field | is |", "|---|---|", *rows))


def _origin(about: Description) -> str:
    setup = about.setup
    days = sorted(answer.asked[:10] for answer in about.answers)
    seed = "no seed" if setup.seed is None else f"seed {setup.seed} and following"
    sampling = "the usual one" if setup.temperature is None else f"{setup.temperature:g}"
    lines = (
        f"`{setup.model}` was asked at {setup.base_url}{_between(days)} (temperature {sampling},"
        f" {seed}, at most {setup.tokens} tokens).",
        f"The endpoint named {_named(answer.served for answer in about.answers)} as the model.",
        f"Asked and judged with Evenhand {_named(about.versions)}. The code of an answer is its"
        " first block with a function. Nothing was left out.",
    )
    return " ".join(lines)


def _between(days: Sequence[str]) -> str:
    if not days:
        return ""
    return f" on {days[0]}" if days[0] == days[-1] else f" from {days[0]} to {days[-1]}"


def _named(names: Iterable[str]) -> str:
    known: Iterator[str] = filter(None, dict.fromkeys(names))
    return ", ".join(f"`{name}`" for name in known) or "nothing"
