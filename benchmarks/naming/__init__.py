"""The naming of groups, against labels that people gave."""
