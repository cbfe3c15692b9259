"""The engine: from a source text to a report, by reading, probing and running it behind walls."""
