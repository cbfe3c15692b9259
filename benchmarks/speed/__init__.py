"""Evenhand's search against the published one."""
