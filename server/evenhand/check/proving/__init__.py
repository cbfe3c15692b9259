"""Asking CrossHair what guided search left open. Optional: `pip install 'evenhand[deep]'`."""
