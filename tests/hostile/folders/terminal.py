"""Text of sources that a terminal, a log of GitHub, or a reader of XML would obey."""

from __future__ import annotations

from folders.definition import Door, HostileFolder

CLEARS = "\\x1b[2J\\x1b]0;title\\x07\\x9b31m\\u202e\\u2066\\u2028::error::x\\r\\n::error file=a::b"
RAW = "\x1b[2J\x1b]8;;http://x/\x07\u202e\u2066\u2028\x9b31m"
SOURCES = {
    "values.py": f"""\
def fee(gender):
    return "{CLEARS}" if gender == "male" else "[red]%0A::error::x[/red]"


def points(gender):
    return 10 if gender == "male" or gender == "{CLEARS}" else 20


def text(gender, name="{CLEARS}"):
    print("{CLEARS}" if gender == "male" else name)
""",
    "raw.py": f"""\
# {RAW}
def fee(gender):
    '''{RAW}

    :param gender: {RAW}
    '''
    note = '{RAW}'  # {RAW}
    return note if gender == "male" else ""
""",
    "errors.py": f"""\
class Odd(Exception):
    def __str__(self):
        return "{CLEARS}"


Odd.__name__ = Odd.__qualname__ = "{CLEARS}"


def fee(gender):
    if gender == "male":
        raise Odd("{CLEARS}")
    raise KeyError("{CLEARS}")
""",
    "reprs.py": f"""\
class Odd:
    def __repr__(self):
        return "{CLEARS}"

    def __init__(self, value):
        self.value = value


def fee(gender):
    return Odd(1 if gender == "male" else 2)
""",
    "imports.py": f"""\
raise ImportError("{CLEARS}")


def fee(gender):
    return 10 if gender == "male" else 20
""",
    "wants.py": f"""\
def fee(gender):
    if gender == "male":
        open("/{CLEARS.replace(":", "")}")
    return 20
""",
    "reasons.py": """\
def fee(gender):  # evenhand: allow gender \x1b[2J\x07 \u202e
    return 10 if gender == "male" else 20


def other(gender):  # evenhand: allow[\x1b[2J]
    return 10 if gender == "male" else 20
""",
    "names.py": """\
def ℯ𝓋𝓲l(ɡender, gender):
    return 10 if gender == "male" else 20


def ﬁne(straße, geſchlecht, ªge, gender):
    return 10 if gender == "male" else straße
""",
    "syntax.py": f"def fee(age):\n    return '{RAW}\n",
    "keys.py": f"""\
def fee(person):
    return 10 if person["gender"] == "male" and person["{CLEARS}"] else 20
""",
}
AS_TEXT = (
    *((format_,) for format_ in ("--format=text", "--format=sarif", "--format=github")),
    ("--format=junit",),
    ("--format=text", "--verbose"),
)


def _printed(name: str, what: str, door: Door, *arguments: str) -> HostileFolder:
    return HostileFolder(name, what, SOURCES, (door,), arguments=arguments)


FOLDERS = [
    HostileFolder(
        "texts",
        "Values, names, comments, errors and reasons that a terminal obeys.",
        SOURCES,
        (Door.CHECK, Door.SERVER, Door.FIX, Door.AUDIT, Door.MCP),
    ),
    *(
        _printed(
            "_".join(["texts_as", *(a.strip("-").split("=")[-1] for a in arguments)]),
            f"The same, printed with {' '.join(arguments)}.",
            Door.CHECK,
            *arguments,
        )
        for arguments in AS_TEXT
    ),
    _printed("texts_in_a_diff", "The same, as a diff.", Door.FIX, "--diff"),
    *(
        HostileFolder(
            f"names_as_{format_}",
            f"File names that a terminal obeys, printed with --format {format_}.",
            {
                f"\x1b[2J{extra}x\u202e.py": source
                for extra, source in (
                    ("\n::error::x\n", "def fee(age):\n    return 10 if age > 65 else 20\n"),
                    ("\r]]>&<\x00"[:6], "def (:\n"),
                    ("%0A::warning::", "# evenhand: allow\n"),
                )
            },
            (Door.CHECK,),
            arguments=(f"--format={format_}",),
            odd_names=True,
        )
        for format_ in ("text", "json", "sarif", "github", "junit")
    ),
]
