"""One file on its way through a check or a repair: its text read, its settings resolved."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path

from evenhand import clock
from evenhand.check import judging
from evenhand.check.catalogue import STRICT, Catalogue, default_catalogue
from evenhand.check.catalogue.purposes import manners
from evenhand.check.catalogue.users_attributes import with_users_attributes
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.imports.definitions import Folders, imported_symbols
from evenhand.check.imports.imported_files import imported_files
from evenhand.check.outcomes.requests import Module, Site
from evenhand.check.reading.classes import classes_in, is_enum, takes_anything
from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.inputs import Reading, read
from evenhand.check.reading.people_nearby import PeopleNearby
from evenhand.check.reading.people_signs import PeopleSigns
from evenhand.check.reading.run_by_tests import is_run_by_tests
from evenhand.check.reading.source import Function, Source, parse, with_imported
from evenhand.check.reading.table_libraries import packages_of
from evenhand.check.reading.tracing.abstract_values import Value
from evenhand.check.rules.interface import CheckedFile
from evenhand.check.rules.loudness import Loudness
from evenhand.check.search.judge_interface import Judge
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.spending import Budget, Spending
from evenhand.doors.files import is_within
from evenhand.doors.table_headers import header_of
from evenhand.findings import Purpose, Severity
from evenhand.options import CheckOptions
from evenhand.user_answers import Answer

JUDGE = Judge(judging.judge, judging.is_harmless)
"""The one that searches are given."""


@dataclass(slots=True)
class Traces:
    """What the runs of some code have come of, besides its text."""

    opened: set[str] = field(default_factory=set)
    """Files and folders that it was seen to open; among them `CLOCK`, if it asked for the time."""
    may_end_otherwise: bool = False
    """Whether the clock, the machine or chance had a part in what came of them."""
    seconds: float = 0.0
    """Of processor time, that they took."""

    def add(self, other: Traces) -> None:
        """Add those of further runs."""
        self.opened |= other.opened
        self.may_end_otherwise = self.may_end_otherwise or other.may_end_otherwise
        self.seconds += other.seconds


@dataclass(frozen=True, slots=True)
class Job:
    """One file, with everything that decides its verdicts."""

    source: Source
    path: Path
    catalogue: Catalogue
    severities: Mapping[str, Severity]
    """The attributes that are checked, and how loudly each is reported."""
    purposes: Mapping[Purpose, Severity | None]
    """How loudly differences are shown at most, by what they are for."""
    options: CheckOptions
    judge: Judge = JUDGE
    imports: frozenset[str] = frozenset()
    """Files that it may import, whether they are there or not."""
    traces: Traces = field(default_factory=Traces)
    """Of its functions' runs."""
    builds_from_fields: bool = False
    """Whether objects are built without their constructors, which accept nothing that is known."""
    dependencies: Dependencies = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dependencies", Dependencies(self.source))

    @property
    def loudness(self) -> Loudness:
        """How loudly its findings are shown."""
        return Loudness(self.severities, self.purposes)

    @property
    def checked_file(self) -> CheckedFile:
        """The file as the rules about its text see it."""
        path, asked = str(self.path), self.judge.purpose_of
        return CheckedFile(self.source, path, self.catalogue, self.loudness, asked, self._header_of)

    def _header_of(self, name: str) -> tuple[str, ...]:
        """The columns of a file that the code reads: beside it, or in the project's folder."""
        if not name:
            return ()
        folders = [self.path.parent, *map(Path, self.options.search_path)]
        allowed = [folder / name for folder in folders if self.may_read(str(folder / name))]
        self.traces.opened.update(map(str, allowed))
        return next(filter(None, map(header_of, allowed)), ())

    def functions_in_reach(self) -> list[Function]:
        """Functions with a body in which a protected attribute may play a part; no tests."""
        signs = _signs_of(self.catalogue, frozenset(self.severities))
        people = PeopleNearby(self.dependencies, signs)
        functions = [f for f in self.source.functions if not f.overload]
        module, symbols = self.path.stem, self.source.symbols
        judged = [f for f in functions if not is_run_by_tests(f, module, symbols)]
        return [f for f in judged if people.may_be_read(f)]

    def attributes_in_reach(self, function: Function) -> list[str]:
        """The checked attributes that words of a function, or of what it uses, may mean."""
        words: set[str] = set()
        for node in self.dependencies.closure(function):
            words |= self.dependencies.words(node)

        meant: set[str] = set()
        for word in words:
            match = self.catalogue.match_name(word)
            meant.update(attribute.name for attribute in self.catalogue.match_value(word))
            meant.update([match.attribute.name] if match is not None else [])
        return [name for name in self.severities if name in meant]

    def may_read(self, path: str) -> bool:
        """Whether a path is in a folder that the file's code may read: it may be made up."""
        folders = Folders(self.options.search_path, self.options.readable).reading
        return any(is_within(Path(path), folder) for folder in folders)

    def read_from_fields(self, function: Function) -> Reading | None:
        """What a function reads of objects built without constructors; None if there are none."""
        if not classes_with_constructors(self.source):
            return None

        reading = replace(self, builds_from_fields=True).read(function)
        inputs = tuple(i for i in reading.inputs if i.attribute in self.severities)
        return replace(reading, inputs=inputs)

    def read(
        self, function: Function, on_value: Callable[[ast.expr, Value], None] | None = None
    ) -> Reading:
        """What a function reads; raises `TooLargeError` and RecursionError.

        `on_value` is called with every expression, and what it may be.
        """
        return self.read_of(function, self.source, on_value)

    def read_of(
        self,
        function: Function,
        source: Source,
        on_value: Callable[[ast.expr, Value], None] | None = None,
    ) -> Reading:
        """The same, of a function in another text of this file."""
        classes = classes_with_constructors(source) if self.builds_from_fields else frozenset()
        return read(function, source, self.catalogue, on_value, classes)

    def search(self, reading: Reading) -> SearchState:
        """A search of one of the file's functions, not yet begun."""
        options = self.options
        complexity = with_deep_stack(self.dependencies.complexity, reading.function)
        spending = Spending(Budget.of(complexity, options.seconds))
        module = Module(
            self.source.text,
            str(self.path),
            search_path=options.search_path,
            readable=options.readable,
            sites=sites_of(reading),
            packages=packages_of(reading.paths, self.source.modules),
        )
        year = clock.now().year
        return SearchState(reading, self.source, module, self.catalogue, spending, self.judge, year)


