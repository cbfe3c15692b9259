"""Notifications of the client. Evenhand's own are prefixed with `evenhand_`."""
