"""Open documents, their checks, and what is known of them."""
