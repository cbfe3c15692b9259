"""What a finding says, for a person in a hurry.

The only place where causes become sentences. Each is a clause without a capital and a full stop,
so that it can follow "not checked: ".
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from evenhand.causes import Cause, Explanation, Owner
from evenhand.check.catalogue.purposes import manners
from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.value_signs import YES_OR_NO
from evenhand.check.outcomes.effect_texts import MOST_EFFECTS
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.tree_texts import is_response, written
from evenhand.check.outcomes.who_gains import STATUSES, Leaning, amount, status_of
from evenhand.doors.printable import cut
from evenhand.findings import (
    CHECK_OF_VALUE,
    ONLY_LOGGED,
    Allowance,
    Contrast,
    Purpose,
    Recognised,
    SecondReading,
    Span,
    Verdict,
    VerdictKind,
)
from evenhand.lines import common_ends, lines_of
from evenhand.scalars import Scalar, is_number

AGE = "age"
YEARS_OF_BIRTH = (1900, 2100)
_NUMBER = re.compile(r"\d+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
ANSWERS_TO_ANYTHING = YES_OR_NO - {"f"}
"""Texts that do not say what they are about; of somebody, "f" is a gender."""
ROW, KEPT, LEFT_OUT = "the row", "kept", "left out"
"""What differs if one table has a row more than the other, and what became of it."""
ANSWERS = "answers"
"""What differs if two calls give responses, each with its status and what it holds."""
KEEPING = {KEPT: "keeps", LEFT_OUT: "leaves out"}
UNTOUCHED = "<"
"""Begins how an object is written that has no value of its own."""
LONGEST_RESULTS = 90
"""Characters of two results that are shown in one sentence."""
LONGEST_LINE = 60
"""Characters of a printed line that a message shows."""
LONGEST_PRINTED = 160
"""Characters of printed text that are shown."""
OWN_SENTENCES: Mapping[Recognised, str] = {
    CHECK_OF_VALUE: "only a check of the value",
    ONLY_LOGGED: "only what a log is told",
}
"""Of differences that are said better without the name of their purpose."""
CLAUSES: Mapping[Cause, str] = {
    Cause.TOO_MANY_STEPS: "takes more than {0.number:,} steps",
    Cause.RAN_LONGER: "out of time: ran longer than {0.seconds:g} s",
    Cause.PROCESSOR_TIME: "out of time: used too much processor time",
    Cause.BUDGET_SPENT: "takes more calls than are made",
    Cause.FUNCTION_TOOK_LONGER: "out of time: its calls took more than {0.seconds:g} s",
    Cause.LISTS_FOLDER: "wants to list {file}",
    Cause.OPENS_FILE: "wants to open {file}",
    Cause.WRITES_FILE: "wants to write {file}",
    Cause.CHANGES_FILE: "wants to change {file}",
    Cause.USES_FILE: "wants to use {file}",
    Cause.REFUSED_BY_SYSTEM: "wants what is not allowed",
    Cause.USES_NETWORK: "wants the network",
    Cause.STARTS_THREAD: "wants to start a thread",
    Cause.STARTS_PROCESS: "wants to start or signal a process",
    Cause.CALLS_NATIVE_CODE: "wants to call native code",
    Cause.LOOKS_AROUND: "wants to look into the program that checks it",
    Cause.KILLED: "{worker} ended by signal {0.number}",
    Cause.SIGNALLED: "{worker} ended by signal {0.number}",
    Cause.EXITED: "{worker} ended with status {0.number}",
    Cause.EXITED_IN_CALL: "ended its process with status {0.number}",
    Cause.CLOSED_CHANNEL: "closed the channel of its results",
    Cause.FORGED: "wrote to the channel of its results",
    Cause.EARLIER_DEATHS: "earlier calls ended its process",
    Cause.READ_LONGER: "out of time: could not be read within {0.seconds:g} s",
    Cause.READ_MEMORY: "needs more memory to be read than it may take",
    Cause.ENGINE_DIED: "the process that checked it died",
    Cause.FILE_TOOK_LONGER: "out of time: the functions before it took more than {0.seconds:g} s",
    Cause.RESULT_TOO_LARGE: "gave a result too large to compare",
    Cause.RESULT_NOT_DESCRIBED: "gave a result that cannot be described",
    Cause.SYNTAX_ERROR: "syntax error: {0.message}{where}",
    Cause.NOT_COMPILED: "cannot be compiled: {0.message}",
    Cause.COMPILING_TIME: "out of time: takes too long to compile",
    Cause.COMPILING_MEMORY: "takes too much memory to compile",
    Cause.NEEDS_PACKAGE: "needs {0.name} (not installed in {0.python})",
    Cause.NO_PACKAGES: "needs {0.name} (isolation `wasm` has no packages, `basic` has yours)",
    Cause.STATEMENT_FAILED: "{0.name}: {0.message}",
    Cause.STATEMENT_EXITS: "ends the program",
    Cause.STATEMENT_ASKS: "asks for input",
    Cause.NO_MODULE: "no module is open",
    Cause.NOT_STARTED: "cannot start {0.name}: {0.message}",
    Cause.NOT_FORKED: "could not start: {0.message}",
    Cause.NOT_SET_UP: "its process could not be set up: {0.message}",
    Cause.WALLS_DOWN: "could not start: its walls do not stand ({0.message})",
    Cause.NOT_PYTHON: "cannot start {0.name} as Python: {because}",
    Cause.OLD_PYTHON: "is Python {0.name}, and 3.9 is needed",
    Cause.NEEDS_FORK: "runs on a system without fork, which is needed",
    Cause.NO_FOLDER: "cannot make a folder for temporary files ({0.message})",
    Cause.NO_TEMPORARY_FOLDER: "there is no folder for temporary files that can be used",
    Cause.UNSUITABLE_PYTHON: "cannot check by running: {0.name} {because}",
    Cause.WEAK_ISOLATION: "nothing runs below `{0.name}`: {0.message}",
    Cause.NO_RUNTIME: "isolation `wasm` is not installed (`evenhand sandbox install`)",
    Cause.NO_SNAPSHOT: "isolation `wasm` was not made ready: {0.message}",
    Cause.WORKER_ENDED: "the worker has ended",
    Cause.NO_ANSWER: "out of time: no answer for {0.seconds:g} s",
    Cause.NOT_A_WORKER: "its answers are not a worker's",
    Cause.INTERNAL: "met a bug in Evenhand ({0.name} in {0.message}); please report it",
    Cause.TOO_DEEP: "is nested too deeply to be followed",
    Cause.TOO_LARGE: "is too large to be followed, with all that it calls",
    Cause.UNSTEADY_ANSWERS: "answers differently on the same input",
    Cause.REMEMBERS: "remembers earlier calls",
    Cause.UNSTEADY_DIFFERENCE: "a difference was seen once and not again",
    Cause.NOTHING_COMPARED: "no call could be compared",
    Cause.NO_ARGUMENTS: "no arguments were found that it accepts: {0.name}: {0.message}{where}",
    Cause.RETURNS_EARLY: "returns before it reads `{0.name}`{since}",
    Cause.RAISES_EARLY: "raises before it reads `{0.name}`: {0.message}{where}",
    Cause.ALWAYS_RAISES: "every call of it raises {0.message}{where}",
    Cause.RAISES_FOR: "every call of it with {0.name} raises {0.message}{where}",
    Cause.TURNED: "`{0.name}` is {0.message}{where}",
    Cause.CAUGHT: "it catches {0.message}{where}",
    Cause.UNKNOWN_ANSWER: "what `{0.name}` gives for it is not known{since}",
    Cause.STAND_IN_DECIDES: "decides by `{0.name}`, which is not known{since}",
    Cause.STATEMENT_MISSED: "{0.message}; line {0.line} did not run: {because}",
    Cause.NOT_FOLLOWED: "speaks of `{0.name}`{where}, and takes in nothing that shows it",
    Cause.INSIDE: "it runs only inside `{0.name}`, and is checked with it",
    Cause.NOT_RUN: "{0.message}",
    Cause.ONLY_RELATED: "only compared with `{0.name}`",
    Cause.ONLY_WRITTEN_ANEW: "only written in another form",
    Cause.ONLY_CHOSEN: "only chooses what has the value that is asked for",
    Cause.PROVED: "CrossHair followed every path, for the values {0.message}",
    Cause.NEVER_READ: "`{0.name}` is never read",
    Cause.ONLY_REPEATED: "`{0.name}` is only repeated in the outcome",
    Cause.REACHES_NO_OUTCOME: "no outcome depends on `{0.name}`",
}
"""For each cause its clause; `{0}` is the explanation."""


def explain(explanation: Explanation | None, worker: str = "worker") -> str:
    """An explanation as a clause; empty if there is none. `worker` names what ended."""
    if explanation is None:
        return ""

    where = f" (line {explanation.line})" if explanation.line else ""
    because = explain(explanation.because, "it")
    clause = CLAUSES[explanation.cause].format(
        explanation,
        file=repr(explanation.name) if explanation.name is not None else "a file",
        where=where,
        worker=worker,
        because=because,
        since=f": {because}" if because else where,
    )
    is_of_code = explanation.cause.owner is not Owner.MACHINE
    is_told_when = explanation.while_loading and is_of_code
    return f"while the file was loaded: {clause}" if is_told_when else clause


def of_run(accidents: Iterable[Explanation]) -> list[str]:
    """What the machine left undone, as sentences about a whole run; each of them once."""
    return list(dict.fromkeys(f"not everything was checked: {explain(a)}" for a in accidents))


def left_over(name: str) -> str:
    """That nobody has looked at code in which a name means an attribute."""
    return f"not looked at: it is in no function, and may decide by `{name}`"


def allows(allowance: Allowance) -> str:
    """What a comment allows, and why."""
    names = ", ".join(f"`{name}`" for name in sorted(allowance.attributes))
    return f"allows {names} ({allowance.reason or 'no reason given'})"


def not_checked(text: str, branch: Span | None, explanation: Explanation | None) -> str:
    """Why nothing is known of the input `text`, and the first branch that reads it."""
    why = f"not checked: {explain(explanation)}"
    return why if branch is None else f"`{text}` decides the branch on line {branch.line}; {why}"


def no_difference(pairs: int, explanation: Explanation | None) -> str:
    """How many pairs of calls were compared in vain, and what else is known."""
    tried = f"no difference found in {pairs} pairs"
    return tried if explanation is None else f"{tried}; {explain(explanation)}"


def biased(
    name: str,
    who: tuple[str, str],
    outcomes: tuple[Outcome, Outcome],
    lean: Leaning | None,
    deeds: tuple[list[str], list[str]],
    values: tuple[Scalar, Scalar],
    parts: Sequence[Contrast] = (),
) -> str:
    """`score` is 10 higher for 'male' than for 'female'; `who` as `people` says it.

    `deeds` is what each call does and the other does not; `values` are those that differ; `parts`
    are those of the outcomes that differ, if they are few and short.
    """
    shown = f"`{name}`"
    first, second = who
    outcome, other = outcomes
    if outcome.raised and other.raised:
        if _exits(outcome) and _exits(other) and outcome.printed != other.printed:
            return f"{shown} {_printing(outcome.printed, other.printed, who, values)}"
        return f"{shown} refuses for another reason {first} than {second}"

    statuses = status_of(outcome.value), status_of(other.value)
    if None not in statuses and statuses[0] != statuses[1]:
        return f"{shown} {ANSWERS} {statuses[0]} {first} and {statuses[1]} {second}"

    if lean is not None and lean.amount is not None and not any(map(is_status, parts)):
        direction = "higher" if lean.first else "lower"
        verb = f"makes `{lean.where}`" if lean.where else "is"
        return f"{shown} {verb} {amount(lean.amount)} {direction} {first} than {second}"

    only_prints = outcome.printed != other.printed and outcome.text == other.text
    if only_prints:
        return f"{shown} {_printing(outcome.printed, other.printed, who, values)}"

    deed = _deed(*deeds, who)
    if deed and outcome.text == other.text:
        return f"{shown} {deed}"

    omission = _omission(outcome, other, who)
    if omission:
        return f"{shown} {omission}"

    result, other_result = _answer(outcome), _answer(other)
    has_lines = "\n" in result + other_result  # a table: a text shows its own as two characters
    are_short = not has_lines and len(result) + len(other_result) <= LONGEST_RESULTS
    if result != other_result and are_short and UNTOUCHED not in result + other_result:
        return f"{shown} gives {result} {first} and {other_result} {second}"
    if parts:
        return f"{shown} {_parts(parts, who)}"
    if deed:
        return f"{shown} {deed}"
    wording = _wording(outcome, other, who)
    return f"{shown} {wording or f'gives another result {first} than {second}'}"


def _omission(outcome: Outcome, other: Outcome, who: tuple[str, str]) -> str:
    """`leaves out 'Kim' for age 66 and not for age 30`, if one list has all of the other."""
    first, second = who
    missing, extra = _items_without(outcome, other), _items_without(other, outcome)
    if missing and not extra:
        return f"leaves out {missing} {first} and not {second}"
    return f"leaves out {extra} {second} and not {first}" if extra and not missing else ""


def _items_without(outcome: Outcome, other: Outcome) -> str:
    """The items that only the other of two short lists of texts has."""
    items, others = _texts_of_list(outcome.value), _texts_of_list(other.value)
    if items is None or others is None:
        return ""
    missing = ", ".join(repr(item) for item in others if item not in items)
    return missing if len(missing) <= LONGEST_LINE else ""


def _texts_of_list(tree: object) -> list[str] | None:
    """The items of a list that holds nothing but texts; None if it is none."""
    items = tree["v"] if isinstance(tree, dict) and tree.get("t") == "list" else None
    return items if items is not None and all(isinstance(i, str) for i in items) else None


def _wording(outcome: Outcome, other: Outcome, who: tuple[str, str]) -> str:
    """`adds 'She may leave.' for 'female'`: the words in which two texts differ, if few do."""
    if not isinstance(outcome.value, str) or not isinstance(other.value, str):
        return ""
    one, another = outcome.value.split(), other.value.split()
    start, end = common_ends(one, another)
    own, others = (" ".join(words[start : len(words) - end]) for words in (one, another))
    if own == others or len(own) + len(others) > LONGEST_RESULTS:
        return ""
    first, second = who
    if own and others:
        return f"says {own!r} {first} and {others!r} {second}"
    return f"adds {own!r} {first}" if own else f"adds {others!r} {second}"


def _parts(parts: Sequence[Contrast], who: tuple[str, str]) -> str:
    """`gives score 10 for age 30 and score 5 for age 66`"""
    first, second = who
    if parts[0].label == ROW:
        rows = zip(parts[0].values, who, strict=True)
        return " and ".join(f"{KEEPING[deed]} the row {_with(person)}" for deed, person in rows)
    if parts[0].label == ANSWERS:
        one, other = parts[0].values
        return f"{ANSWERS} {one} {first} and {other} {second}"
    one, other = (
        " and ".join(f"{part.label} {part.values[side]}" for part in parts) for side in (0, 1)
    )
    return f"gives {one} {first} and {other} {second}"


def is_status(part: Contrast) -> bool:
    """Whether a part is the status of a response, or begins with it: that is no amount."""
    is_said = "status" in part.label.lower()
    are_statuses = all(each.isdigit() and int(each) in STATUSES for each in part.values)
    return part.label == ANSWERS or (is_said and are_statuses)


def _with(person: str) -> str:
    return f"with {person.removeprefix('for ')}" if person.startswith("for ") else person


def _answer(outcome: Outcome) -> str:
    """A result; of a response its status first: `422 {'error': 'needs a co-signer'}`."""
    status = status_of(outcome.value)
    if is_response(outcome.value):
        return written(outcome.value)
    return _short(outcome) if status is None else f"{status} {written(outcome.value['v'][0])}"


def _exits(outcome: Outcome) -> bool:
    """Whether a call ends the program, which refuses nobody."""
    return outcome.error is not None and outcome.error[0] == SystemExit.__name__


def refuses(name: str, refused: str, served: str, outcome: Outcome) -> str:
    """`consent` raises ValueError for age 15 and serves age 30."""
    error = outcome.error[0] if outcome.error else "an error"
    return f"`{name}` raises {error} {refused}, and works {served}"


def delegates(name: str, call: str, decider: str, who: tuple[str, str], disclosed: str) -> str:
    """`predict` tells a model (`model.predict`) the age, which is all that `disclosed` names.

    Empty if they differ otherwise: then it gives another input for age 30 than for age 66.
    """
    if disclosed:
        return f"`{name}` tells a {decider} (`{call}`) the {disclosed}"
    first, second = who
    return f"`{name}` gives a {decider} (`{call}`) another input {first} than {second}"


def groups(name: str, title: str) -> str:
    """`seat` sorts people by gender but treats every group alike."""
    return f"`{name}` sorts people by {title} but treats every group alike"


def rate_of(verdict: Verdict) -> str:
    """`of 1,000 made-up people 37 (3.7 %, 2.7 to 5.1) get another answer if age alone changes`.

    If these answers are numbers, also by how much half of them differ. Empty without a rate.
    """
    rate = verdict.rate
    if rate is None:
        return ""
    low, high = (f"{100 * end:.1f}" for end in rate.interval)
    share = f"{100 * rate.changed / rate.people:.1f} %, {low} to {high}"
    count = f"{rate.changed:,}" if rate.changed else "none"
    verb = "get" if rate.changed > 1 else "gets"
    what = "another input" if verdict.kind is VerdictKind.DELEGATES else "another answer"
    who = f"of {rate.people:,} made-up people {count} ({share})"
    sentence = f"{who} {verb} {what} if {verdict.attribute.replace('_', ' ')} alone changes"
    if rate.size is None:
        return sentence
    return f"{sentence}; half of these answers differ by at least {amount(rate.size)}"


def people(title: str, text: str, values: tuple[Scalar, Scalar]) -> tuple[str, str]:
    """Whom the two calls are about: `for 'male'`, `for age 30`, `for somebody born in 1995`,
    `when `veteran` is true`, `when `smoker` is 'yes'`."""
    first, second = (_who(title, text, value) for value in values)
    are_flags = all(isinstance(value, bool) for value in values)
    if are_flags:
        second = f"when it is {_truth(bool(values[1]))}"
    asks = first.startswith("when ")
    if asks and all(isinstance(each, str) and not _speaks_for_itself(each) for each in values):
        second = f"when it is {values[1]!r}"
    return first, second


def with_printed(text: str, printed: str) -> str:
    """A returned value and what was printed, such as `3, prints 'done'`."""
    prints = f"prints {cut(printed, LONGEST_PRINTED)!r}"
    return prints if text in {"None", ""} else f"{text}, {prints}"


def lowered_by(reading: SecondReading) -> str:
    """Who has lowered a finding, and why."""
    reason = manners()[reading.purpose].reason
    return f'lowered by a second reader ({reading.reader}): {reason} ("{reading.why}")'


def with_purpose(sentence: str, recognised: Recognised | None) -> str:
    """The sentence, and what the difference is for, unless it decides about people."""
    if recognised is None or recognised.purpose is Purpose.DECISION:
        return sentence
    if recognised in OWN_SENTENCES:
        return f"{sentence}: {OWN_SENTENCES[recognised]}"
    has_sign = recognised.sign and recognised.purpose is not Purpose.UNCLEAR
    sign = f" (`{recognised.sign}`)" if has_sign else ""
    return f"{sentence}: {manners()[recognised.purpose].reason}{sign}"


def through(sentence: str, name: str) -> str:
    """The sentence, and the function in which it is decided."""
    return f"{sentence}, through `{name}`"


def with_effects(text: str, effects: Sequence[str]) -> str:
    """A returned value and what was done, such as `None, calls abort(403)`."""
    value = [] if text in {"None", ""} else [text]
    return ", ".join([*value, *effects[:MOST_EFFECTS]])


def _printing(
    printed: str, other_printed: str, who: tuple[str, str], values: tuple[Scalar, Scalar]
) -> str:
    """`prints 'Welcome' for age 30 and 'Sorry' for age 17`: the first lines that differ.

    Lines that differ in more than numbers, and in more than the two values, come first: an age
    that is printed again says nothing.
    """
    first, second = who
    lines = zip_longest(lines_of(printed), lines_of(other_printed), fillvalue="")
    differing = [pair for pair in lines if pair[0] != pair[1]]
    value, other_value = values
    telling = [(a, b) for a, b in differing if _bare(a, value) != _bare(b, other_value)]
    line, other_line = next(iter([*telling, *differing]), ("", ""))
    if max(len(line), len(other_line)) > LONGEST_LINE or line == other_line:
        return f"prints something else {first} than {second}"
    if not line:
        return f"does not print {other_line.strip()!r} {first} and does {second}"
    if not other_line:
        return f"prints {line.strip()!r} {first} and not {second}"
    return f"prints {line.strip()!r} {first} and {other_line.strip()!r} {second}"


def _bare(line: str, value: Scalar) -> str:
    """A line without its numbers, and without a value where that is a word of its own."""
    without_value = re.sub(rf"\b{re.escape(str(value))}\b", "", line)
    return _NUMBER.sub("", without_value)


def _deed(own: list[str], others: list[str], who: tuple[str, str]) -> str:
    """What one call does and the other does not; empty if there is nothing."""
    first, second = who
    if own and not others:
        return f"{own[0]} {first} and not {second}"
    if others and not own:
        return f"{others[0]} {second} and not {first}"
    if not own or not others:
        return ""
    words, other_words = own[0].split(), others[0].split()
    start, _ = common_ends(words, other_words)
    return f"{own[0]} {first} and {' '.join(other_words[start:])} {second}"


def _who(title: str, text: str, value: Scalar) -> str:
    if isinstance(value, bool):
        return f"when `{text}` is {_truth(value)}"
    born = _born(value) if title == AGE else ""
    if born:
        return f"for somebody born {born}"
    if isinstance(value, str):
        return f"for {value!r}" if _speaks_for_itself(value) else f"when `{text}` is {value!r}"
    return f"for {title} {value}"


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _speaks_for_itself(text: str) -> bool:
    """Whether a value says what it is about: "yes", "0" and "" may answer any question."""
    return any(map(str.isalpha, text)) and plain(text) not in ANSWERS_TO_ANYTHING


def _born(value: Scalar) -> str:
    """When somebody was born, if a value says so; empty if it is an age."""
    if isinstance(value, datetime.date):
        return f"{value:%Y-%m-%d}"
    if isinstance(value, str):
        return value[: len("1995-06-15")] if _DAY.match(value) else ""
    if not is_number(value) or not YEARS_OF_BIRTH[0] <= value <= YEARS_OF_BIRTH[1]:
        return ""
    return f"in {value:g}"


def _short(outcome: Outcome) -> str:
    if outcome.raised:
        return outcome.error[0] if outcome.error else "an error"
    return outcome.text