def classes_with_constructors(source: Source) -> frozenset[ast.ClassDef]:
    """The classes whose constructors may refuse what they are given."""
    symbols = source.symbols
    return frozenset(
        klass
        for klass in classes_in(symbols)
        if not is_enum(klass, symbols) and not takes_anything(klass, symbols)
    )


def sites_of(reading: Reading) -> tuple[Site, ...]:
    """Every place at which a function reads one of its inputs."""
    spans = {span for entry in reading.inputs for span in entry.sites}
    return tuple(sorted(astuple(span) for span in spans))


def job_of(
    source: str,
    path: Path,
    options: CheckOptions,
    imports: frozenset[str] | None = None,
    parsed: Source | None = None,
    judge: Judge = JUDGE,
) -> Job:
    """Read a file for a check; raises SyntaxError and RecursionError.

    What is known of it already may be given: where its imports lead, and the parsed text.
    """
    folders = folders_of(options)
    with_imports = _with_imports(parsed or parse(source), path, folders)
    catalogue = _catalogue(options)
    severities = _severities(catalogue, options)
    if imports is None:
        imports = imported_files(with_imports.tree, path, folders)
    purposes = loudness_of_purposes(options)
    if options.answers:
        judge = _with_answers(judge, options.answers)
    return Job(with_imports, path, catalogue, severities, purposes, options, judge, imports)


def _with_answers(judge: Judge, answers: Iterable[Answer]) -> Judge:
    """The judge, which minds what the user has answered in this repository."""
    if judge is not JUDGE:
        return judge
    taken = judging.taken_points(answers)
    return replace(judge, purpose_of=partial(judging.judge, taken=taken))


def folders_of(options: CheckOptions) -> Folders:
    """Where the definitions behind a file's imports may be."""
    search_path = () if options.not_run else options.search_path
    return Folders(search_path, options.readable)


def _with_imports(source: Source, path: Path, folders: Folders) -> Source:
    """The text, with what it imports from the workspace."""
    imported = imported_symbols(source, path, folders)
    return with_imported(source, imported) if imported else source


def _catalogue(options: CheckOptions) -> Catalogue:
    extra, not_people = options.extra_attributes, options.not_people
    return _changed(extra, not_people) if extra or not_people else default_catalogue()


@lru_cache(maxsize=8)
def _changed(
    extra: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...], not_people: frozenset[str]
) -> Catalogue:
    """The catalogue as the user has extended it, without the names that are not about people."""
    return with_users_attributes(default_catalogue(), extra).without(not_people)


@lru_cache(maxsize=8)
def _signs_of(catalogue: Catalogue, checked: frozenset[str]) -> PeopleSigns:
    return PeopleSigns(catalogue, checked)


def loudness_of_purposes(options: CheckOptions) -> Mapping[Purpose, Severity | None]:
    """What quietens findings by their purpose: nothing in the profile `strict`."""
    if options.profile == STRICT:
        return dict(options.purposes)
    usual = {purpose: manner.severity for purpose, manner in manners().items()}
    return usual | dict(options.purposes)


def _severities(catalogue: Catalogue, options: CheckOptions) -> Mapping[str, Severity]:
    """The attributes that the options choose; one that no profile names is a warning."""
    severities = dict(catalogue.profile(options.profile))
    for name, _, _ in options.extra_attributes:
        severities.setdefault(name, Severity.WARNING)

    if options.attributes is None:
        return severities
    return {name: severities.get(name, Severity.WARNING) for name in options.attributes}
