"""The field's measures of bias in generated code, a module for each family.

Every function takes counts or truth values that were collected elsewhere; nothing here reads or
runs code. A measure that has nothing to measure is None, or a `Share` of a `whole` of 0.

    share               a part of a whole, with its confidence interval
    code_bias_score     CBS, CBS_U@K, CBS_I@K: how often code is biased (Huang et al. 2025)
    unfairness_score    UFS and SD: whom biased code names (Liu et al. 2023)
    fair_score          R, E, FairScore: whom code prefers (Du et al. 2025)
    bias_leaning_score  BLS, BLS@Range, Pass@attribute: towards whom code leans (Ling et al. 2025)
    pass_at_k           how often code passes its tests (Chen et al. 2021)
    confusion_matrix    verdicts against labels: precision, recall, false positive rate
    mcnemar_test        whether two models differ by more than chance
    bootstrap           a confidence interval for any measure
"""
