"""The names of libraries that stand for something outside of a program.

Data: a line for each library. What is imported from any other library is an input only if the
library cannot be had; then a stand-in takes its place.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from evenhand.check.reading.benefit_models import function_of


class When(Enum):
    """When a name of a library that can be had is an input all the same."""

    ALWAYS = auto()
    """It has no value of its own: the request that is answered, a field on a screen."""
    IF_BLOCKED = auto()
    """It is used for real as far as the walls allow: a file, an address."""


@dataclass(frozen=True, slots=True)
class WorldName:
    """A name of a library that means something outside of the program."""

    when: When
    does: str = ""
    """Python for what takes its place, if it is no input but needs one: `jsonify` needs an app."""
    gives_frame: bool = False
    """Whether a call of it gives a table."""


def _names(text: str) -> Iterator[str]:
    """The dotted names in lines of `library: name name`."""
    for line in text.strip().split("\n"):
        library, _, names = line.partition(":")
        for name in names.split():
            yield f"{library.strip()}.{name}"


_REQUESTS = """
    builtins: input
    flask: request session g current_app
    flask_login: current_user
    bottle: request
    quart: request session g current_app
    werkzeug.local: LocalProxy
    streamlit: session_state query_params
    flask_jwt_extended: current_user get_jwt_identity get_jwt
    django.conf: settings
    django.apps: apps
    django.db: connection connections transaction
    django.core.cache: cache caches
    django.shortcuts: get_object_or_404 get_list_or_404
    rest_framework.generics: get_object_or_404
    rest_framework.shortcuts: get_object_or_404
    flask_sqlalchemy: get_or_404
    sys: argv stdin
    getopt: getopt gnu_getopt
    configparser: ConfigParser RawConfigParser
    fastapi.templating: Jinja2Templates
    starlette.templating: Jinja2Templates
    argparse.ArgumentParser: parse_args parse_known_args
"""
_EFFECTS = """
    flask: flash
    django.core.mail: send_mail mail_admins EmailMessage
    django.contrib.messages: success error warning info add_message
    smtplib: SMTP SMTP_SSL
"""
_BLOCKED = """
    builtins: open
    io: open
    codecs: open
    aiofiles: open
    json: load
    yaml: safe_load load
    toml: load
    tomllib: load
    pickle: load
    joblib: load dump
    csv: reader DictReader
    os: environ getenv system popen startfile mkdir makedirs remove unlink rename replace
    subprocess: run call check_call check_output getoutput Popen
    shutil: copy copy2 copyfile move rmtree
    os.path: exists isfile isdir
    sqlite3: connect
    urllib.request: urlopen
    pathlib.Path: read_text read_bytes write_text write_bytes exists is_file open mkdir unlink
    tempfile: NamedTemporaryFile TemporaryDirectory mkdtemp
    gzip: open
    shelve: open
    webbrowser: open
    sqlalchemy: create_engine select insert update delete text func and_ or_ not_ desc asc exists
    sqlalchemy.future: select
    sqlalchemy.orm: Session sessionmaker scoped_session joinedload selectinload subqueryload
    sqlalchemy.ext.asyncio: AsyncSession async_sessionmaker async_scoped_session create_async_engine
    sqlmodel: Session create_engine select
"""
_INHERITED = """
    django.db.models.Model: save delete refresh_from_db
    django.contrib.auth.models.AbstractUser: save delete
    rest_framework.serializers.ModelSerializer: to_representation create update save
    rest_framework.serializers.HyperlinkedModelSerializer: to_representation create update save
"""
_FRAMES = """
    pandas: read_csv read_excel read_json read_parquet read_sql read_sql_query read_table
    pandas: read_feather
    polars: read_csv read_parquet read_excel read_json read_database scan_csv scan_parquet
"""
_REPLACED = {
    "flask.jsonify": "lambda *values, **fields: values[0] if values else fields",
    "flask.make_response": "lambda *values: values",
    "flask.render_template": "lambda name, /, **values: (name, values)",
    "flask.url_for": "lambda name, /, **values: (name, values)",
    "flask.redirect": "lambda place, /, *rest: (place, *rest)",
    "bottle.template": "lambda name, /, *values, **fields: (name, values, fields)",
    "django.shortcuts.render": "lambda request, name, /, *values, **fields: (name, values, fields)",
    "django.shortcuts.redirect": "lambda place, /, *values, **fields: "
    "('redirect', place, *values, *fields.items())",
    "django.template.loader.render_to_string": "lambda *values, **fields: str((values, fields))",
    "django.urls.reverse": "lambda *values, **fields: str((values, fields))",
}
"""What needs an application around it, or is known by what it gives."""

_TRANSLATED = """
    frappe: _
    odoo: _
    odoo.tools.translate: _
    django.utils.translation: gettext gettext_lazy gettext_noop ugettext ugettext_lazy ugettext_noop
    flask_babel: _ gettext lazy_gettext
    flask_babelex: _ gettext lazy_gettext
    flask_babelplus: _ gettext lazy_gettext
    fastapi_babel: _
    aiogram.utils.i18n: gettext lazy_gettext
    oslo_i18n: _ translate
