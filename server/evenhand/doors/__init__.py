"""The doors to what a stranger wrote: its files, its Git repository, and text that is printed."""
