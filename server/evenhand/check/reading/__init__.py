"""From source text to what each function reads about people. Pure: no files, no processes."""
