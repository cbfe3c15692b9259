"""What a bug in Evenhand, met while one function is judged, means for that function alone."""

from __future__ import annotations

import logging
from pathlib import Path

from evenhand.causes import Cause, Explanation
from evenhand.check.reading.tracing.tracer import TooLargeError

logger = logging.getLogger(__name__)


def explained(error: Exception) -> Explanation:
    """Why an error of Evenhand's own leaves something not judged; the log has its traceback."""
    logger.debug("a function could not be judged", exc_info=error)
    if isinstance(error, TooLargeError):
        return Explanation(Cause.TOO_LARGE)
    if isinstance(error, RecursionError):
        return Explanation(Cause.TOO_DEEP)
    if isinstance(error, MemoryError):
        return Explanation(Cause.READ_MEMORY)
    return Explanation(Cause.INTERNAL, type(error).__name__, _where(error))


def _where(error: Exception) -> str:
    """The module and line in which an error rose, such as `pairing.py, line 7`."""
    frame = error.__traceback__
    if frame is None:
        return "an unknown place"

    while frame.tb_next is not None:
        frame = frame.tb_next
    return f"{Path(frame.tb_frame.f_code.co_filename).name}, line {frame.tb_lineno}"