"""
"""What gives a text in the language of the person who reads it; here it is the same text."""
_SAME_TEXT = "lambda text, /, *_, **__: text"

WORLD_NAMES: Mapping[str, WorldName] = {
    **{name: WorldName(When.ALWAYS) for name in (*_names(_REQUESTS), *_names(_EFFECTS))},
    **{name: WorldName(When.IF_BLOCKED) for name in (*_names(_BLOCKED), *_names(_INHERITED))},
    **{name: WorldName(When.IF_BLOCKED, gives_frame=True) for name in _names(_FRAMES)},
    **{name: WorldName(When.ALWAYS, does) for name, does in _REPLACED.items()},
    **{name: WorldName(When.ALWAYS, _SAME_TEXT) for name in _names(_TRANSLATED)},
}
"""By the name with that of its module."""
INHERITED = frozenset(_names(_INHERITED))
"""Of these names, methods of base classes: where the library is missing, so is the base."""
ROWS = frozenset({"sys.argv"})
"""Of these names, those whose items have meanings by their positions."""
CLOCKS: Mapping[str, str] = {
    "datetime.datetime": (
        'type("datetime", ({name},), dict.fromkeys(("now", "today", "utcnow"), classmethod('
        "lambda cls, tz=None: cls.fromisoformat({{}}).replace(tzinfo=tz))))"
    ),
    "datetime.date": (
        'type("date", ({name},), {{{{"today": classmethod(lambda cls: cls.fromisoformat({{}}))}}}})'
    ),
}
"""Classes that are asked for the present, and Python for one with another present."""
_COMPUTED = """
    arrow: get now utcnow
    django.utils.timezone: now localtime localdate
    frappe.utils: getdate get_datetime today nowdate now now_datetime date_diff days_diff month_diff
    frappe.utils: add_days add_months add_years
    frappe.utils.data: getdate get_datetime today nowdate now now_datetime date_diff days_diff
    frappe.utils.data: month_diff add_days add_months add_years
    odoo.fields.Date: today context_today from_string to_date
    odoo.fields.Datetime: now context_timestamp from_string to_datetime
"""
COMPUTED = frozenset(_names(_COMPUTED))
"""Functions that only compute, whether their libraries can be had or not: no inputs."""
CONVERSIONS = frozenset(
    (
        "to_float safe_float parse_float as_float to_number flt to_int safe_int parse_int as_int "
        "cint cstr to_bool parse_bool str_to_bool strtobool str2bool years_between years_since "
        "date_diff parse_date to_date str_to_date parse_dob parse_birthdate get_utcnow get_now "
        "today nowdate get_today current_date get_current_date "
        "age_from_birthday age_from_birthdate age_from_dob get_age_from_birthday "
        "get_age_from_birthdate get_age_from_dob calculate_age_from_dob"
    ).split()
)
"""Names of functions that say what they compute, from whatever project they are."""
SCREENS = frozenset(
    (
        "streamlit tkinter customtkinter PySimpleGUI PyQt5 PyQt6 PySide2 PySide6 wx kivy nicegui"
    ).split()
)
"""Libraries of which everything is an input or an effect, whether they can be had or not."""
SERVICES = frozenset(
    (
        "requests httpx aiohttp boto3 botocore redis pymongo psycopg2 psycopg pymysql MySQLdb "
        "mysql asyncpg openai anthropic twilio stripe sendgrid firebase_admin google elasticsearch "
        "flask_sqlalchemy flask_mail"
    ).split()
)
"""Libraries that ask another machine: calls of them are inputs once they are blocked."""
COMPUTING = frozenset(
    (
        "numpy pandas polars scipy sklearn statsmodels torch tensorflow keras xgboost lightgbm "
        "matplotlib seaborn plotly numba sympy networkx typing_extensions attr attrs pydantic "
        "dataclasses_json marshmallow dateutil pytz pendulum"
    ).split()
)
"""Libraries that only compute: no name of them is an input unless it is listed."""
MANAGERS = frozenset({"objects", "query", "_default_manager"})
"""Attributes of classes through which a database is asked for its rows."""


OWNERS = frozenset(name.rpartition(".")[0] for name in WORLD_NAMES)
"""Of these names, those that something is asked of: modules, and classes by whose objects."""


OF_CLASS = "class:"
"""How origins begin of what a class of the file is asked for by a name that it does not define."""


def below(place: str, name: str) -> str:
    """A name in a place that may be a module: `app.settings:` and `LIMIT`, `request` and `form`."""
    return f"{place}{name}" if place.endswith(":") else f"{place}.{name}"


def world_name(origin: str) -> WorldName | None:
    """What is known of a name by that of its module; None if nothing is."""
    does = function_of(origin)
    return WorldName(When.IF_BLOCKED, does) if does else WORLD_NAMES.get(origin)


def is_open(origin: str) -> bool:
    """Whether any name imported from there may be an input: no part of Python, and no computing."""
    library = origin.partition(".")[0]
    if is_computed(origin):
        return False
    if origin.startswith("."):
        return True
    if library in SCREENS:
        return True
    return library not in COMPUTING and library not in sys.stdlib_module_names


def is_computed(origin: str) -> bool:
    """Whether a name is of a function that only computes, as its project or its name says."""
    return origin in COMPUTED or origin.rpartition(".")[2] in CONVERSIONS


def is_on_screen(origin: str) -> bool:
    """Whether a name is of a library that shows something to a person."""
    return origin.partition(".")[0] in SCREENS


def always(origin: str) -> bool:
    """Whether a name is an input although its library can be had."""
    name = world_name(origin)
    if name is not None:
        return name.when is When.ALWAYS
    return is_on_screen(origin)


def is_table(origin: str) -> bool:
    """Whether calls of a name give tables."""
    name = WORLD_NAMES.get(origin)
    return name is not None and name.gives_frame


def once_blocked(origin: str) -> bool:
    """Whether a name is an input once the walls have refused something."""
    name = world_name(origin)
    if name is not None:
        return name.when is When.IF_BLOCKED
    return origin.partition(".")[0] in SERVICES
