"""Calls of functions that the workspace does not define: built-ins and those of libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations

from evenhand.check.reading.access_paths import HELD, AccessPath, Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.table_libraries import FUNCTIONS as TABLE_FUNCTIONS
from evenhand.check.reading.table_libraries import PACKAGES
from evenhand.check.reading.tracing import data_frames
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.annotations import annotate
from evenhand.check.reading.tracing.lookups import iterate
from evenhand.check.reading.tracing.loose_columns import loose_column, struct
from evenhand.check.reading.tracing.moments import Moment, met_with, moment_of
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments, call_back, note_ranked
from evenhand.scalars import is_number

ISO_FORMATS = ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S+00:00")
"""What `fromisoformat` takes."""
SHIFTING = frozenset("add plus subtract minus shift round floor ceil".split())
"""Words of functions that are given a moment and a number, and no two moments."""
IDENTIFIER = "12345678-1234-5678-1234-567812345678"
MOST_FORMATS = 8
"""Formats of dates that one path remembers."""


@dataclass(frozen=True, slots=True)
class OutsideCall:
    """A call of something that is only known by its name."""

    tracer: Tracer
    name: str
    """The last part: `array` for `numpy.array`."""
    arguments: Arguments
    env: Environment
    package: str = ""
    """From which it is imported: `numpy`."""

    @property
    def first(self) -> Value:
        """The first positional argument, or NOTHING."""
        return self.arguments.first

    @property
    def has_arguments(self) -> bool:
        """Whether it has positional arguments."""
        return bool(self.arguments.positional)

    def rounds(self, value: Value) -> Value:
        """What one round of a loop over an argument gets."""
        return iterate(self.tracer, value)


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
        _difference(call)
    for value in arguments:
        call.tracer.mark_escaped(value)

    return merge(arguments).computed() if arguments else NOTHING


def _run_callbacks(call: OutsideCall) -> None:
    """`sorted(people, key=lambda p: p.age)`: the function gets the items of the others."""
    data = [value for value in call.arguments.positional if value.closure is None]
    for callback in call.arguments.callbacks:
        items = [call.rounds(value) for value in data]
        call_back(call.tracer, callback, *items)


# A handler returns None if the call is like that of any other function.


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


def _dict(call: OutsideCall) -> Value | None:
    """`dict(person, age=40)`: a copy with an entry of its own, like `{**person, "age": 40}`."""
    if not call.has_arguments:
        return None
    own = call.arguments.keywords
    if not own:
        return call.first
    entries: dict[object, Value] = {**(call.first.entries or {})}
    entries.update(own.items())
    return replace(call.first, entries=entries)


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


def _parsed_date(call: OutsideCall) -> Value | None:
    """`datetime.strptime(text, "%d.%m.%Y")`, `date.fromisoformat(text)`."""
    if not call.has_arguments:
        return None

    first, *rest = call.arguments.positional
    formats = [text for value in rest[:1] for text in value.constants if isinstance(text, str)]
    for path in first.own_paths:
        all_formats = (*path.date_formats, *(formats or ISO_FORMATS))
        path.date_formats = tuple(dict.fromkeys(all_formats))[:MOST_FORMATS]
    return first.computed()


def _made_date(call: OutsideCall) -> Value | None:
    """`pd.Timestamp(text)`, `isoparse(text)`: ISO text would do, if no other is known."""
    if len(call.arguments.all) != 1 or not call.first.own_paths:
        return None

    for path in call.first.own_paths:
        if not path.is_moment and not path.date_formats:
            path.date_formats = ISO_FORMATS[:2]
    return moment_of(Moment.NAIVE, call.arguments.all)


def _from_seconds(call: OutsideCall) -> Value | None:
    """`datetime.fromtimestamp(seconds)`."""
    if not call.has_arguments:
        return None

    for path in call.first.own_paths:
        path.learn(Evidence.SECONDS)
    return call.first.computed()


def _day(call: OutsideCall) -> Value:
    """`date.today()`, `date(2008, 1, 31)`."""
    return moment_of(Moment.DAY, call.arguments.all)


def _moment(call: OutsideCall) -> Value:
    """`datetime.utcnow()`, `datetime(2008, 1, 31)`."""
    return moment_of(Moment.NAIVE, call.arguments.all)


def _now(call: OutsideCall) -> Value:
    """`datetime.now()`, and with a time zone."""
    moment = Moment.AWARE if call.arguments.all else Moment.NAIVE
    return moment_of(moment, [])


def _seconds_now(call: OutsideCall) -> Value | None:
    """`time.time()`."""
    return None if call.arguments.all else moment_of(Moment.SECONDS, [])


def _difference(call: OutsideCall) -> None:
    """`relativedelta(today, born)`: both are dates."""
    for value, other in permutations(call.arguments.positional[:2], 2):
        met_with(value, other)


def _years_since(call: OutsideCall) -> None:
    """`age_from_birthday(born)`, or with the day on which somebody is so old."""
    paths = [path for value in call.arguments.positional for path in value.own_paths]
    for path in paths:
        if not path.is_moment and not path.date_formats:
            path.date_formats = ISO_FORMATS[:1]
    _difference(call)


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
            path.note(*(limit for limit in scalars(other) if is_number(limit)))


def _matched(call: OutsideCall) -> None:
    """`re.fullmatch(pattern, text)`, `PATTERN.search(text)`, `Path(folder)`."""
    for value in call.arguments.positional:
        for path in value.own_paths:
            if path.is_leaf and not path.is_annotated:
                path.learn(Evidence.TEXT)


def _identifier(call: OutsideCall) -> None:
    """`uuid.UUID(text)`."""
    for path in call.first.own_paths:
        path.learn(Evidence.TEXT)
        path.note(IDENTIFIER)


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


def _reflective(call: OutsideCall) -> None:
    """`eval`, `locals` and their like see every name."""
    for value in call.env.values():
        call.tracer.mark_escaped(value)


def _statistic(call: OutsideCall) -> None:
    """`np.array(salaries)`: the parameter is a list of numbers."""
    for path in call.first.own_paths:
        if path.parent is None and path.may_be_list:
            path.learn(Evidence.LIST)
            path.child_item().learn(Evidence.ARITHMETIC)


def _next(call: OutsideCall) -> Value:
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
        is_unknown = path.klass is None and not path.is_annotated and bool(path.attributes)
        if kind.klass is not None and is_unknown and node is not None:
            annotate(path, node.args[1], call.tracer)
            value_of(call.tracer, path)  # so that all that its constructor takes is known
    return NOTHING


def _numbered(call: OutsideCall) -> Value | None:
    if not call.has_arguments:
        return None

    pair = Value(elements=(NOTHING, call.rounds(call.first)))
    return Value(elements=(pair,))


def _at_once(call: OutsideCall) -> Value:
    """`await asyncio.gather(*calls)`: what each of them gives."""
    return Value(elements=tuple(call.arguments.positional))


def _zipped(call: OutsideCall) -> Value:
    items = tuple(call.rounds(value) for value in call.arguments.positional)
    group = Value(elements=items)
    return Value(elements=(group,))


def _dynamic_attribute(call: OutsideCall) -> Value | None:
    """`getattr(person, "age")`; a computed name may be any attribute's."""
    if len(call.arguments.positional) < 2:
        return None

    owner, key = call.arguments.positional[:2]
    if not key.constants:
        call.tracer.mark_escaped(owner)
    defaults = call.arguments.positional[2:]
    if any(default.own_paths == owner.own_paths for default in defaults) and _unwraps(owner, key):
        return owner

    names = [constant for constant in key.constants if isinstance(constant, str)]
    values = [_attribute(call.tracer, path, name) for path in owner.paths for name in names]
    if owner.instance is not None:
        attributes = owner.instance.attributes
        values += [attributes.get(str(constant), NOTHING) for constant in key.constants]
    return merge(values)


