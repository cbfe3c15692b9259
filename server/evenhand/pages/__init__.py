"""HTML pages that work offline: templates, their one style sheet, and drawings."""
