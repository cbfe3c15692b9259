"""The audit report: what assistants suggested over time, as one page that works offline.

`figures` counts what the ledger holds (pure), `charts` draws, `page` writes the HTML.
"""
