"""Property tests take their time on a busy machine, and try the same examples on every one."""

from hypothesis import settings

settings.register_profile("same everywhere", deadline=None, derandomize=True)
settings.load_profile("same everywhere")
