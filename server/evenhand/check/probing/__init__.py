"""Which calls to try, and what their outcomes mean. Pure: it asks for runs and is sent outcomes."""