def _unwraps(owner: Value, key: Value) -> bool:
    """Whether only a member of an enumeration has what is asked for: `getattr(x, "value", x)`.

    What is asked whether it has a value, `hasattr(x, "value")`, may be plain as well.
    """
    if key.constants != (HELD,) or any(map(_is_known_object, owner.own_paths)):
        return False
    for path in owner.own_paths:
        path.learn(Evidence.UNWRAPPED)
    return bool(owner.own_paths)


def _is_known_object(path: AccessPath) -> bool:
    return path.klass is not None or path.is_of_class or bool(path.attributes)


def _attributes_by_name(call: OutsideCall) -> Value | None:
    """`vars(args)["age"]`: the attributes of one object."""
    if len(call.first.own_paths) != 1 or len(call.arguments.positional) != 1:
        _reflective(call)
        return None
    call.tracer.mark_escaped(call.first)
    return Value(entries=AttributesOf(call.tracer, call.first.own_paths[0]))


@dataclass(frozen=True, slots=True)
class AttributesOf(Mapping[object, Value]):
    """The attributes of a path as the entries of a dict, each made when it is asked for."""

    tracer: Tracer
    path: AccessPath

    def __getitem__(self, name: object) -> Value:
        if not isinstance(name, str):
            raise KeyError(name)
        return _attribute(self.tracer, self.path, name)

    def __iter__(self) -> Iterator[object]:
        return iter(self.path.attributes)

    def __len__(self) -> int:
        return len(self.path.attributes)


