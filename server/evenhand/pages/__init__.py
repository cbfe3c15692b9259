"""HTML pages that work offline: templates, their style sheet, and charts."""
