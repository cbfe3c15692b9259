"""Has a `json.py` beside it, which must never be taken for Python's.

both: biased
"""

import json


def fee(age):
    json.dumps(age)
    return 10 if age > 65 else 20
