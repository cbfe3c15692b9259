"""Settings that ask for too much, or are none."""

from __future__ import annotations

from folders.definition import EVERYWHERE, Door, HostileFolder, together

FEE = "def fee(age):\n    return 10 if age > 65 else 20\n"
ENDLESS = "def fee(age):\n    while age:\n        pass\n"
NESTED = 3_000


def _sets(
    name: str, what: str, settings: str | bytes, says: str = r"pyproject\.toml"
) -> HostileFolder:
    return HostileFolder(name, what, {"pyproject.toml": settings}, (Door.CHECK,), says=says)


def _evenhand(name: str, what: str, table: str, says: str = r"pyproject\.toml") -> HostileFolder:
    return _sets(name, what, f"[tool.evenhand]\n{table}\n", says)


WRONG = [
    _sets("nested_lists", "Lists in lists.", f"x = {'[' * NESTED}{']' * NESTED}\n"),
    _sets("nested_tables", "Tables in tables.", f"x = {'{a = ' * NESTED}1{'}' * NESTED}\n"),
    _sets(
        "nested_in_our_table",
        "Lists in lists, as one of our settings.",
        f"[tool.evenhand]\nexclude = {'[' * 600}{']' * 600}\n",
    ),
    _sets("long_keys", "A key of 20,000 parts.", f"{'.'.join(['a'] * 20_000)} = 1\n", says=""),
    _sets(
        "many_keys", "Keys that take time.", "".join(f"a.b{n}.c = 1\n" for n in range(50_000)), ""
    ),
    _sets("not_text", "Settings that are no text.", b"\xff\xfe\x00[tool.evenhand]\n"),
    _sets("unfinished", "Settings that end in the middle.", '[tool.evenhand]\nprofile = "le'),
    _sets("of_another_kind", "Tables that are none.", "tool = [1, 2]\n", says=""),
    _sets("no_table", "A table that is a date.", "[tool]\nevenhand = 1979-05-27\n"),
    _evenhand("huge_number", "A number of 5,000 digits.", f"jobs = {'9' * 5_000}"),
    _evenhand("huge_jobs", "More processes than there are.", "jobs = 100000", says=""),
    _evenhand("jobs_of_wrong_kinds", "No number of processes.", "jobs = [true, -1, 1e400]"),
    _evenhand("seconds_that_are_none", "Not a number of seconds.", "seconds-per-function = nan"),
    _evenhand("seconds_without_end", "Seconds without an end.", "seconds-per-function = inf"),
    _evenhand(
        "everything_of_the_wrong_kind",
        "Each setting with a value that it cannot have.",
        "\n".join(
            f"{key} = {value}"
            for key, value in {
                "enable": "1979-05-27",
                "profile": "[[]]",
                "attributes": "{age = 3, gender = {words = 1}, x = {values = [1, 2]}}",
                "select": "{}",
                "ignore": "[[1]]",
                "exclude": "[1, 'a']",
                "extend-exclude": "0x10",
                "severity": "{EVH001 = [], x = 'loud'}",
                "seconds-per-function": "'10'",
                "jobs": "0.5",
                "purposes": "[1]",
            }.items()
        ),
    ),
    _evenhand(
        "a_name_of_a_million_letters",
        "A setting and an attribute with very long names, for which similar ones are looked for.",
        f"{'profil' * 170_000} = 1\nattributes = ['{'gende' * 200_000}']",
    ),
    _evenhand(
        "settings_that_write",
        "Names and values that a terminal obeys.",
        '"\\u001b[2J\\u0007" = 1\nprofile = "\\u001b]0;x\\u0007\\u202e\\n::error::x"\n'
        'select = ["\\u001b[31m"]\n"\\u202ebackwards" = 2\n',
    ),
]
FOLDERS = [
    together(
        "wrong_settings", "Every kind of wrong settings, each in a folder.", WRONG, EVERYWHERE
    ),
    next(folder for folder in WRONG if folder.name == "huge_jobs"),
    next(folder for folder in WRONG if folder.name == "nested_in_our_table"),
    next(folder for folder in WRONG if folder.name == "settings_that_write"),
    HostileFolder(
        "most_seconds",
        "An hour for each function, and functions that never end.",
        {
            "pyproject.toml": "[tool.evenhand]\nseconds-per-function = 3600\n",
            "endless.py": ENDLESS,
        },
        (Door.CHECK, Door.SERVER),
    ),
    HostileFolder(
        "attributes_without_end",
        "An attribute of 100,000 words and as many values.",
        {
            "pyproject.toml": "[tool.evenhand.attributes.hand]\nwords = ["
            + ", ".join(f"'w{n}'" for n in range(100_000))
            + "]\nvalues = ["
            + ", ".join(f"'v{n}'" for n in range(100_000))
            + "]\n",
            "own.py": "def fee(w77):\n    return 10 if w77 == 'v5' else 20\n",
        },
        (Door.CHECK, Door.SERVER),
    ),
    HostileFolder(
        "values_that_write",
        "Values of an attribute that are code, or that a terminal obeys.",
        {
            "pyproject.toml": "[tool.evenhand.attributes.hand]\nwords = ['hand']\nvalues = "
            '["left", "\'); open(\'@outside@/ran\', \'w\'); (\'", "\\u001b[2J", "\\u202e\\n"]\n',
            "own.py": "def fee(hand):\n    return 10 if hand == 'left' else 20\n",
        },
        (Door.CHECK, Door.SERVER, Door.FIX, Door.MCP),
    ),
]
