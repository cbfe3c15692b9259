"""Django without a project: default settings, an app for the module's models, any address."""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

UNPREPARED = frozenset({"ImproperlyConfigured", "AppRegistryNotReady", "RuntimeError"})
"""Errors by which Django says that nobody has set it up."""
SETTINGS = {
    "INSTALLED_APPS": ["django.contrib.contenttypes", "django.contrib.auth"],
    "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
    "SECRET_KEY": "none",
    "USE_TZ": True,
    "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
}
"""What a new project has, as far as models, forms and transactions need it."""


def prepared(error: BaseException, module: types.ModuleType) -> bool:
    """Set Django up if a statement failed since nobody had; whether to try the statement again."""
    return type(error).__name__ in UNPREPARED and prepare(module)


def prepare(module: types.ModuleType) -> bool:
    """Give Django default settings if the module imports it and nobody did; whether it was so."""
    conf: Any = sys.modules.get("django.conf")
    if not isinstance(getattr(conf, "__file__", None), str):  # not imported, or a stand-in
        return False

    registry = importlib.import_module("django.apps")
    apps = registry.apps
    if apps.ready:
        return False
    if not conf.settings.configured:
        conf.settings.configure(**SETTINGS)
    apps.populate(conf.settings.INSTALLED_APPS)

    addresses: Any = importlib.import_module("django.urls.base")
    addresses.get_resolver = lambda urlconf=None: Addresses()

    app = registry.AppConfig(module.__name__, module)
    app.apps, app.models = apps, apps.all_models[app.label]
    apps.app_configs[app.label] = app
    apps.clear_cache()
    return True


class Addresses:
    """Knows an address for each view, whatever its name is."""

    def __init__(self) -> None:
        self.app_dict: dict[str, Any] = {}
        self.namespace_dict = self
        self.pattern = types.SimpleNamespace(converters={})

    def __getitem__(self, namespace: str) -> tuple[str, Addresses]:
        return "", self

    def _reverse_with_prefix(self, view: Any, prefix: str, *args: Any, **kwargs: Any) -> str:
        parts = [getattr(view, "__name__", view), *args, *kwargs.values()]
        return prefix + "/".join(map(str, parts))
