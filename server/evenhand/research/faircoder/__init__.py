"""FairCoder (Du et al. 2025): whom generated decisions prefer."""
