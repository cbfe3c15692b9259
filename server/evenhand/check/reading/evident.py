"""Questions that weigh what a function's code reveals about the values of an access path."""

from __future__ import annotations

from evenhand.check.reading.evidence import Evidence

GUESSED = frozenset(
    {
        Evidence.TEXT,
        Evidence.NUMBER,
        Evidence.BOOLEAN,
        Evidence.DATE,
        Evidence.AWARE,
        Evidence.SECONDS,
        Evidence.OBJECT,
        Evidence.LIST,
        Evidence.MAPPING,
        Evidence.FRAME,
        Evidence.COLUMN,
        Evidence.TESTED,
        Evidence.ARITHMETIC,
        Evidence.CAST,
        Evidence.SEARCHED,
        Evidence.SIZED,
        Evidence.FACTOR,
        Evidence.ANNOTATED,
    }
)
"""What a run of the code can disprove."""


class Evident:
    """Something whose values the code reveals something about."""

    __slots__ = ()
    evidence: set[Evidence]

    def learn(self, *evidence: Evidence) -> None:
        """Add what the code reveals about its values."""
        self.evidence.update(evidence)

    def assume(self, evidence: Evidence) -> None:
        """Replace all guesses by what a run of the code has shown."""
        self.evidence -= GUESSED
        self.learn(evidence, Evidence.ANNOTATED)

    def shows(self, *evidence: Evidence) -> bool:
        """Whether there is evidence of at least one of these."""
        return not self.evidence.isdisjoint(evidence)

    @property
    def is_text(self) -> bool:
        return Evidence.TEXT in self.evidence

    @property
    def is_bytes(self) -> bool:
        return Evidence.BYTES in self.evidence

    @property
    def is_number(self) -> bool:
        return Evidence.NUMBER in self.evidence

    @property
    def is_written_number(self) -> bool:
        """Whether it is a number that stands in a text: `age.isdigit()`, `int(age)`."""
        return self.shows(Evidence.TEXT) and self.shows(Evidence.CAST)

    @property
    def is_boolean(self) -> bool:
        return Evidence.BOOLEAN in self.evidence

    @property
    def is_date(self) -> bool:
        return Evidence.DATE in self.evidence

    @property
    def is_datetime(self) -> bool:
        return Evidence.DATETIME in self.evidence

    @property
    def is_moment(self) -> bool:
        """Whether it is a date by its type or by what is done with it."""
        return self.shows(Evidence.DATE, Evidence.DATETIME, Evidence.AWARE, Evidence.SECONDS)

    @property
    def is_time_of_day(self) -> bool:
        return Evidence.TIME_OF_DAY in self.evidence

    @property
    def is_span(self) -> bool:
        return Evidence.SPAN in self.evidence

    @property
    def is_decimal(self) -> bool:
        return Evidence.DECIMAL in self.evidence

    @property
    def is_file_path(self) -> bool:
        return Evidence.PATH in self.evidence

    @property
    def is_callable(self) -> bool:
        return Evidence.CALLABLE in self.evidence

    @property
    def is_enum(self) -> bool:
        return Evidence.ENUM in self.evidence

    @property
    def is_literal(self) -> bool:
        return Evidence.LITERAL in self.evidence

    @property
    def is_list(self) -> bool:
        return Evidence.LIST in self.evidence

    @property
    def is_set(self) -> bool:
        return Evidence.SET in self.evidence

    @property
    def is_tuple(self) -> bool:
        return Evidence.TUPLE in self.evidence

    @property
    def is_array(self) -> bool:
        return Evidence.ARRAY in self.evidence

    @property
    def is_mapping(self) -> bool:
        return Evidence.MAPPING in self.evidence

    @property
    def is_lookup_table(self) -> bool:
        return Evidence.LOOKUP_TABLE in self.evidence

    @property
    def is_frame(self) -> bool:
        return Evidence.FRAME in self.evidence

    @property
    def is_column(self) -> bool:
        return Evidence.COLUMN in self.evidence

    @property
    def is_annotated(self) -> bool:
        """Whether its type is known, so that its name need not be asked."""
        return Evidence.ANNOTATED in self.evidence

    @property
    def is_tested(self) -> bool:
        """Whether it is a condition by itself."""
        return Evidence.TESTED in self.evidence

    @property
    def is_sized(self) -> bool:
        """Whether the code asks how long it is."""
        return Evidence.SIZED in self.evidence

    @property
    def is_arithmetic(self) -> bool:
        """Whether the code computes with it."""
        return Evidence.ARITHMETIC in self.evidence

    @property
    def is_searched(self) -> bool:
        """Whether it is the right operand of `in`."""
        return Evidence.SEARCHED in self.evidence

    @property
    def lists_its_values(self) -> bool:
        """Whether its annotation names every value that it may have."""
        return self.shows(Evidence.ENUM, Evidence.LITERAL)

    @property
    def is_numeric(self) -> bool:
        """Whether it is a number by its type or by what is done with it."""
        return self.shows(Evidence.NUMBER, Evidence.ARITHMETIC, Evidence.CAST, Evidence.FACTOR)

    @property
    def is_sequence(self) -> bool:
        """Whether it is a list or a set, or changed like a list."""
        return self.shows(Evidence.LIST, Evidence.SET, Evidence.LIST_METHODS)

    @property
    def holds_data_by_key(self) -> bool:
        """Whether its keys are data, and not the names of fields."""
        return self.shows(Evidence.RECORDS_BY_KEY, Evidence.LOOKUP_TABLE)

    @property
    def is_tabular(self) -> bool:
        """Whether its values are reached by the methods of a table rather than by keys."""
        return self.holds_data_by_key or self.shows(Evidence.FRAME, Evidence.COLUMN, Evidence.ARRAY)

    @property
    def is_scalar(self) -> bool:
        """Whether it is text, a number or a date, whose attributes are no fields."""
        return self.is_moment or self.shows(Evidence.TEXT, Evidence.NUMBER)

    @property
    def has_known_type(self) -> bool:
        """Whether it is a collection or a date, which values are built for."""
        return self.is_moment or self.shows(Evidence.LIST, Evidence.SET, Evidence.MAPPING)

    @property
    def may_be_list(self) -> bool:
        """Whether nothing says that it is something other than a list."""
        return not self.shows(
            Evidence.TEXT, Evidence.MAPPING, Evidence.FRAME, Evidence.COLUMN, Evidence.TUPLE
        )

    @property
    def is_built_in(self) -> bool:
        """Whether it is of a type that no class of the workspace can be."""
        return self.shows(
            Evidence.TEXT, Evidence.NUMBER, Evidence.FRAME, Evidence.MAPPING, Evidence.LIST
        )
