"""What a function does today, before anything is rewritten."""
