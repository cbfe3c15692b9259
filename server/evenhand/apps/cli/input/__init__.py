"""What a command works on: options, files, answers, interpreters."""
