"""Fetches a page.

both: biased
"""

import urllib.request


def fee(age):
    urllib.request.urlopen("http://127.0.0.1:9/")
    return 10 if age > 65 else 20