def _attribute(tracer: Tracer, path: AccessPath, name: str) -> Value:
    """An attribute that an object may lack."""
    path.learn(Evidence.OBJECT)
    child = path.child_attribute(name)
    child.optional = True

    tracer.touched.append(child)
    return value_of(tracer, child)


def _has_attribute(call: OutsideCall) -> Value | None:
    """`hasattr(person, "age")`."""
    asked = call.arguments.positional
    if len(asked) == 2 and _unwraps(*asked):
        return NOTHING
    return None if _dynamic_attribute(call) is None else NOTHING


def _column(call: OutsideCall) -> Value:
    """`pl.col("age")`; `col(name)` of another library names a column just so."""
    positional = call.arguments.positional
    return merge([loose_column(call.tracer, names) for names in positional])


def _struct(call: OutsideCall) -> Value | None:
    """`pl.struct("age", "gender")`."""
    is_of_columns = call.package in PACKAGES and call.has_arguments
    return struct(call.tracer, call.arguments.positional) if is_of_columns else None


def _frame(call: OutsideCall) -> Value | None:
    return data_frames.build(call.tracer, call.first) if call.has_arguments else None


def _of_frames(call: OutsideCall) -> Value:
    return data_frames.function(call.tracer, call.name, call.arguments)


FUNCTIONS: Mapping[str, Callable[[OutsideCall], Value | None]] = {
    **dict.fromkeys(("list", "tuple", "set", "reversed", "iter", "copy", "deepcopy"), _copied),
    "frozenset": _frozen,
    "map": _mapped,
    "filter": _filtered,
    "sorted": _sorted,
    "dict": _dict,
    "replace": _changed_copy,
    **dict.fromkeys(("int", "float"), _cast),
    **dict.fromkeys("to_float safe_float parse_float as_float to_number flt".split(), _cast),
    **dict.fromkeys("to_int safe_int parse_int as_int cint".split(), _cast),
    **dict.fromkeys(("round", "abs", "Decimal"), _number),
    **dict.fromkeys(("strptime", "fromisoformat"), _parsed_date),
    **dict.fromkeys(("fromtimestamp", "utcfromtimestamp"), _from_seconds),
    **dict.fromkeys(("today", "localdate", "date"), _day),
    **dict.fromkeys(("get_today", "current_date", "get_current_date"), _day),
    **dict.fromkeys(("utcnow", "datetime"), _moment),
    "now": _now,
    "time": _seconds_now,
    "relativedelta": _difference,
    **dict.fromkeys(("Timestamp", "isoparse", "datetime64", "parse_date"), _made_date),
    **dict.fromkeys(("parse_datetime", "getdate", "get_datetime"), _made_date),
    **dict.fromkeys(("to_date", "str_to_date", "parse_dob", "parse_birthdate"), _made_date),
    **dict.fromkeys(("date_diff", "years_between", "years_since"), _difference),
    **dict.fromkeys(("days_diff", "month_diff"), _difference),
    **dict.fromkeys(("age_from_birthday", "get_age_from_birthday"), _years_since),
    **dict.fromkeys(("age_from_birthdate", "get_age_from_birthdate"), _years_since),
    **dict.fromkeys(("age_from_dob", "get_age_from_dob", "calculate_age_from_dob"), _years_since),
    **dict.fromkeys(("get_utcnow", "get_now"), _now),
    **dict.fromkeys(("nowdate", "now_datetime"), _moment),
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
    **dict.fromkeys(("eval", "exec", "locals", "dir"), _reflective),
    "vars": _attributes_by_name,
    **dict.fromkeys(("array", "asarray", "std", "stdev", "pstdev", "variance"), _statistic),
    **dict.fromkeys(("mean", "fmean", "median", "average"), _statistic),
    **dict.fromkeys(("percentile", "quantile"), _statistic),
    "next": _next,
    **dict.fromkeys(("min", "max", "sum", "any", "all"), _gathered),
    "len": _length,
    "isinstance": _checked_type,
    "enumerate": _numbered,
    "zip": _zipped,
    "gather": _at_once,
    **dict.fromkeys(("create_task", "ensure_future", "shield", "wait_for"), _truth),
    "getattr": _dynamic_attribute,
    "hasattr": _has_attribute,
    "DataFrame": _frame,
    "col": _column,
    "struct": _struct,
    **dict.fromkeys(TABLE_FUNCTIONS, _of_frames),
}
"""What the functions give that have a rule of their own."""
