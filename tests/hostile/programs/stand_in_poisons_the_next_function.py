"""Changes what all stand-ins do, before the next function is judged by its effects.

both: biased
"""

import a_package_that_nobody_has as missing


def poison(gender):
    kind = type(missing.mailer)
    kind.__call__ = lambda *args, **kwargs: None
    kind._evenhand_place.__get__(missing.mailer).world.called = print
    missing.mailer.send = missing.errors = None
    return gender == "female"


def fee(age):
    missing.mailer.send("old" if age > 65 else "young")
