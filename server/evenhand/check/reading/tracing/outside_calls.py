"""Calls of functions that the workspace does not define: built-ins and those of libraries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.table_libraries import FUNCTIONS as TABLE_FUNCTIONS
from evenhand.check.reading.table_libraries import PACKAGES
from evenhand.check.reading.tracing import data_frames
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.annotations import annotate
from evenhand.check.reading.tracing.attribute_calls import OF_ATTRIBUTES
from evenhand.check.reading.tracing.date_calls import OF_DATES, note_two_dates
from evenhand.check.reading.tracing.loose_columns import loose_column, struct
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.outside_call import OutsideCall, Rule
from evenhand.check.reading.tracing.workspace_calls import call_back, note_ranked
from evenhand.scalars import is_number

CLOSING = frozenset({"closing", "nullcontext"})
"""What is entered in their place is what they are given."""
SHIFTING = frozenset("add plus subtract minus shift round floor ceil".split())
"""Words of functions that are given a moment and a number, and no two moments."""
IDENTIFIER = "12345678-1234-5678-1234-567812345678"
POSITION = Value(derived=True, is_number=True)
"""One of those that a loop counts."""
FEWEST_STEPPED = 2
"""Items of what `next` is asked for: a heading, and what is below it."""


def outside_call(call: OutsideCall) -> Value:
    """What the call may give: the function's own rule, or anything computed from its arguments."""
    _run_callbacks(call)

    handler = FUNCTIONS.get(call.name)
    value = handler(call) if handler is not None else None
    return _escaping(call) if value is None else value


def _escaping(call: OutsideCall) -> Value:
    """A function of which nothing is known may look at all that it gets."""
    arguments = call.arguments.all
    is_shift = not SHIFTING.isdisjoint(call.name.lower().split("_"))
    if len(arguments) == 2 and not is_shift:  # years_between(born, date.today())
        note_two_dates(call)
    for value in arguments:
        call.tracer.mark_escaped(value)

    return merge(arguments).computed() if arguments else NOTHING


def _run_callbacks(call: OutsideCall) -> None:
    """`sorted(people, key=lambda p: p.age)`: the function gets the items of the others."""
    data = [value for value in call.arguments.positional if value.closure is None]
    for callback in call.arguments.callbacks:
        items = [call.rounds(value) for value in data]
        call_back(call.tracer, callback, *items)


def _copied(call: OutsideCall) -> Value | None:
    """`list(people)`, `reversed(people)`: the same items."""
    if not call.has_arguments:
        return None
    return _items_of(call, call.first)


def _items_of(call: OutsideCall, value: Value) -> Value:
    if value.own_paths:
        call.rounds(value)
    return replace(value, pairs=False)


def _mapped(call: OutsideCall) -> Value | None:
    """`map(int, line.split())`: the parts of a text, as numbers."""
    if len(call.arguments.positional) != 2:
        return None

    parts = call.arguments.positional[1]
    is_split = any(path.via is Via.PARTS for path in parts.own_paths)
    for path in parts.own_paths:
        path.learn(Evidence.CAST)
    return parts if is_split and not call.arguments.callbacks else None


def _frozen(call: OutsideCall) -> Value | None:
    return replace(call.first, pairs=False) if call.has_arguments else None


def _filtered(call: OutsideCall) -> Value | None:
    """`filter(None, people)`."""
    if not call.has_arguments:
        return None

    data = call.arguments.positional[:2][-1]
    return _items_of(call, data)


def _sorted(call: OutsideCall) -> Value | None:
    if "key" not in call.arguments.keywords:
        call.tracer.mark_escaped(call.first)
    note_ranked(call.first, call.arguments)
    return _copied(call)


def _given(call: OutsideCall) -> Value:
    """`closing(cursor)`: what is entered is the cursor."""
    return call.first


def _dict(call: OutsideCall) -> Value | None:
    """`dict(person, age=40)`: a copy with an entry of its own, like `{**person, "age": 40}`."""
    own: dict[object, Value] = dict(call.arguments.keywords.items())
    spread = own.pop("**", None)
    if not call.has_arguments and spread is None:
        return None
    base = merge(value for value in (*call.arguments.positional[:1], spread) if value is not None)
    if not own:
        return base
    return replace(base, entries={**(base.entries or {}), **own})


def _changed_copy(call: OutsideCall) -> Value | None:
    """`dataclasses.replace(person, age=40)`: a copy with an attribute of its own."""
    instance = call.first.instance
    is_copy = len(call.arguments.positional) == 1 and call.arguments.keywords
    if instance is None or not is_copy:
        return None
    attributes = {**instance.attributes, **call.arguments.keywords}
    return replace(call.first, instance=replace(instance, attributes=attributes))


