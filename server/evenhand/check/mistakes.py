"""What a bug in Evenhand, met while one function is judged, means for that function alone."""

from __future__ import annotations

import logging

from evenhand.causes import Cause, Explanation
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.tracebacks import place_of

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
    return Explanation(Cause.INTERNAL, type(error).__name__, place_of(error))
