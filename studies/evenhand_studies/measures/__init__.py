"""The field's measures of bias in generated code, a module for each family.

Every function takes counts or truth values that were collected elsewhere; nothing here reads or
runs code. A measure that has nothing to measure is None, or a `Share` of a `whole` of 0.

    proportion          any share that can be shown, and the share of several wholes
    clustered_share     a share of answers of which several reply to one prompt, with its interval
    bounded_share       the same where some answers could not be checked
    clustered_mean      a mean over such answers, with its standard error
    code_bias_score     CBS, CBS_U@K, CBS_I@K: how often code is biased (Huang et al. 2025)
    unfairness_score    UFS and SD: whom biased code names (Liu et al. 2023)
    fair_score          R, E, FairScore: whom code prefers (Du et al. 2025)
    bias_leaning_score  BLS, BLS@Range, Pass@attribute: towards whom code leans (Ling et al. 2025)
    pass_at_k           how often code passes its tests (Chen et al. 2021)
    confusion_matrix    verdicts against labels: precision, recall, false positive rate
    cohen_kappa         how far two people agree beyond chance (Cohen 1960)
    prompt_comparison   whether two models differ by more than chance
    holm_correction     p-values of many comparisons at once
    sample_size         how many prompts and answers it takes to see a difference
    student_t           quantiles and p-values of Student's t distribution
"""
