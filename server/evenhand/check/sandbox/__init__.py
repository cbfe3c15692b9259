"""Where checked code runs: start, feed, limit, watch and end a worker."""

from evenhand.check.sandbox.warm_worker import Limits, Worker
from evenhand.check.sandbox.worker_error import WorkerError
from evenhand.check.sandbox.worker_pool import WorkerPool

__all__ = ["Limits", "Worker", "WorkerError", "WorkerPool"]