def _cast(call: OutsideCall) -> Value | None:
    """`int(age)`, `float(income)`."""
    for path in call.first.own_paths:
        path.learn(Evidence.CAST)
    return _number(call)


def _number(call: OutsideCall) -> Value | None:
    """`round(score)`; what a person types at a prompt remains text."""
    if not call.has_arguments:
        return None

    for path in call.first.own_paths:
        if not path.is_typed_in:
            path.learn(Evidence.NUMBER)
    return replace(call.first, is_number=True) if call.first.derived else call.first


def _parsed_json(call: OutsideCall) -> Value | None:
    """`json.loads(body)`: the record that is written in a text."""
    if not call.has_arguments or not call.first.own_paths:
        return None

    for path in call.first.own_paths:
        path.learn(Evidence.JSON)
    return call.first


def _placed(call: OutsideCall) -> None:
    """`bisect(limits, age)`, `np.digitize(age, limits)`: the limits are compared with it."""
    for value, other in permutations(call.arguments.positional[:2], 2):
        for path in value.own_paths:
            path.facts.note(*(limit for limit in scalars(other) if is_number(limit)))


def _matched(call: OutsideCall) -> None:
    """`re.fullmatch(pattern, text)`, `PATTERN.search(text)`, `Path(folder)`."""
    for value in call.arguments.positional:
        for path in value.own_paths:
            if path.is_leaf and not path.shows(Evidence.ANNOTATED):
                path.learn(Evidence.TEXT)


def _identifier(call: OutsideCall) -> None:
    """`uuid.UUID(text)`."""
    for path in call.first.own_paths:
        path.learn(Evidence.TEXT)
        path.facts.note(IDENTIFIER)


def _text(call: OutsideCall) -> Value | None:
    """`str(person)` shows all of it."""
    if not call.has_arguments:
        return None

    call.tracer.mark_escaped(call.first)
    return call.first


def _truth(call: OutsideCall) -> Value | None:
    return call.first if call.has_arguments else None


def _negated(call: OutsideCall) -> Value | None:
    """`not_(retired)` of a benefit model."""
    for path in call.first.own_paths:
        path.learn(Evidence.TESTED)
    return call.first.computed() if call.has_arguments else None


def _statistic(call: OutsideCall) -> None:
    """`np.array(salaries)`: the parameter is a list of numbers."""
    for path in call.first.own_paths:
        if path.parent is None and path.facts.may_be_list:
            path.learn(Evidence.LIST)
            path.child_item().learn(Evidence.ARITHMETIC)


def _rows_to(call: OutsideCall) -> None:
    """`csv.writer(out)`: what it is given first can be written to."""
    _written_to(call.arguments.positional[:1] if call.package == "csv" else [])


def _dumped(call: OutsideCall) -> None:
    """`json.dump(people, out)`."""
    _written_to(call.arguments.positional[1:2])


def _written_to(files: Sequence[Value]) -> None:
    for path in (path for file in files for path in file.own_paths):
        path.learn(Evidence.OBJECT)
        path.child_attribute("write").learn(Evidence.CALLABLE)


def _next(call: OutsideCall) -> Value:
    """`next(rows)`: one of them; the others come later."""
    for path in () if call.first.derived else call.first.own_paths:
        path.learn(Evidence.STEPPED)
        path.facts.least = max(path.facts.least, FEWEST_STEPPED)
    return call.rounds(call.first) if call.has_arguments else _gathered(call)


def _gathered(call: OutsideCall) -> Value:
    """`max(ages)`, `sum(p.income for p in people)`, `min(first, second)`."""
    values = call.arguments.positional
    if "key" in call.arguments.keywords:
        note_ranked(call.first, call.arguments)
    else:
        for value in values:
            call.tracer.mark_escaped(value)

    items = [call.rounds(values[0])] if len(values) == 1 else values
    gathered = merge(items)
    return replace(gathered.computed(), is_number=gathered.is_number or len(values) > 1)


def _length(call: OutsideCall) -> Value | None:
    """How many there are says nothing about any of them."""
    for path in call.first.own_paths:
        path.learn(Evidence.SIZED)
    return NOTHING if call.first.paths else None


