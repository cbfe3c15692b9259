"""Several processes, and clusters."""
