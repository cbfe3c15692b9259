"""One module for each study, and what they share: asking a model, judging answers, tables."""
