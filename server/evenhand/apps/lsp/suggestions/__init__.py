"""Suggestions of assistants: noticed in the edits of documents, marked, recorded and followed."""
