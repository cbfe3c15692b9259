"""Open documents: their texts, the checks of them, and the findings that are shown."""
