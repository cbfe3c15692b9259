"""What the check of a file has cost, for people who ask where the time goes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Cost:
    """Of one file, or of several together."""

    looking_up: float = 0.0
    """Seconds for finding what a file depends on, and whether its report is known."""
    reading: float = 0.0
    """Seconds for following what functions do."""
    running: float = 0.0
    """Seconds for calls, and for starting the workers that make them."""
    calls: int = 0
    """That searches have made, those of replays not counted."""
    functions_read: int = 0
    functions_run: int = 0
    functions_kept: int = 0
    """Functions whose report was known, in files whose report was not."""
    files_kept: int = 0
    """Files whose report was known."""

    @property
    def seconds(self) -> float:
        """All that it took."""
        return self.looking_up + self.reading + self.running

    def add(self, other: Cost) -> None:
        """Add what something else has cost."""
        self.looking_up += other.looking_up
        self.reading += other.reading
        self.running += other.running
        self.calls += other.calls
        self.functions_read += other.functions_read
        self.functions_run += other.functions_run
        self.functions_kept += other.functions_kept
        self.files_kept += other.files_kept
