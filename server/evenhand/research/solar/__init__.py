"""Solar (Ling et al. 2025): methods that decide about a person with seven dimensions."""
