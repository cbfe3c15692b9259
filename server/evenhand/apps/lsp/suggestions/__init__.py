"""Suggestions of assistants: noticed, recorded, and followed."""
