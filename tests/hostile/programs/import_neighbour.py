"""Imports a neighbour that has an effect when it is imported; a stand-in takes its place.

both: biased
"""

import neighbour_with_effect


def fee(age):
    neighbour_with_effect.help_out()
    return 10 if age > 65 else 20