def _checked_type(call: OutsideCall) -> Value | None:
    """`isinstance(partner, Person)`: for another object nothing of interest would follow."""
    if len(call.arguments.positional) != 2:
        return None

    value, kind = call.arguments.positional
    node = call.arguments.node
    for path in value.own_paths:
        is_known = path.klass is not None or path.shows(Evidence.ANNOTATED)
        is_unknown = bool(path.attributes) and not is_known
        if kind.klass is not None and is_unknown and node is not None:
            annotate(path, node.args[1], call.tracer)
            value_of(call.tracer, path)  # so that all that its constructor takes is known
    return NOTHING


def _numbered(call: OutsideCall) -> Value | None:
    if not call.has_arguments:
        return None

    pair = Value(elements=(POSITION, call.rounds(call.first)))
    return Value(elements=(pair,))


def _counted(call: OutsideCall) -> Value:
    """`range(len(people))`: positions; of those below a constant bound, the last is known."""
    bounds = merge(call.arguments.positional)
    for path in bounds.own_paths:
        path.learn(Evidence.NUMBER)
    last = max((bound - 1 for bound in bounds.constants if type(bound) is int), default=0)
    position = replace(POSITION, constants=(last,) if last > 0 else ())
    return replace(bounds.computed(), is_number=True, elements=(position,))


def _at_once(call: OutsideCall) -> Value:
    """`await asyncio.gather(*calls)`: what each of them gives."""
    return Value(elements=tuple(call.arguments.positional))


def _zipped(call: OutsideCall) -> Value:
    items = tuple(call.rounds(value) for value in call.arguments.positional)
    group = Value(elements=items)
    return Value(elements=(group,))


def _column(call: OutsideCall) -> Value:
    """`pl.col("age")`; `col(name)` of another library names a column just so."""
    positional = call.arguments.positional
    return merge([loose_column(call.tracer, names) for names in positional])


def _struct(call: OutsideCall) -> Value | None:
    """`pl.struct("age", "gender")`."""
    is_of_columns = call.package in PACKAGES and call.has_arguments
    return struct(call.tracer, call.arguments.positional) if is_of_columns else None


def _frame(call: OutsideCall) -> Value | None:
    if not call.has_arguments:
        return None
    names_columns = "columns" in call.arguments.keywords
    return data_frames.build(call.tracer, call.first, names_columns=names_columns)


def _of_frames(call: OutsideCall) -> Value:
    return data_frames.function(call.tracer, call.name, call.arguments)


FUNCTIONS: Mapping[str, Rule] = {
    **OF_DATES,
    **OF_ATTRIBUTES,
    **dict.fromkeys(("list", "tuple", "set", "reversed", "iter", "copy", "deepcopy"), _copied),
    "frozenset": _frozen,
    **dict.fromkeys(CLOSING, _given),
    "map": _mapped,
    "filter": _filtered,
    "sorted": _sorted,
    "dict": _dict,
    "replace": _changed_copy,
    **dict.fromkeys(("int", "float"), _cast),
    **dict.fromkeys("to_float safe_float parse_float as_float to_number flt".split(), _cast),
    **dict.fromkeys("to_int safe_int parse_int as_int cint".split(), _cast),
    **dict.fromkeys(("round", "abs", "Decimal"), _number),
    "loads": _parsed_json,
    "UUID": _identifier,
    **dict.fromkeys(("bisect", "bisect_left", "bisect_right", "insort"), _placed),
    **dict.fromkeys(("digitize", "searchsorted"), _placed),
    **dict.fromkeys(("match", "fullmatch", "search", "findall", "finditer"), _matched),
    **dict.fromkeys(("Path", "PurePath"), _matched),
    **dict.fromkeys(("str", "repr", "cstr"), _text),
    **dict.fromkeys(("bool", "to_bool", "parse_bool"), _truth),
    **dict.fromkeys(("str_to_bool", "strtobool", "str2bool"), _truth),
    "not_": _negated,
    **dict.fromkeys(("array", "asarray", "std", "stdev", "pstdev", "variance"), _statistic),
    **dict.fromkeys(("mean", "fmean", "median", "average"), _statistic),
    **dict.fromkeys(("percentile", "quantile"), _statistic),
    **dict.fromkeys(("writer", "DictWriter"), _rows_to),
    "dump": _dumped,
    "next": _next,
    **dict.fromkeys(("min", "max", "sum", "any", "all"), _gathered),
    "len": _length,
    "isinstance": _checked_type,
    "enumerate": _numbered,
    "range": _counted,
    "zip": _zipped,
    "gather": _at_once,
    **dict.fromkeys(("create_task", "ensure_future", "shield", "wait_for"), _truth),
    "DataFrame": _frame,
    "col": _column,
    "struct": _struct,
    **dict.fromkeys(TABLE_FUNCTIONS, _of_frames),
}
"""What the functions give that have a rule of their own."""
