"""Where checked code runs: start, feed, limit, watch and end a worker."""

from evenhand.sandbox.pool import WorkerPool
from evenhand.sandbox.workers import Limits, Worker, WorkerError

__all__ = ["Limits", "Worker", "WorkerError", "WorkerPool"]
