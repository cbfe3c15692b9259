"""Files that a repair could damage, or through which it could reach others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from folders.definition import Door, HostileFolder, Link

AT = (Door.FIX,)
SCORE = """\
def score(years, gender):
    return years * 2 + (10 if gender == "male" else 0)
"""
LOAN = SCORE.replace("score", "loan_score")
"""What also says in a long file that it decides something."""


def _file(begin: str = "", end: str = "\n", *, encoding: str = "utf-8") -> bytes:
    return f"{begin}{SCORE.rstrip()}{end}".encode(encoding)


def _files(name: str, what: str, files: Mapping[str, bytes]) -> HostileFolder:
    """Sources that have to be repaired, without a change in any other line."""
    return HostileFolder(name, what, {**files}, AT, repaired=tuple(files))


def _write_anew(project: Path) -> None:
    """Writes the source again and again, as an editor would that saves at every key."""
    edited = project / "edited.py.new"
    edited.write_text(f"{SCORE}# mine\n")
    edited.replace(project / "edited.py")


def _become_a_link(project: Path) -> None:
    """Has the source be itself, and a link to a file outside."""
    other, source = project / "other", project / "edited.py"
    other.symlink_to(project.parent / "outside" / "score.py")
    other.replace(source)
    other.write_text(SCORE)
    other.replace(source)


def _score_outside(project: Path) -> None:
    (project.parent / "outside" / "score.py").write_text(SCORE)
    (project.parent / "outside" / "folder").mkdir()
    (project.parent / "outside" / "folder" / "own.py").write_text(SCORE)


def _protect(project: Path) -> None:
    (project / "locked.py").chmod(0o444)
    (project / "program.py").chmod(0o4755)
    (project / "private.py").chmod(0o600)


def _two_names(project: Path) -> None:
    os.link(project / "one.py", project.parent / "outside" / "other_name.py")


FOLDERS = [
    _files(
        "ends",
        "Sources whose last line has no end, or many, or an odd one.",
        {
            "none.py": _file(end=""),
            "none_behind.py": _file(end="\n\n\nX = 1"),
            "comment_behind.py": _file(end="\n# the end"),
            "many.py": _file(end="\n\n\n\n\n"),
            "spaces.py": _file(end="\n    "),
            "tabs_behind.py": _file(end="\n\t\t\n\t"),
            "form_feed.py": _file("\f\n", "\n\f"),
            "form_feed_between.py": _file("X = 1\n\f\n", "\n\f\nY = 2\n"),
            "backslash.py": _file("X = 1 + \\\n  2\n", "\nY = \\\n  3"),
            "end_of_file.py": _file(end="\n#\x1a"),
        },
    ),
    _files(
        "line_ends",
        "Sources with the line ends of several systems, and characters that are none.",
        {
            "windows.py": _file(end="\n").replace(b"\n", b"\r\n"),
            "old_mac.py": _file(end="\n").replace(b"\n", b"\r"),
            "mixed.py": b"A = 1\r\nB = 2\rC = 3\n" + _file(end="\r\nD = 4\rE = 5\n"),
            "windows_without_end.py": _file(end="").replace(b"\n", b"\r\n"),
            "separators.py": _file("A = 'x\x1cy\x1dz\x0bw\x85v\u2028u\u2029t'\n", "\n# \x1c\x85\n"),
            "returns_in_text.py": b'A = """x\ry\r\nz"""\n' + _file(),
            "only_the_function.py": _file(end="\r\n# one\n# two\r\n"),
        },
    ),
    _files(
        "marks",
        "Sources with a byte order mark, and in other encodings.",
        {
            "mark.py": b"\xef\xbb\xbf" + _file(),
            "mark_and_name.py": b"\xef\xbb\xbf# coding: utf-8\n" + _file("A = 'ä'\n"),
            "latin.py": _file("# coding: latin-1\nA = 'äöü\xa0\xad'\n", encoding="latin-1"),
            "cyrillic.py": _file("# coding: koi8-r\nA = 'жук'\n", encoding="koi8-r"),
            "japanese.py": _file("# coding: shift_jis\nA = '日本語ソ'\n", encoding="shift_jis"),
            "chinese.py": _file("# coding: gb18030\nA = '汉字𠀀'\n", encoding="gb18030"),
            "windows.py": _file("# coding: cp1252\nA = '€„“'\n", encoding="cp1252"),
            "emoji.py": _file("# 👩🏽‍🚀 ｆｕｌｌ ﬁ\nA = '\u0301é'\n"),
        },
    ),
    HostileFolder(
        "encodings_with_states",
        "Encodings in which one text may be written in several ways; all but one line has to stay.",
        {
            "seven.py": b"# coding: utf-7\nA = '+AGE-+AGI-'\n" + _file(),
            "hz.py": b"# coding: hz\nA = '~{VPND~}~{VPND~}'\n" + _file(),
            "iso.py": b"# coding: iso2022_jp\nA = '\x1b$BF|\x1b(B\x1b$BK\\\x1b(B'\n" + _file(),
            "escapes.py": b"# coding: unicode_escape\nA = '\\x41'\n" + _file(),
            "raw_escapes.py": b"# coding: raw_unicode_escape\nA = '\\u0041'\n" + _file(),
            "big5.py": b"# coding: big5hkscs\nA = '\x88\x62'\n" + _file(),
            "mutf.py": b"# coding: utf_8_sig\nA = '\xef\xbb\xbf'\n" + _file(),
            "cp.py": b"# coding: cp932\nA = '\x81\xe6 \x87\x9a \xfa\x5b'\n" + _file(),
        },
        AT,
        intact=(
            "seven.py",
            "hz.py",
            "iso.py",
            "escapes.py",
            "raw_escapes.py",
            "big5.py",
            "mutf.py",
            "cp.py",
        ),
    ),
    HostileFolder(
        "full_disk",
        "A source that is larger than what the disk still takes.",
        {"large.py": LOAN.encode() + b"# a line that is there to be lost\n" * 4_000},
        AT,
        file_blocks=64,
        unchanged=("large.py",),
        says=r"large\.py.*(File too large|cannot be written|could not be written|not written)",
    ),
    HostileFolder(
        "links_out",
        "Sources that are links to sources outside, also over a linked folder.",
        {
            "link.py": Link("@outside@/score.py"),
            "folder": Link("@outside@/folder"),
            "chain.py": Link("link.py"),
            "real.py": SCORE,
            "within.py": Link("real.py"),
        },
        AT,
        prepare=_score_outside,
    ),
    HostileFolder(
        "links_out_by_name",
        "The same, named on the command line.",
        {"link.py": Link("@outside@/score.py"), "folder": Link("@outside@/folder")},
        AT,
        prepare=_score_outside,
        arguments=("link.py", "folder/own.py"),
    ),
    HostileFolder(
        "two_names",
        "A source that another name stands for, too.",
        {"one.py": SCORE},
        AT,
        prepare=_two_names,
    ),
    HostileFolder(
        "modes",
        "Sources that may not be written, are programs, or are private.",
        {"locked.py": SCORE, "program.py": "#!/usr/bin/python3\n" + SCORE, "private.py": SCORE},
        AT,
        prepare=_protect,
    ),
    HostileFolder(
        "changed_meanwhile",
        "A source that is written while it is repaired.",
        {"edited.py": SCORE},
        AT,
        meanwhile=_write_anew,
        moving=("edited.py", "edited.py.new"),
    ),
    HostileFolder(
        "becomes_a_link",
        "A source that becomes a link to another outside while it is repaired.",
        {"edited.py": SCORE},
        AT,
        prepare=_score_outside,
        meanwhile=_become_a_link,
        moving=("edited.py", "other"),
    ),
    _files(
        "odd_places",
        "Functions in places where another text is easily changed with them.",
        {
            "twice.py": f'TEXT = """\n{SCORE.replace("male", "man")}"""\n\n\n{SCORE}'.encode(),
            "in_class.py": f"class A:\n    if True:\n{SCORE.replace('(years', '(self, years')}".replace(
                "\ndef", "\n        def"
            )
            .replace("\n    ret", "\n            ret")
            .encode(),
            "tabs.py": SCORE.replace("    ", "\t").encode(),
            "one_line.py": b'def score(years, gender): return years + (9 if gender == "male" else 0)\n',
            "semicolons.py": SCORE.rstrip().encode() + b"; X = 1\nY = 2; Z = 3\n",
            "wide.py": f"A = '{'ä' * 50}𝔸'; B = 'é'\n{SCORE}".encode(),
            "text_behind.py": SCORE.encode() + b'X = """\n  \t\n   trailing   \n"""\n',
            "odd_spaces.py": b"def score( years ,gender ) :\n    return years*2+( 10 if "
            b'gender=="male"else 0 )   # why\n\n\n\n\nX   =   1   \n',
        },
    ),
]
