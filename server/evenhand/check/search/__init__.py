"""Which calls to try, to find two that differ. Pure: it asks for runs and is sent outcomes."""
