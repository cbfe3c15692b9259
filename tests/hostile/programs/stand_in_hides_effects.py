"""Empties the list of its effects through a stand-in; it could as well have none.

both: no difference found
"""

import a_package_that_nobody_has as missing


def fee(age):
    missing.mailer.send("old" if age > 65 else "young")
    place = missing.mailer._evenhand_place
    place.world.noted.clear()
    return 10
