"""Language models: what is said to them, what they answer, and how one is reached."""
