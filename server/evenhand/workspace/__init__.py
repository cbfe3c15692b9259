"""What surrounds a file: its settings, its text, its folder and its interpreter."""
