"""How often one of k answers passes the tests of its task: pass@k.

Source: M. Chen et al., "Evaluating Large Language Models Trained on Code", 2021, equation 1.
"""

from __future__ import annotations

from math import comb


def pass_at_k(k: int, answers: int, correct: int) -> float | None:
    """The unbiased estimate of pass@k for one task, in [0, 1].

    Of `answers` to the task, `correct` pass its tests. None if there are fewer than `k` answers.
    """
    if k > answers:
        return None

    return 1.0 - comb(answers - correct, k) / comb(answers, k)
