"""Django without a project: default settings, and an app to which the module's models belong."""

from __future__ import annotations

import sys
import types

UNPREPARED = frozenset({"ImproperlyConfigured", "AppRegistryNotReady", "RuntimeError"})
"""Errors by which Django says that nobody has set it up."""
SETTINGS = {
    "INSTALLED_APPS": ["django.contrib.contenttypes", "django.contrib.auth"],
    "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
    "SECRET_KEY": "none",
    "USE_TZ": True,
}
"""What a new project has, as far as models and forms need it."""


def configure() -> None:
    """Give Django default settings if it was imported and has none."""
    conf = sys.modules.get("django.conf")
    if conf is not None and not conf.settings.configured:
        conf.settings.configure(**SETTINGS)


def prepared(error: BaseException, module: types.ModuleType) -> bool:
    """Set Django up if a statement failed since nobody had; whether to try the statement again."""
    conf = sys.modules.get("django.conf")
    if conf is None or type(error).__name__ not in UNPREPARED:
        return False

    from django.apps import apps  # type: ignore[import-not-found, unused-ignore]

    if apps.ready:
        return False
    configure()
    apps.populate(conf.settings.INSTALLED_APPS)
    _register(module)
    return True


def _register(module: types.ModuleType) -> None:
    """Make the module an app of the project."""
    from django.apps import AppConfig, apps  # type: ignore[import-not-found, unused-ignore]

    app = AppConfig(module.__name__, module)
    app.apps, app.models = apps, apps.all_models[app.label]
    apps.app_configs[app.label] = app
    apps.clear_cache()
