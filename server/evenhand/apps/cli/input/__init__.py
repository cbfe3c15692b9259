"""What a command works on: options, files and their settings, answers to judge, models to ask."""
