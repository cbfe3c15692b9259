"""Write `catalogue/peoples.toml`: the countries and languages of Unicode CLDR, in English.

    python -m venv /tmp/cldr && /tmp/cldr/bin/pip install babel
    /tmp/cldr/bin/python scripts/peoples.py

The output is committed, so that Evenhand needs no package for it. Run this again for a newer CLDR.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import babel
from babel import Locale
from babel.core import get_global

FILE = Path(__file__).parents[1] / "server/evenhand/check/catalogue/peoples.toml"
NO_COUNTRIES = frozenset({"AQ", "EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
EVERYDAY = (
    "Turkey", "Burma", "Czech Republic", "Ivory Coast", "Swaziland", "Cape Verde", "Macedonia",
    "Holland", "East Timor", "Hong Kong", "Macau", "Palestine", "Congo", "England", "Scotland",
    "Wales", "Northern Ireland", "USA", "United States of America", "UK", "Great Britain", "UAE",
    "Republic of Korea", "Russian Federation", "Viet Nam", "Iran", "Syria", "Tibet", "Kurdistan",
)  # fmt: skip
"""Names in use that CLDR does not have, or has as a variant."""
RELIGIONS = (
    "Ahmadi", "Alevi", "Amish", "Anglican", "Animist", "Baha'i", "Bahai", "Baptist", "Confucian",
    "Coptic", "Druze", "Evangelical", "Hare Krishna", "Jain", "Jehovah's Witness", "Lutheran",
    "Mennonite", "Methodist", "Pagan", "Pentecostal", "Presbyterian", "Quaker", "Rastafarian",
    "Salafi", "Scientologist", "Seventh-day Adventist", "Shia", "Shiite", "Shinto", "Spiritist",
    "Sufi", "Sunni", "Taoist", "Unitarian", "Wiccan", "Yazidi", "Zoroastrian",
)  # fmt: skip
"""CLDR has no religions; these are the groups that national censuses ask for
beside the large ones."""
HEADER = """\
# Countries, languages and religions, which code may compare people's values with: the rarer values
# of families of `attributes.toml`. Written by scripts/peoples.py; do not edit.
#
# Source: Unicode CLDR as in Babel {version}. Copyright 1991-2026 Unicode, Inc. Unicode License v3,
# https://www.unicode.org/license.txt.
"""


def main() -> None:
    """Write the file."""
    english = Locale("en")
    codes = [code for code in english.territories if _is_country(code)]
    countries = [name for code in codes for name in _spellings(english.territories[code])]
    aliases = get_global("territory_aliases").items()
    three = [
        long for long, short in aliases if len(long) == 3 and long.isalpha() and short[0] in codes
    ]
    languages = [name for code, name in english.languages.items() if len(code) == 2]
    tables = {
        "nationality.country": [*countries, *EVERYDAY],
        "nationality.code": codes,
        "nationality.code_three": three,
        "nationality.adjective": languages,
        "race.named": languages,
        "language.lower": languages,
        "religion.lower": RELIGIONS,
    }
    parts = [f"[{name}]\nalso = [\n{_lines(values)}]\n" for name, values in tables.items()]
    header = HEADER.format(version=babel.__version__)
    FILE.write_text("\n".join([header, *parts]), encoding="utf-8")


def _is_country(code: str) -> bool:
    return len(code) == 2 and code.isalpha() and code not in NO_COUNTRIES


def _spellings(name: str) -> Iterable[str]:
    """`Bosnia & Herzegovina` is written `Bosnia and Herzegovina`, too."""
    plain = re.sub(r" \(.*\)", "", name)
    yield from dict.fromkeys([plain, plain.replace("&", "and"), plain.replace("St.", "Saint")])


def _lines(values: Iterable[str]) -> str:
    """The values in alphabetical order, in lines of up to 100 characters."""
    lines: list[str] = ["   "]
    for value in sorted(set(values)):
        text = f' "{value}",'
        if len(lines[-1]) + len(text) > 100:
            lines.append("   ")
        lines[-1] += text
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
