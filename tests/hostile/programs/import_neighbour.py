"""Imports a neighbour that has an effect when it is imported.

both: not checked: name 'neighbour_with_effect' is not defined; line 6 did not run: wants to write 'imported'
"""

import neighbour_with_effect


def fee(age):
    neighbour_with_effect.help_out()
    return 10 if age > 65 else 20
