"""Django without a project: default settings, and an app to which the module's models belong."""

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
}
"""What a new project has, as far as models and forms need it."""


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

    app = registry.AppConfig(module.__name__, module)
    app.apps, app.models = apps, apps.all_models[app.label]
    apps.app_configs[app.label] = app
    apps.clear_cache()
    return True
