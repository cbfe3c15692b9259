"""Folders that are made to be trouble: one module for each class of trouble."""
