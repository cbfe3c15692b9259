"""The audit report: what assistants suggested over time, as one page that works offline.

`figures` counts what the ledger holds (pure), `weeks_chart` draws, `audit_page` writes the HTML,
`task_list` what is open, in Markdown.
"""
