"""From a finding to a rewrite that is proved to treat everyone alike.

Candidates are made offline (`specialising`) or by a language model (`asking`); `verifying`
decides about each of them in the same way, and `repairs` is the way in.
"""
